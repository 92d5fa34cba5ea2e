/* My hand and my choices: what each card counts and brings, and what the slot says of the one I picked. */
import type { Line, Plan } from "../board";
import { ofKind } from "../kinds";
import { PIRATE, direction, worth } from "./cards";
import type { Held } from "./Hand.svelte";
import { counted } from "./ledger";
import type { Picture, Seen } from "./picture.svelte";
import type { Offer } from "./Sets.svelte";
import { asBefore, cardPreview, tricksLeft, type CardPreview } from "./table";

export class Holding {
  readonly #seen: Seen;
  readonly #picture: Picture;
  readonly #halves: () => boolean;
  constructor(seen: Seen, picture: Picture, halves: () => boolean) {
    this.#seen = seen;
    this.#picture = picture;
    this.#halves = halves;
  }

  readonly #plays = $derived.by(() => new Map(ofKind(this.#seen.asked?.actions ?? [], "play").map((each) => [each.card, each])));
  readonly #refused = $derived.by(() => new Map(ofKind(this.#seen.asked?.refused ?? [], "play").map((each) => [each.card, each])));
  /** Tricks still to come: winds beyond them will not blow. */
  readonly left = $derived.by(() => tricksLeft(this.#picture.view));
  /** The place of the card on its way to the table. */
  readonly leaving = $derived.by(() => {
    const { kind, played } = this.#picture;
    return kind === "lay" && played?.seat === this.#seen.me ? (this.#seen.view.hand?.indexOf(played?.card ?? "") ?? null) : null;
  });
  /** Once a trick is settled, what counts is the next wind. */
  readonly skip = $derived.by(() => (this.#picture.settled && (this.#picture.kind !== "clear" || !this.#picture.moved) ? 1 : 0));

  #held: readonly Held[] = [];
  readonly hand = $derived.by((): readonly Held[] => (this.#held = asBefore(this.#held, this.#cards())));

  #cards(): Held[] {
    const { words, aids, foreseen } = this.#seen;
    const { say } = words;
    const { view } = this.#picture;
    return (view.hand ?? []).map((card, place): Held => {
      const offer = this.#plays.get(card) ?? this.#refused.get(card) ?? null;
      const no = this.#refused.get(card);
      const worths = view.worths?.[place] ?? [];
      const seen = aids ? cardPreview(foreseen, this.#plays.get(card)?.action) : null;
      const fate = seen && view.trick.length > 0 ? this.#fate(seen) : null;
      const spoken = say("spoken-card", { card: words.card(card), worths: worths.slice(0, this.left).map((each) => (each === null ? say("copy") : worth(each))).join(", ") });
      return { card, worths, action: offer?.action ?? null, refused: no !== undefined, fate, label: [spoken, fate?.text, no?.why].filter(Boolean).join(". ") };
    });
  }

  #fate(seen: CardPreview): Held["fate"] {
    const { me, words } = this.#seen;
    const { wind } = this.#picture;
    const sure = seen.complete;
    const tone = seen.cancelled ? "out" : seen.takes === me ? "takes" : seen.leads === me ? "leads" : "safe";
    const key = `fate-${tone}${sure ? "" : "-far"}`;
    return { tone, sure, text: words.say(key, { wind: wind ? words.letter(wind) + wind.slice(1) : "" }), short: words.say(`${key}-short`) };
  }

  /** Expert game: to discard a full set, or to keep it. */
  readonly offers = $derived.by((): Offer[] => {
    const { view, me, asked, foreseen, words } = this.#seen;
    return ofKind(asked?.actions ?? [], "discard", "keep").map((each): Offer => {
      const mine = (view.taken[me ?? 0] ?? []).filter((taken) => direction(taken) === each.direction);
      const seen = foreseen[each.action];
      const result = seen && seen.kind !== "play" ? words.say(seen.bonus > 0 ? "set-result-pair" : "set-result", { n: seen.damage, bonus: seen.bonus }) : "";
      return { action: each.action, title: words.say(`${each.kind}-title`), result, winds: counted(mine, each.kind === "keep" ? each.direction : "") };
    });
  });

  /** How the trick and the round stand: what the slot says while nothing is looked at. */
  readonly standing = $derived.by((): Line[] => {
    const { me, words } = this.#seen;
    const { view, wind, settled } = this.#picture;
    if (view.step === "choosing" && !settled) return [{ text: words.say("about-pairs") }];
    if (wind === null || settled || view.step !== "playing") return [];
    const winds = [wind, ...(view.options.expert ? view.aside : [])];
    const { takes, leads } = view.standing ?? { takes: null, leads: null };
    const round = words.round(view.damages ?? [], me);
    if (view.trick.length === 0) return words.brief ? round : [words.stake(winds), ...round];
    const trick = words.outcome(view, view.trick, { takes, leads, sure: false }, winds);
    // Where there is little room, only what is at hand.
    return words.brief ? trick : [...trick, ...round];
  });

  /** What the slot says of a picked action; null where it is not known. */
  plan(picked: number): Plan | null {
    const { words, aids, asked } = this.#seen;
    const { say, brief } = words;
    const { trick, wind, view, foresight, marks } = this.#picture;
    const offer = this.offers.find((each) => each.action === picked);
    if (offer) return { title: offer.title, lines: [{ text: offer.result }], confirm: offer.title };
    const card = ofKind(asked?.actions ?? [], "play").find((each) => each.action === picked)?.card;
    if (card === undefined || wind === null) return null;
    const i = trick.findIndex((laid) => laid.ghost);
    const laid = trick[i];
    const title = laid ? say("plan-title", { card: words.card(card), value: worth(laid.value), reason: brief ? this.#picture.caption({ ...laid, ghost: false }, i).short : words.why(trick, i, wind) }) : words.card(card);
    // In the expert game the taker gets what lies beside the row too.
    const lines = foresight && aids ? words.outcome(view, trick, marks, [wind, ...(view.options.expert ? view.aside : [])]) : [];
    const held = this.hand.find((each) => each.action === picked);
    const later = held?.worths.slice(1, this.left) ?? [];
    if ((this.#halves() || !aids) && card !== PIRATE && later.length > 0) {
      lines.push({ text: later.map((value, at) => say(at === 0 ? "plan-next" : "plan-then", { wind: words.short(view.row[at + 1] ?? "N1"), value: worth(value) })).join(", "), tone: "soft" });
    }
    return { title, lines, confirm: card === PIRATE ? say("lay-pirate") : say("lay", { card: words.card(card) }) };
  }

  /** The action of the card I planned while others played, if it may be laid now. */
  wished(thing: string): number | null {
    return this.#plays.get(thing.replace(/^card:/, ""))?.action ?? null;
  }
}
