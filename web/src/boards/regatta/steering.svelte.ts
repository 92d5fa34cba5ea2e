/* What a player is doing with his cards, between the taps: which one is taken up, whether he heaves to,
 * and what comes of it. All of it is forgotten with the decision. */
import type { Box } from "./box";
import type { BoardProps, Line, Plan, Prompt } from "../board";
import { ofKind } from "../kinds";
import { tries } from "../tries";
import type { Preview } from "../../wire/types";
import { bandWords, gateWords, placeWords, wayWords } from "./naming";
import { planOf } from "./planning";
import { afloat, nextGate, type Held, type Mode, type Try, type TurnTry } from "./table";
import { poseOf, posed, type Pose } from "./water";
import { wayOf, type Way } from "./ways";

type Props = BoardProps<"regatta">;

export class Steering {
  /** The card taken up, by its place in the hand. */
  held = $state<number | null>(null);
  /** The card under the pointer. */
  over = $state<number | null>(null);
  /** A card pencilled in for afterwards, and which of its arrows. */
  second = $state.raw<{ at: number; arrow: number } | null>(null);
  /** Whether a tap on a card pencils it in. */
  #sketching = $state(false);
  /** What was planned and can now be done: it is previewed at once. */
  resumed = $state<number | null>(null);
  #wanted = $state<Mode>("sail");
  #found = $state.raw<{ decision: string; previews: Record<number, Preview<"regatta">> }>({ decision: "", previews: {} });
  /** A planned card whose time has not come, with its arrow, and the hand it was planned from. */
  #planned: { card: string; arrow: string | undefined } | null = null;
  #hand: string[] | null = null;
  readonly #props: () => Props;
  readonly #box: () => Box;

  constructor(props: () => Props, box: () => Box) {
    this.#props = props;
    this.#box = box;
  }

  /** Another decision: a card that was planned for it is taken up, if it is still there. */
  reset(): void {
    const { asked, view } = this.#props();
    const card = this.second && this.#hand?.[this.second.at];
    if (card) this.#planned = { card, arrow: view.faces[card]?.arrows[this.second!.arrow]?.arrow };
    this.held = this.over = this.second = null;
    this.#sketching = false;
    this.#wanted = "sail";
    this.resumed = null;
    const planned = this.#planned;
    if (!asked || planned === null) return;
    const at = view.hand?.indexOf(planned.card) ?? -1;
    const mine = this.sails.filter((each) => each.card === planned.card);
    // Its time is a card after a helm, or the next turn; a sun or a second leg comes between.
    if (at >= 0 && !mine.length && view.step !== "sailing") return;
    this.#planned = null;
    if (at < 0 || !mine.length) return;
    this.held = at;
    this.resumed = mine.find((each) => each.arrow === planned.arrow && !each.refused)?.action ?? null;
  }

