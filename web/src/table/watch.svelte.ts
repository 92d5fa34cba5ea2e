/* Watching a match: what is heard becomes moves for the director, who shows them one after the other. */
import { untrack } from "svelte";
import { seatColour, seatShape, type Say, type Scene, type SeatShown, type Staging } from "../boards/board";
import { pace, patience, settings, still } from "../settings.svelte";
import { ring } from "../sound";
import { Channel } from "../wire/channel.svelte";
import { post } from "../wire/client";
import type { Components, Message, Preview, Refusal, Update, View } from "../wire/types";
import { Director } from "./director.svelte";

/** After a longer absence the present is shown, not everything that was missed. */
const MOST_MISSED = 12;

/** How long "Continue" waits where nobody may be there to press it: on a shared screen, or watching. */
const WATCHING = 4000;

/** What a seat asks for without saying more. */
export type Request = "retract" | "undo" | "offer-end" | "resign" | "replace" | "return";

/** What a game's scenes are made with, once it is loaded. */
export interface Staged {
  staging: Staging;
  components: Components;
  names: Record<string, string>;
  say: Say;
}

export class Watch {
  readonly channel: Channel;
  readonly director: Director<View, Scene, Message>;
  staged: Staged | null = null;
  #answered = "";
  #previews = new Map<string, Promise<Preview>>();

  constructor(
    readonly match: string,
    readonly invitation: string | null,
    /** Whether this is a screen for everybody in the room: it is sent what spectators are, even if a player is signed in. */
    readonly watching = false,
  ) {
    this.director = new Director<View, Scene, Message>(
      () => ({ pace: pace(), still: still(), patience: this.me === null ? Math.min(patience(), WATCHING) : patience() }),
      (scene) => {
        if (settings.sound && scene.sound) ring(scene.sound);
      },
    );
    this.channel = new Channel(match, null, invitation, (message, fresh) => this.#hear(message, fresh), watching);
    document.addEventListener("visibilitychange", this.#hidden);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#hidden);
    this.director.close();
    this.channel.close();
  }

  readonly #hidden = (): void => {
    if (document.visibilityState === "hidden") this.director.finish();
  };

  /** The message on the table now; the scenes of later ones may still be played. */
  get shown(): Message | null {
    return this.director.shown;
  }

  get refusal(): { code: string; message: string } | null {
    return this.channel.connection === "closed" ? this.channel.refusal : null;
  }

  /** Hear everything again, as the same seat. */
  anew(seat: number | null = this.me): void {
    this.director.finish();
    this.#previews.clear();
    this.channel.anew(seat);
  }

  /** Look from another seat at the same screen. */
  sit(seat: number): void {
    this.director.finish();
    this.#previews.clear();
    this.channel.anew(seat);
  }

  get me(): number | null {
    return this.shown?.viewer ?? null;
  }

  /** The seats of the people at this screen: a host has those beside him too. */
  get mine(): number[] {
    const { shown, me } = this;
    if (!shown || me === null) return [];
    const own = (kind: string) => kind === "me" || kind === "hot-seat";
    const seats = shown.table.seats;
    return own(seats[me]!.kind) ? seats.flatMap((seat, i) => (own(seat.kind) && !seat.resigned ? [i] : [])) : [me];
  }

  /** Who else at this screen is asked, while the one who looks is not; said when all scenes are over. */
  get next(): number | null {
    const { shown, me, mine } = this;
    if (!shown?.view || !this.director.idle || shown.table.status !== "running" || me === null || mine.length < 2) return null;
    const { actors } = shown.view;
    if (actors.includes(me)) return null;
    return mine.find((seat) => actors.includes(seat) && !shown.table.seats[seat]!.stand_in) ?? null;
  }

  get seats(): SeatShown[] {
    return (this.shown?.table.seats ?? []).map((seat, i) => ({
      seat: i,
      name: seat.name,
      colour: seatColour(i),
      shape: seatShape(i),
      bot: seat.bot !== null || seat.stand_in !== null,
      level: seat.level,
      here: this.shown!.present[i] ?? false,
    }));
  }

  #hear(message: Message, fresh: Update[]): void {
    untrack(() => {
      const { director, staged } = this;
      const before = director.last;
      const told = fresh.flatMap((update) => update.events.flatMap((event) => (event.kind === "fact" ? [{ fact: event.fact, words: event.words }] : [])));
      const sudden = !before?.view || !message.view || before.viewer !== message.viewer || fresh.length > MOST_MISSED || document.visibilityState === "hidden";
      if (sudden || !staged) return director.show(message);
      const { staging, components, names, say } = staged;
      const seats = staging.seats?.(message.view!, this.seats) ?? this.seats;
      const scenes = told.length ? staging.scenes({ before: before!.view!, after: message.view!, told, me: message.viewer, seats, components, names, say }) : [];
      director.add({ scenes, end: message });
    });
  }

  ask(what: Request, seat: number | null = this.me): Promise<unknown> {
    if (seat === null) return Promise.resolve();
    return this.channel.send({ do: what, seat });
  }

  /** What is asked is answered once: a second click comes too late, whatever it was meant for. */
  async play(action: number): Promise<unknown> {
    const { me } = this;
    const decision = this.shown?.asked?.decision;
    const asked = `${me} ${this.shown?.number} ${decision}`;
    if (me === null || decision === undefined || asked === this.#answered) return;
    this.#answered = asked;
    try {
      return await this.channel.send({ do: "play", seat: me, action, decision });
    } catch (error) {
      this.#answered = "";
      throw error;
    }
  }

  /** Why an action of one's own cannot be done, in words; null if it can. */
  whyNot = async (action: number): Promise<Refusal | null> => (this.me === null ? null : this.channel.whyNot(this.me, action));

  /** What would follow from each action; asked of the server once for each decision. */
  previews = async (actions: number[]): Promise<Record<number, Preview>> => {
    const { me, match } = this;
    if (me === null || actions.length === 0) return {};
    const number = this.shown?.number;
    const missing = actions.filter((action) => !this.#previews.has(`${number} ${action}`));
    if (missing.length) {
      const all = post("/matches/{match}/previews", { match }, { seat: me, actions: missing });
      for (const action of missing) {
        const one = all.then((found) => found[action]!);
        one.catch(() => this.#previews.delete(`${number} ${action}`));
        this.#previews.set(`${number} ${action}`, one);
      }
    }
    const found = await Promise.all(actions.map((action) => this.#previews.get(`${number} ${action}`)!));
    return Object.fromEntries(actions.map((action, i) => [action, found[i]!]));
  };
}
