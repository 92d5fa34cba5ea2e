/* A lesson as it is being taken: the answers so far, and what the server makes of them. Nothing else is
   kept, so that going back is answering less. */
import { untrack } from "svelte";
import { seatColour, seatShape, type Scene, type SeatShown } from "../boards/board";
import { pace, patience, settings, still } from "../settings.svelte";
import { ring } from "../sound";
import { Director } from "../table/director.svelte";
import type { Staged } from "../table/watch.svelte";
import { post, type Body } from "../wire/client";
import type { LessonPicture, Preview, View } from "../wire/types";

export type LessonAnswer = Body<"/games/{game}/lessons/{lesson}/run">["answers"][number];

interface Shown {
  view: View | null;
  picture: LessonPicture;
}

export class LessonTaken {
  readonly director = new Director<View, Scene, Shown>(
    () => ({ pace: pace(), still: still(), patience: patience() }),
    (scene) => {
      if (settings.sound && scene.sound) ring(scene.sound);
    },
  );
  staged: Staged | null = null;
  /** Whether an answer is on its way. */
  busy = $state(false);
  #answers = $state.raw<LessonAnswer[]>([]);
  /** How many answers had been given when each step so far began. */
  #begun = $state.raw<number[]>([]);

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {}

  /** What the teacher says; null while what happened is being shown. */
  get picture(): LessonPicture | null {
    return this.director.idle ? (this.director.shown?.picture ?? null) : null;
  }

  /** How many answers were given. */
  get given(): number {
    return this.#answers.length;
  }

  get canGoBack(): boolean {
    return this.#answers.length > 0;
  }

  get seats(): SeatShown[] {
    const picture = this.director.shown?.picture;
    return (picture?.names ?? []).map((name, seat) => ({ seat, name, colour: seatColour(seat), shape: seatShape(seat), bot: seat !== picture?.seat, here: true }));
  }

  answer(next: LessonAnswer): Promise<void> {
    return this.#run([...this.#answers, next], "play");
  }

  /** Take back the last part of a move that is not whole yet. */
  retract(): Promise<void> {
    return this.#run(this.#answers.slice(0, -1), "show");
  }

  /** To the beginning of this step, or of the one before. */
  async back(): Promise<void> {
    const begun = this.#begun.filter((each) => each < this.#answers.length);
    await this.#run(this.#answers.slice(0, begun.at(-1) ?? 0), "show");
    this.#begun = begun;
  }

  /** Show where we are: at the beginning, and in another language. */
  show(): Promise<void> {
    return this.#run(this.#answers, "show");
  }

  previews = (actions: number[]): Promise<Record<number, Preview>> =>
    post("/games/{game}/lessons/{lesson}/previews", { game: this.game, lesson: this.lesson }, { answers: this.#answers, actions });

  async #run(answers: LessonAnswer[], how: "play" | "show"): Promise<void> {
    this.busy = true;
    try {
      const picture = await post("/games/{game}/lessons/{lesson}/run", { game: this.game, lesson: this.lesson }, { answers });
      untrack(() => this.#arrive(picture, answers, how));
    } finally {
      this.busy = false;
    }
  }

  #arrive(picture: LessonPicture, answers: LessonAnswer[], how: "play" | "show"): void {
    const before = this.director.shown?.picture.step;
    if (before !== picture.step && !this.#begun.includes(answers.length)) this.#begun = [...this.#begun, answers.length];
    this.#answers = answers;
    const end = { view: picture.view, picture };
    const last = this.director.last;
    if (how === "show" || !last?.view || !this.staged) return this.director.show(end);
    const { staging, components, names, say } = this.staged;
    let view: View = last.view;
    for (const each of picture.played) {
      const told = each.events.map((event) => ({ fact: event.fact, words: event.words ?? "" }));
      const seats = staging.seats?.(each.view, this.seats) ?? this.seats;
      const scenes = staging.scenes({ before: view, after: each.view, told, me: picture.seat, seats, components, names, say });
      this.director.add({ scenes, end: { view: each.view, picture: last.picture } });
      view = each.view;
    }
    this.director.add({ scenes: [], end });
  }
}