  // What might be done.
  readonly #all = $derived.by(() => {
    const { asked } = this.#props();
    return asked && !asked.chosen ? tries<"regatta">(asked) : [];
  });
  readonly sails = $derived(ofKind(this.#all, "sail", "sail-port", "sail-starboard"));
  readonly turns = $derived(ofKind(this.#all, "turn-port", "turn-starboard").sort((a, b) => a.rotation - b.rotation));
  readonly swaps = $derived(ofKind(this.#all, "swap"));
  readonly boats = $derived(ofKind(this.#all, "boat"));
  readonly starts = $derived(ofKind(this.#all, "start"));
  readonly suns = $derived(ofKind(this.#all, "sun"));
  readonly #ends = $derived(ofKind(this.#all, "end", "swap-cards").filter((each) => !each.refused));
  readonly end = $derived(this.#ends.find((each) => each.kind === "end") ?? null);

  readonly mayHeave = $derived(this.turns.length > 0 || this.swaps.length > 0);
  readonly mustHeave = $derived(this.mayHeave && !this.sails.some((each) => !each.refused));
  readonly mode = $derived.by((): Mode => (this.#props().view.draft.length ? "swap" : !this.mayHeave ? "sail" : this.#wanted));

  /** What is ready without a tap: the only thing that can be done, or the end of a swap. */
  readonly only = $derived.by((): number | null => {
    const swap = this.#ends.find((each) => each.kind === "swap-cards");
    if (swap) return swap.action;
    const { asked } = this.#props();
    return asked && asked.actions.length === 1 ? asked.actions[0]!.action : null;
  });

  // The cards.
  readonly #card = $derived.by((): string | null => {
    const { view } = this.#props();
    if (this.mode !== "sail" || !this.sails.length) return null;
    return view.card ?? (this.held === null ? null : (view.hand?.[this.held] ?? null));
  });
  readonly #shown = $derived.by((): string | null => {
    const { view } = this.#props();
    return this.#card ?? (this.mode === "sail" && this.over !== null ? (view.hand?.[this.over] ?? null) : null);
  });
  /** Whether the ways are only those of a card under the pointer. */
  readonly faint = $derived.by(() => this.#card === null && this.#shown !== null);

  readonly cards = $derived.by((): Held[] => {
    const { view } = this.#props();
    const drafted = [...view.draft];
    return (view.hand ?? []).map((name, at) => {
      const swapped = drafted.indexOf(name);
      if (swapped >= 0) drafted.splice(swapped, 1);
      const sun = name === "sun" ? this.suns : [];
      const tries: Try[] = this.mode === "swap" ? this.swaps.filter((each) => each.card === name) : [...this.sails.filter((each) => each.card === name), ...sun];
      const live = tries.some((each) => !each.refused);
      return { name, live, tries, badge: swapped >= 0 ? "⇄" : this.mode === "sail" && this.held === at ? "1" : this.second?.at === at ? "2" : "" };
    });
  });

  readonly ways = $derived.by((): Way[] => {
    const { view, me, asked, say } = this.#props();
    if (me === null || !asked) return [];
    const previews = this.#found.decision === asked.decision ? this.#found.previews : {};
    return this.sails.filter((each) => each.card === this.#shown).flatMap((each) => wayOf(view, me, this.#box(), each, previews[each.action], say) ?? []);
  });
  /** The way that is picked, refused or under the pointer. */
  readonly looked = $derived.by((): Way | null => {
    const { choice } = this.#props();
    const action = choice.picked ?? choice.refused?.action ?? choice.hovered;
    return this.ways.find((way) => way.each.action === action) ?? null;
  });

  /** Take up a card, or put it down; when swapping, choose it. */
  take(at: number): void {
    const { choice, view } = this.#props();
    const name = view.hand?.[at];
    if (!choice.open || name === undefined) return;
    if (this.mode === "swap") {
      const swap = this.swaps.find((each) => each.card === name);
      if (swap?.refused) choice.whyNot(swap.refused);
      else if (swap) choice.do(swap.action);
      return;
    }
    if (this.sketching && at !== this.held) return this.sketch(at);
    choice.picked = null;
    choice.refused = null;
    this.#wanted = "sail";
    this.held = this.held === at ? null : at;
    if (this.second?.at === at) this.second = null;
    const mine = this.held === null ? [] : this.sails.filter((each) => each.card === name);
    // A card with one arrow shows it at once.
    if (mine.length === 1) choice.tap(mine[0]!.action);
  }

  /** Take up a card that is dragged. */
  hold(at: number): void {
    const { choice } = this.#props();
    if (this.held === at && choice.picked === null) return;
    choice.picked = null;
    choice.refused = null;
    this.#wanted = "sail";
    this.held = at;
  }
  /** Put down what is held. */
  drop(): void {
    this.held = null;
    this.#props().choice.picked = null;
  }

  /** Whether another card may be planned to follow the arrow that is previewed. */
  readonly maySketch = $derived.by(() => {
    const { view, choice } = this.#props();
    const more = (view.hand ?? []).some((name, at) => at !== this.held && (view.faces[name]?.arrows.length ?? 0) > 0);
    return more && choice.picked !== null && this.held !== null && this.mode === "sail" && this.looked !== null;
  });
  readonly sketching = $derived(this.#sketching && this.maySketch);
  /** The next tap on a card plans it; or what was planned is given up. */
  toggle(): void {
    this.#sketching = !this.sketching && this.second === null;
    this.second = null;
  }
  /** Pencil in a card for afterwards; again for its next arrow. */
  sketch(at: number): void {
    const { view, choice } = this.#props();
    const count = view.faces[view.hand?.[at] ?? ""]?.arrows.length ?? 0;
    if (!choice.open || count === 0 || at === this.held || this.mode !== "sail") return;
    const arrow = this.second?.at === at ? this.second.arrow + 1 : 0;
    this.second = arrow < count ? { at, arrow } : null;
    this.#sketching = true;
    this.#hand = view.hand;
  }
  readonly pencil = $derived.by((): { from: Pose; card: string; arrow: string } | null => {
    const { view, choice } = this.#props();
    const card = this.second && view.hand?.[this.second.at];
    const arrow = card && view.faces[card]?.arrows[this.second!.arrow]?.arrow;
    return card && arrow && this.looked && choice.picked !== null ? { from: this.looked.end, card, arrow } : null;
  });
  readonly planned = $derived.by((): Pose | null => {
    if (!this.pencil) return null;
    const track = this.#box().track(this.pencil.from, this.pencil.card, this.pencil.arrow);
    return track.at(track.length);
  });

  // Heaving to.
  heave(): void {
    const { choice } = this.#props();
    if (!choice.open || !this.mayHeave) return;
    this.set(this.mode === "sail" ? "heave" : "sail");
  }
  set(mode: Mode): void {
    const { choice } = this.#props();
    this.#wanted = mode;
    this.held = null;
    choice.picked = null;
    choice.refused = null;
  }
  readonly #turn = $derived.by((): TurnTry | null => {
    const { choice } = this.#props();
    const action = choice.picked ?? choice.refused?.action;
    return this.mode === "turn" ? (this.turns.find((turn) => turn.action === action) ?? null) : null;
  });
  readonly rotation = $derived(this.#turn?.rotation ?? null);
  readonly turned = $derived.by((): Pose | null => {
    const { view, me, asked } = this.#props();
    const boat = me === null ? null : view.boats[me];
    if (!this.#turn || !boat?.afloat) return null;
    const preview = this.#found.decision === asked?.decision ? this.#found.previews[this.#turn.action] : undefined;
    return preview && "way" in preview && preview.way ? posed(preview.way.end) : this.#box().turned(poseOf(boat), this.#turn.rotation);
  });
  pick(turn: TurnTry): void {
    const { choice } = this.#props();
    if (turn.refused) return choice.whyNot(turn.refused);
    choice.refused = null;
    choice.picked = turn.action;
  }
  /** The next turn to port (-1) or starboard (1) that is possible. */
  step(by: number): void {
    const at = this.rotation ?? 0;
    const possible = this.turns.filter((turn) => !turn.refused);
    const off = (turn: TurnTry): number => ((((turn.rotation - at) * by) % 360) + 360) % 360;
    const next = possible.filter((turn) => off(turn) > 0).sort((a, b) => off(a) - off(b))[0];
    if (next) this.pick(next);
  }

  /** Ask the server where the ways in sight lead. */
  fetch(): (() => void) | undefined {
    const { asked, previews, choice } = this.#props();
    if (!asked) return undefined;
    const known = this.#found.decision === asked.decision ? this.#found.previews : {};
    const wanted = [...this.ways.map((way) => way.each.action), ...(this.#turn && choice.picked !== null ? [this.#turn.action] : [])].filter((action) => !(action in known));
    if (!wanted.length) return undefined;
    let stale = false;
    const { decision } = asked;
    previews(wanted).then(
      (got) => {
        if (stale || !Object.keys(got).length) return;
        this.#found = { decision, previews: { ...(this.#found.decision === decision ? this.#found.previews : {}), ...got } };
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }

  /** What the slot says of the picked thing. */
  readonly plan = $derived.by((): Plan | null => {
    const { choice } = this.#props();
    return this.#planOf(choice.picked ?? choice.ready, this.#then);
  });
  /** And of the arrow under the pointer. */
  readonly glance = $derived.by((): Plan | null => {
    const { choice } = this.#props();
    return choice.hovered === null ? null : this.#planOf(choice.hovered, []);
  });
  #planOf(action: number | null, more: Line[]): Plan | null {
    const { choice, view, me, say, seats } = this.#props();
    const offered = choice.offered(action);
    if (!offered || me === null) return null;
    return planOf(offered, { view, me, say, name: (seat) => seats[seat]?.name ?? "", way: this.looked, preview: this.#found.previews[offered.action], more });
  }
  /** What is planned to follow. */
  readonly #then = $derived.by((): Line[] => {
    const { say, view } = this.#props();
    if (this.sketching && !this.pencil) return [{ text: say("plan-which"), tone: "soft" }];
    const arrow = this.pencil && view.faces[this.pencil.card]?.arrows.find((each) => each.arrow === this.pencil?.arrow);
    return arrow ? [{ text: say("plan-then", { way: wayWords(say, arrow.rotation) }), tone: "soft" }] : [];
  });

  /** What the slot says while no arrow is looked at: the card taken up, or where I stand and what comes next. */
  readonly rest = $derived.by((): Plan | null => {
    const { view, me, say, asked } = this.#props();
    const boat = me === null ? null : afloat(view.boats[me]);
    if (!asked || me === null) return null;
    if (this.boats.length || this.starts.length) return { title: say(this.boats.length ? "ask-boarding" : "ask-placing"), lines: [{ text: say("note-start"), tone: "soft" }], confirm: "" };
    if (!boat) return null;
    if (this.mode !== "sail") return { title: say("heave"), lines: [{ text: say("explain-heave"), tone: "soft" }], confirm: "" };
    const name = view.card ?? (this.held === null ? null : view.hand?.[this.held]);
    const face = name ? view.faces[name] : undefined;
    if (face) {
      const kind = face.symbol ?? (face.colour === "joker" ? "joker" : null);
      const lines: Line[] = [];
      if (kind && !view.card) lines.push({ text: say(`explain-${kind}`) });
      if (face.arrows.length) lines.push({ text: say("note-arrow"), tone: "soft" });
      return { title: `${say(`card-${face.colour}`)} ${bandWords(say, face)}`, lines, confirm: "" };
    }
    const gate = nextGate(view, me);
    const next = gate ? say("row-next", { gate: gateWords(say, gate), mm: Math.round(boat.remaining / 1000) }) : say("home");
    const todo = this.#note;
    return { title: say("note-place", { place: placeWords(say, view.ranking[me] ?? 1) }), lines: [{ text: next }, ...(todo ? [{ text: todo, tone: "soft" as const }] : [])], confirm: "" };
  });
  /** What the bar asks once a card is taken up, or while heaving to. */
  readonly prompt = $derived.by((): Prompt | null => {
    const { view, say, asked, choice } = this.#props();
    if (!asked || view.card !== null || view.draft.length) return null;
    const doing = this.mode !== "sail" ? this.mode : this.held !== null && this.ways.length && choice.picked === null ? "arrow" : null;
    if (doing === null) return null;
    const strong = say(`ask-${doing}`);
    return { strong, rest: say(`ask-${doing}-rest`), short: { strong: `${strong.replace(/\s*[:.]$/, "")}.`, rest: "" } };
  });

  /** What to do first, while no card is taken up. */
  get #note(): string {
    const { say } = this.#props();
    if (this.sails.length) return this.end ? say("note-helm") : say(this.mustHeave ? "note-heave" : "note-card");
    return this.suns.length ? say("note-sun") : "";
  }
}
