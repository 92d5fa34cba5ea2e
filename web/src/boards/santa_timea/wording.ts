/** Sentences that the board and its scenes share. */

import type { About } from "../../kit/explaining.svelte";
import type { Line, Say, SeatShown } from "../board";
import { PIRATE, direction, figure, lean, worth, columns, damageOf, type Direction } from "./cards";
import { groups, type Laid, type Marks, type TableView } from "./table";

export interface Speaker {
  say: Say;
  names: Record<string, string>;
  seats: SeatShown[];
  me: number | null;
  /** Little room: winds by their letter. */
  brief?: boolean;
}

/** The longest name where there is little room. */
const LONGEST = 12;

export class Wording {
  readonly say: Say;
  #names: Record<string, string>;
  #seats: SeatShown[];
  #me: number | null;
  readonly brief: boolean;

  constructor({ say, names, seats, me, brief = false }: Speaker) {
    this.say = say;
    this.#names = names;
    this.#seats = seats;
    this.#me = me;
    this.brief = brief;
  }

  name(seat: number): string {
    const name = this.#seats[seat]?.name ?? String(seat + 1);
    return this.brief && name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  }

  /** A sentence about a player: the reader is addressed, all others are named. */
  of(key: string, seat: number, values: Record<string, string | number> = {}): string {
    return seat === this.#me ? this.say(`${key}-you`, values) : this.say(key, { who: this.name(seat), ...values });
  }

