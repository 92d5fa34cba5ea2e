/* What the board shows at this moment of a scene, with the card I am about to lay as if it lay there. */
import type { BoardProps } from "../board";
import { ofKind } from "../kinds";
import { turned } from "../needle";
import type { BerthShown } from "./Berth.svelte";
import { ANGLES, PIRATE, direction, lean, worth } from "./cards";
import { pointLines } from "./ledger";
import type { Pin } from "./Ruler.svelte";
import { LASTS } from "./scenes";
import { asBefore, cardPreview, part, spots, struck, type Laid, type Marks, type Previews, type TableView } from "./table";
import type { Wording } from "./wording";

type Props = BoardProps<"santa-timea">;
/** A card of the trick; a ghost is only previewed. */
export type Shown = Laid & { ghost: boolean };

/** What the picture is made from, besides what every board gets. */
export interface Seen extends Pick<Props, "view" | "scene" | "progress" | "me" | "asked" | "choice" | "aids"> {
  readonly words: Wording;
  readonly foreseen: Previews;
}

export class Picture {
  readonly #seen: Seen;
  constructor(seen: Seen) {
    this.#seen = seen;
  }

  // How far the scene has come.
  readonly kind = $derived.by(() => this.#seen.scene?.kind ?? "");
  readonly flown = $derived.by(() => (this.kind === "lay" ? this.step(0, LASTS.fly) : 1));
  readonly carried = $derived.by(() => (this.kind === "wind" ? this.step(0, LASTS.wind) : this.kind === "aside" ? this.step(0, LASTS.aside) : 1));
  readonly gathered = $derived.by(() => (this.kind === "clear" ? this.step(0, LASTS.gather) : 1));
  readonly shifted = $derived.by(() => (this.kind === "clear" ? this.step(LASTS.gather, LASTS.shift) : 1));
  readonly dealt = $derived.by(() => (this.kind === "deal" ? this.step(0, LASTS.deal) : 1));
  readonly faces = $derived.by(() => (this.kind === "deal" ? Math.floor(this.step(LASTS.deal, 3 * LASTS.turn) * 3 + 0.001) : 3));
  // Which parts of it are over: what is drawn anew changes with these alone, not with every frame.
  readonly landed = $derived.by(() => this.flown === 1);
  readonly arrived = $derived.by(() => this.carried === 1);
  readonly swept = $derived.by(() => this.gathered === 1);
  readonly moved = $derived.by(() => this.shifted === 1);
  readonly #half = $derived.by(() => this.#seen.progress >= 0.5);
  readonly done = $derived.by(() => this.#seen.progress >= 1);
  readonly settled = $derived.by(() => ["verdict", "wind", "aside", "clear"].includes(this.kind));
  readonly #facts = $derived.by(() => this.#seen.scene?.facts ?? []);
  readonly played = $derived.by(() => ofKind(this.#facts, "card-played")[0]);
  readonly taken = $derived.by(() => ofKind(this.#facts, "wind-taken")[0]);
  readonly aside = $derived.by(() => ofKind(this.#facts, "wind-put-aside")[0]);
  readonly lead = $derived.by(() => ofKind(this.#facts, "lead-passed")[0]);
  readonly scored = $derived.by(() => ofKind(this.#facts, "round-scored")[0]);

  step(begins: number, takes: number): number {
    return part(this.#seen.progress, this.#seen.scene?.lasts ?? 1, begins, takes);
  }

  readonly view = $derived.by((): TableView => {
    const { view, scene } = this.#seen;
    const then = scene?.view ?? view;
    if (this.kind === "lay") return { ...view, trick: then.trick, standing: this.done ? then.standing : view.standing };
    if (this.kind === "cancel") return this.#half ? { ...view, trick: then.trick } : view;
    if (this.kind === "wind" || this.kind === "aside") return this.arrived ? { ...view, taken: then.taken, damages: then.damages, aside: then.aside } : view;
    if (this.kind === "clear") return this.moved ? then : { ...view, trick: [], standing: null };
    if (this.kind === "set") return this.#half ? { ...view, kept: then.kept } : view;
    if (this.kind === "deal") return then;
    return view;
  });

  // What is looked at, and what would follow.
  readonly looked = $derived.by(() => ofKind(this.#seen.asked?.actions ?? [], "play").find((each) => each.action === this.#seen.choice.looked) ?? null);
  readonly foresight = $derived.by(() => cardPreview(this.#seen.foreseen, this.looked?.action));

  /** The cards of the trick, with the one I am about to lay. */
  readonly trick = $derived.by((): Shown[] => {
    const { me, scene, aids } = this.#seen;
    const laid = this.view.trick.map((each) => ({ ...each, ghost: false }));
    if (this.looked === null || me === null || scene !== null) return laid;
    const place = this.view.hand?.indexOf(this.looked.card) ?? -1;
    const all = [...laid, { seat: me, card: this.looked.card, value: this.view.worths?.[place]?.[0] ?? 0, cancelled: false, ghost: true }];
    if (!aids) return all;
    const out = struck(all);
    return all.map((each, i) => ({ ...each, cancelled: out[i]! }));
  });

  readonly marks = $derived.by((): Marks => {
    const { aids, scene } = this.#seen;
    if (this.settled) return { takes: this.taken?.seat ?? null, leads: this.aside ? null : (this.lead?.seat ?? null), sure: true };
    if (this.foresight && aids && scene === null) return { takes: this.foresight.takes, leads: this.foresight.leads, sure: this.foresight.complete };
    if (this.view.standing) return { ...this.view.standing, sure: this.view.trick.length === this.view.players };
    return { takes: null, leads: null, sure: false };
  });

  readonly wind = $derived.by(() => this.view.row[0] ?? null);
  readonly winds = $derived.by(() => this.taken?.winds ?? (this.aside ? [this.aside.wind] : this.wind ? [this.wind] : []));

  readonly pins = $derived.by((): Pin[] => {
    const { kind, played, trick } = this;
    const places = spots(trick);
    const newest = kind === "lay" || kind === "pirate" ? played?.seat : undefined;
    const copying = kind === "lay" && played?.card === PIRATE && trick.length > 1;
    return trick.map((laid, i) => ({ seat: laid.seat, spot: places[i]!, cancelled: laid.cancelled, ghost: laid.ghost, state: laid.seat !== newest ? "stands" : copying ? "hidden" : "drops" }));
  });
  /** How far the pin of the newest card has come down: 0 to 1. */
  readonly drop = $derived.by(() => (this.kind === "lay" ? this.step(LASTS.fly, LASTS.pin) : this.kind === "pirate" ? this.step(LASTS.pirate * 0.6, LASTS.pirate * 0.4) : 1));

  /** Where the needle points while it turns; null where it rests. */
  readonly angle = $derived.by((): number | null => {
    const { view, scene } = this.#seen;
    const [from, to] = [view.row[0], scene?.view?.row[0]];
    if (this.kind !== "clear" || !from || !to || !this.lead) return null;
    const start = ANGLES[direction(from)];
    const swung = this.step(LASTS.gather + LASTS.shift, LASTS.needle);
    const eased = swung < 0.5 ? 2 * swung * swung : 1 - (2 - 2 * swung) ** 2 / 2;
    return start + (turned(start, ANGLES[direction(to)]) - start) * eased;
  });

  /** What is said in place of the wind of this trick once it has left. */
  readonly gone = $derived.by(() => {
    const { say } = this.#seen.words;
    return this.kind === "wind" ? say("taken") : this.kind === "aside" ? say("put-aside") : this.kind === "clear" && !this.moved ? "" : null;
  });
  /** How many winds of the row are under way. */
  readonly away = $derived.by(() => (this.kind === "clear" && !this.moved ? (this.swept ? 3 : 1) : 0));

  /** Equal cards knock together: those that do, the newest against all others, and how far from their places. */
  readonly #knocking = $derived.by(() => new Map((this.kind === "cancel" ? (this.#seen.scene?.view?.trick ?? []) : []).filter((laid) => laid.cancelled).map(({ seat }) => [seat, seat === this.played?.seat ? 1 : -1])));
  readonly #swing = $derived.by(() => (this.kind === "cancel" ? Math.sin(this.#seen.progress * Math.PI * 4) * (1 - this.#seen.progress) * 7 : 0));
  knock = (seat: number): number => {
    const side = this.#knocking.get(seat);
    return side === undefined ? 0 : side * this.#swing;
  };

  caption(laid: Shown, i: number): BerthShown["caption"] {
    const { words } = this.#seen;
    const { say } = words;
    const { trick, wind, settled, marks } = this;
    const led = i === 0 ? say("led") : "";
    if (wind === null) return { lead: "", long: "", short: "" };
    const way = lean(laid.card, wind);
    const short = way ? say(`short-${way}`) : i === 0 ? say("short-lowest") : say("short-copy");
    if (laid.ghost) return { lead: say("preview"), long: `– ${words.reason(trick, i, wind)}`, short: "" };
    if (settled && marks.takes === laid.seat) return { lead: "", long: laid.card === PIRATE && i === 0 ? say("lowest-of-all") : say("lowest-left", { value: worth(laid.value) }), short };
    if (settled && marks.leads === laid.seat && !laid.cancelled) return { lead: "", long: say("highest-left", { value: worth(laid.value) }), short };
    // A led pirate says enough by itself.
    return { lead: led && way ? `${led} ·` : "", long: way === null && i === 0 ? say("lowest-of-all") : words.reason(trick, i, wind), short };
  }

  #flag(laid: Shown, i: number): BerthShown["flag"] {
    const { words } = this.#seen;
    const { say, brief } = words;
    const cancelled = this.view.trick[i]?.cancelled;
    if (laid.ghost || !(this.settled || cancelled) || this.kind === "clear") return null;
    if (cancelled) return { text: say("cancelled"), tone: "out" };
    const leads = this.marks.leads === laid.seat;
    if (this.marks.takes === laid.seat) return { text: brief ? say("flag-takes-short") : say(leads ? "flag-both" : "flag-takes", { wind: words.cards(this.winds) }), tone: "takes" };
    return leads ? { text: say(brief ? "flag-leads-short" : "flag-leads"), tone: "leads" } : null;
  }

  #berthed: readonly BerthShown[] = [];
  /** The berths by seat. */
  readonly berths = $derived.by((): readonly BerthShown[] => (this.#berthed = asBefore(this.#berthed, Array.from({ length: this.view.players }, (_, seat) => this.#berth(seat)))));

  #berth(seat: number): BerthShown {
    const { me, scene, aids, words } = this.#seen;
    const { kind, trick, view, played, wind } = this;
    const i = trick.findIndex((laid) => laid.seat === seat);
    const laid = trick[i];
    const newest = laid !== undefined && played?.seat === seat;
    const hidden = newest && ((kind === "lay" && !this.landed) || (kind === "pirate" && !this.done));
    const badge = !(newest && ((kind === "lay" && laid.card === PIRATE && i > 0) || kind === "pirate"));
    return {
      seat,
      winds: view.taken[seat] ?? [],
      kept: view.kept?.[seat] ?? "",
      damage: view.damages?.[seat] ?? null,
      points: view.scores[seat] ?? 0,
      history: pointLines(view, seat, words),
      cards: view.played.filter((move) => move.seat === seat).map((move) => move.card),
      turn: view.turn === seat && !this.settled,
      awaited: view.turn === seat && !this.settled && view.step === "playing",
      mine: seat === me,
      laid: laid ? { card: laid.card, value: laid.value, ghost: laid.ghost, cancelled: view.trick[i]?.cancelled ?? false, led: i === 0, hidden, badge } : null,
      caption: laid ? this.caption(laid, i) : { lead: "", long: "", short: "" },
      why: laid && wind ? words.reason(trick, i, wind) : "",
      flag: laid ? this.#flag(laid, i) : null,
      coming: !this.settled && scene === null && this.marks.takes === seat && aids ? wind : null,
      fresh: kind === "wind" && this.arrived && this.taken?.seat === seat ? this.taken.winds : [],
    };
  }
}