  /** "Ingrid, Mei and you" */
  list(seats: number[]): string {
    const named = [...seats.filter((seat) => seat !== this.#me).map((seat) => this.name(seat)), ...(seats.includes(this.#me ?? -1) ? [this.say("you")] : [])];
    return new Intl.ListFormat(this.say("language")).format(named);
  }

  letter(card: string): string {
    return card === PIRATE ? this.say("pirate") : this.say(`letter-${direction(card)}`);
  }

  /** A direction by its name, by its letter where there is little room. */
  way(way: Direction): string {
    return this.brief ? this.say(`letter-${way}`) : (this.#names[way] ?? way);
  }

  /** What a steering card is, and what it counts under the wind that blows. */
  about(card: string, wind: string | null, value: number | null): About {
    if (card === PIRATE) return { title: this.card(card), text: this.say("about-pirate"), rule: "ST-5.1" };
    const way = wind ? lean(card, wind) : null;
    const now = wind && way ? this.say("about-now", { wind: this.card(wind), reason: this.say(`counts-${way}`), value: worth(value) }) : "";
    return { title: this.card(card), text: `${this.say("about-card")} ${now}`.trim(), rule: "ST-4" };
  }

  /** "South 12" */
  card(card: string): string {
    return card === PIRATE ? this.say("pirate") : `${this.#names[direction(card)] ?? direction(card)} ${figure(card)}`;
  }

  /** "S 12" */
  short(card: string): string {
    return card === PIRATE ? this.say("pirate") : `${this.letter(card)} ${figure(card)}`;
  }

  #winds(winds: readonly string[]): string {
    return this.brief ? winds.map((wind) => this.short(wind)).join(", ") : this.cards(winds);
  }

  cards(cards: readonly string[]): string {
    return cards.length > 0 ? cards.map((card) => this.card(card)).join(", ") : this.say("none");
  }

  /** Why a card of the trick counts what it counts: "across the wind: half". */
  reason(trick: readonly Pick<Laid, "seat" | "card" | "value">[], place: number, wind: string): string {
    const laid = trick[place]!;
    const way = lean(laid.card, wind);
    if (way !== null) return this.say(`counts-${way}`, { value: worth(laid.value), number: figure(laid.card) });
    const before = trick[place - 1];
    return before ? this.of("copies", before.seat, { value: worth(laid.value) }) : this.say("led-pirate");
  }

  /** The same without the sum: "across the wind". */
  why(trick: readonly Pick<Laid, "seat" | "card" | "value">[], place: number, wind: string): string {
    const way = lean(trick[place]!.card, wind);
    return way !== null ? this.say(`lies-${way}`) : this.say(place > 0 ? "copied" : "lowest-of-all");
  }

  /** What a trick comes to, line by line; "so far" where cards are still to be laid. */
  outcome(view: TableView, trick: readonly Laid[], marks: Marks, winds: readonly string[]): Line[] {
    const lines: Line[] = groups(trick).map(({ seats, value }) => ({
      seat: seats.find((seat) => seat !== this.#me) ?? seats[0]!,
      text: this.say(seats.length > 1 ? "equal" : "equal-one", { values: seats.map(() => worth(value)).join(" = "), who: this.list(seats) }),
      tone: "soft",
    }));
    const { takes, leads, sure } = marks;
    const tail = sure ? "" : "-far";
    // One who has both is told once, where there is little room.
    const both = this.brief && !sure && takes !== null && takes === leads && !trick.find((each) => each.seat === leads)?.cancelled;
    if (takes !== null) {
      const taken = view.taken[takes] ?? [];
      const then = [...taken, ...winds];
      const made = columns(then).some((column, i) => column.set && !columns(taken)[i]!.set);
      const many = this.brief && winds.length > 1;
      const text = this.of(both ? "both-far" : many ? "takes-winds" : `takes${tail}`, takes, { n: winds.length, winds: this.#winds(winds) });
      lines.push({
        seat: takes,
        text: made ? `${text} – ${this.say(this.brief ? "makes-set-short" : "makes-set")}` : text,
        amount: `${damageOf(taken)} → ${damageOf(then)}`,
        tone: made ? "good" : "bad",
      });
    } else if (sure) lines.push({ text: this.say(view.options.expert ? "nobody-expert" : "nobody", { winds: this.#winds(winds) }) });
    if (leads !== null && !both) {
      const laid = trick.find((each) => each.seat === leads);
      const again = laid === undefined || laid.cancelled;
      // Who would lead again is not said of a trick to which cards are still to come.
      if (!again || sure) lines.push({ seat: leads, text: this.of(again ? "leads-again" : this.brief && (sure || takes !== null) ? "leads-short" : `leads${tail}`, leads), ...(again ? {} : { amount: worth(laid.value) }) });
    }
    return lines;
  }

  /** Why this captain begins the round. */
  beginner({ round, scores, first }: Pick<TableView, "round" | "scores" | "first">): string {
    if (round === 1) return this.say("begins-chance");
    const most = Math.max(...scores);
    const alone = scores[first] === most && scores.filter((score) => score === most).length === 1;
    return this.say(alone ? "begins-most" : "begins-again");
  }

  /** What a trick is about. */
  stake(winds: readonly string[]): Line {
    const n = winds.reduce((sum, wind) => sum + figure(wind), 0);
    return { text: this.say("stake", { winds: this.#winds(winds) }), amount: this.say("stake-damage", { n }) };
  }

  /** How a round stands: whose damage is least, and mine. */
  round(damages: readonly number[], me: number | null): Line[] {
    const least = Math.min(...damages);
    if (damages.every((damage) => damage === least)) return [{ text: this.say("round-goal"), tone: "soft" }];
    const best = damages.flatMap((damage, seat) => (damage === least ? [seat] : []));
    const lines: Line[] = [{ seat: best[0]!, text: this.say("round-least", { who: this.list(best) }), amount: String(least) }];
    if (me === null || best.includes(me)) return lines;
    const place = this.ordinal(1 + damages.filter((damage) => damage < damages[me]!).length);
    return [...lines, { seat: me, text: this.say("round-mine", { place }), amount: String(damages[me]) }];
  }

  /** How the sum of a captain's damage comes about. */
  damageLines(winds: readonly string[], kept = ""): Line[] {
    const out: Line[] = [];
    for (const column of columns(winds)) {
      if (column.damages.length === 0) continue;
      const all = column.damages.reduce((sum, each) => sum + each.damage, 0);
      const name = this.#names[column.direction] ?? column.direction;
      out.push({ text: `${name} ${column.damages.map((each) => each.damage).join(" + ")}`, amount: String(all) });
      if (column.set && !kept.includes(column.direction)) out.push({ text: this.say("set-away", { direction: name }), amount: "−6", tone: "good" });
    }
    return [...out, { text: this.say("damage"), amount: String(damageOf(winds, kept)) }];
  }

  /** "1st", "2nd" */
  ordinal(place: number): string {
    return this.say(`place-${place}`);
  }
}
