/** The scenes of a move: every fact moves just what it tells, the last ends in the server's view. */

import type { Fact } from "../../wire/types";
import type { Happening, Line, Scene } from "../board";
import { ofKind, type OfKind } from "../kinds";
import { PIRATE, columns, damageOf, worth } from "./cards";
import { spots, same, struck, trickNumber, type Marks, type TableView } from "./table";
import { Wording } from "./wording";

type Game = "santa-timea";
type Told<K extends Fact<Game>["kind"]> = OfKind<Fact<Game>, K>;

/** How long the parts of the scenes last, in milliseconds. */
export const LASTS = {
  fly: 350,
  pin: 200,
  pirate: 500,
  cancel: 600,
  verdict: 300,
  wind: 700,
  set: 500,
  aside: 600,
  gather: 300,
  shift: 450,
  needle: 700,
  decide: 700,
  ledger: 250,
  row: 450,
  deal: 900,
  turn: 250,
  sum: 600,
} as const;

/** The lines of the count, one after the other. */
export const ROWS = ["winds", "sets", "damage", "place", "points", "total"] as const;

export function scenes(happening: Happening<Game>): Scene<Game>[] {
  return new Telling(happening).scenes();
}

class Telling {
  #now: TableView;
  #out: Scene<Game>[] = [];
  #words: Wording;
  #facts: Fact<Game>[];

  constructor(private readonly happening: Happening<Game>) {
    this.#now = happening.before;
    this.#words = new Wording(happening);
    this.#facts = happening.told.map((each) => each.fact);
  }

  scenes(): Scene<Game>[] {
    for (const [i, fact] of this.#facts.entries()) {
      if (fact.kind === "card-played") {
        // What was seen before is not what this card was laid on: there is nothing true to show.
        if (this.#now.trick.length >= this.#now.players || this.#now.trick.some((laid) => laid.seat === fact.seat)) return [];
        this.#lay(fact, i);
      } else if (fact.kind === "wind-taken" || fact.kind === "wind-put-aside") this.#settle(fact, i);
      else if (fact.kind === "set-discarded" || fact.kind === "set-kept") this.#decide(fact);
      else if (fact.kind === "round-scored") this.#count(fact);
      else if (fact.kind === "round-began") this.#deal(fact, i);
      else if (fact.kind === "match-ended") this.#end(fact);
      // lead-passed and wind-turned belong to the trick that was settled, hand-dealt to its round.
    }
    const last = this.#out.pop();
    return last ? [...this.#out, { ...last, view: this.happening.after }] : [];
  }

  #add(scene: Scene<Game>): void {
    this.#out.push(scene);
    if (scene.view) this.#now = scene.view;
  }

  #lay(fact: Told<"card-played">, i: number): void {
    const { me } = this.happening;
    const now = this.#now;
    const trick = [...now.trick, { seat: fact.seat, card: fact.card, value: fact.value, cancelled: false }];
    const full = trick.length === now.players;
    const next = full ? null : (fact.seat + 1) % now.players;
    const place = fact.seat === me && now.hand ? now.hand.indexOf(fact.card) : -1;
    const without = <T>(list: T[] | null): T[] | null => (place < 0 || list === null ? list : list.filter((_, at) => at !== place));
    const view: TableView = {
      ...now,
      trick,
      hand: without(now.hand),
      worths: without(now.worths),
      counts: now.counts.map((n, seat) => (seat === fact.seat ? Math.max(0, n - 1) : n)),
      turn: next,
      actors: next === null ? [] : [next],
      standing: this.#standing(i, full),
    };
    const title = this.#words.of("lays", fact.seat, { card: this.#words.card(fact.card) });
    const reason: Line = { text: this.#words.reason(trick, trick.length - 1, now.row[0] ?? "N1"), amount: worth(fact.value) };
    const pirate = fact.card === PIRATE && trick.length > 1;
    const all = spots(trick);
    const equal = all.slice(0, -1).some((spot) => same(spot, all.at(-1)!));
    const said = { facts: [fact], title, lines: [reason] };
    this.#add({ ...said, kind: "lay", lasts: LASTS.fly + LASTS.pin, pause: pirate || equal ? 0 : 400, sound: "card", view });
    if (pirate) this.#add({ ...said, kind: "pirate", lasts: LASTS.pirate, sound: "drum", view });
    if (equal) {
      const out = struck(trick);
      const settled = trick.map((laid, at) => ({ ...laid, cancelled: out[at]! }));
      const lines = this.#words.outcome(view, settled, { takes: null, leads: null, sure: false }, []);
      this.#add({ ...said, kind: "cancel", lines: [reason, ...lines], lasts: LASTS.cancel, pause: 400, sound: "knock", view: { ...view, trick: settled } });
    }
  }

  /** How the trick stands after a card: as the server says, or as it ended. */
  #standing(i: number, full: boolean): TableView["standing"] {
    const { after } = this.happening;
    const rest = this.#facts.slice(i + 1);
    if (full) {
      const [taken] = ofKind(rest, "wind-taken");
      const [lead] = ofKind(rest, "lead-passed");
      return { takes: taken?.seat ?? null, leads: lead?.seat ?? this.#now.leader };
    }
    return rest.length === 0 ? after.standing : null;
  }

  #settle(fact: Told<"wind-taken"> | Told<"wind-put-aside">, i: number): void {
    const words = this.#words;
    const now = this.#now;
    const rest = this.#facts.slice(i + 1);
    const next = rest.findIndex((each) => each.kind === "card-played" || each.kind === "round-scored");
    const [lead] = ofKind(next < 0 ? rest : rest.slice(0, next), "lead-passed");
    const [turned] = ofKind(next < 0 ? rest : rest.slice(0, next), "wind-turned");
    const facts: Fact<Game>[] = [fact, ...(lead ? [lead] : []), ...(turned ? [turned] : [])];
    const winds = fact.kind === "wind-taken" ? fact.winds : [fact.wind];
    const takes = fact.kind === "wind-taken" ? fact.seat : null;
    const marks: Marks = { takes, leads: lead?.seat ?? null, sure: true };
    // Who takes the wind is said in the bar.
    const title = words.say("log.turn", { n: trickNumber(now).trick });
    const lines = words.outcome(now, now.trick, marks, winds);
    const said = { facts, title, lines };
    this.#add({ ...said, kind: "verdict", lasts: LASTS.verdict, pause: 500 });
    const taken = now.taken.map((held, seat) => (seat === takes ? [...held, ...winds].sort(byWind) : held));
    const set = takes !== null && columns(taken[takes]!).filter((each) => each.set).length > columns(now.taken[takes]!).filter((each) => each.set).length;
    const view: TableView = {
      ...now,
      taken,
      damages: taken.map((winds) => damageOf(winds)),
      aside: takes === null ? [...now.aside, ...winds].sort(byWind) : now.options.expert ? [] : now.aside,
    };
    if (takes === null) this.#add({ ...said, kind: "aside", lasts: LASTS.aside, pause: "continue", sound: "wind", view });
    else this.#add({ ...said, kind: "wind", lasts: LASTS.wind + (set ? LASTS.set : 0), pause: "continue", sound: set ? "chime" : "wind", view });
    const leader = lead?.seat ?? now.leader;
    this.#add({
      ...said,
      kind: "clear",
      lasts: LASTS.gather + (lead ? LASTS.shift + LASTS.needle : 0),
      sound: "card",
      view: {
        ...view,
        trick: [],
        standing: null,
        played: [...now.played, ...now.trick.map(({ seat, card }) => ({ seat, card }))],
        row: [...now.row.slice(1), ...(turned ? [turned.wind] : [])],
        pile: turned ? Math.max(0, now.pile - 1) : now.pile,
        worths: now.worths?.map((each) => each.slice(1)) ?? null,
        leader,
        turn: lead ? leader : null,
        actors: lead ? [leader] : [],
      },
    });
  }

  #decide(fact: Told<"set-discarded" | "set-kept">): void {
    const now = this.#now;
    const kept = (now.kept ?? now.taken.map(() => "")).map((sets, seat) => (seat === fact.seat && fact.kind === "set-kept" ? sets + fact.direction : sets));
    const title = this.#words.of(fact.kind, fact.seat, { direction: this.happening.names[fact.direction] ?? fact.direction });
    this.#add({ kind: "set", facts: [fact], lasts: LASTS.decide, pause: 500, title, sound: "card", view: { ...now, kept, choice: null, turn: null, actors: [] } });
  }

  #count(fact: Told<"round-scored">): void {
    const words = this.#words;
    const now = this.#now;
    const gained = points(fact);
    const scores = now.scores.map((score, seat) => score + gained[seat]!);
    const { rounds } = now.options;
    const title = fact.round < rounds ? words.say("next-round", { round: fact.round + 1, rounds }) : words.say("last-round");
    // The ledger tells the rest.
    const lines: Line[] = [{ text: words.say(fact.round < rounds ? "next-round-help" : "last-round-help") }];
    const lasts = LASTS.ledger + ROWS.length * LASTS.row;
    const view: TableView = { ...now, scores, history: [...now.history, gained], turn: null, actors: [] };
    this.#add({ kind: "count", facts: [fact], lasts, pause: "continue", title, lines, sound: "bell", view });
  }

  #deal(fact: Told<"round-began">, i: number): void {
    const words = this.#words;
    const title = words.of("begins", fact.first, { round: fact.round });
    const dealt = ofKind(this.#facts.slice(i + 1), "hand-dealt");
    const lines: Line[] = [{ text: words.beginner(this.happening.after) }, { text: words.say("round-goal"), tone: "soft" }];
    this.#add({ kind: "deal", facts: [fact, ...dealt], lasts: LASTS.deal + 3 * LASTS.turn, title, lines, sound: "card", view: this.happening.after });
  }

  #end(fact: Told<"match-ended">): void {
    // Who wins is told by the ledger, line by line.
    this.#add({ kind: "end", facts: [fact], lasts: 6 * LASTS.sum, title: this.#words.say("points-end"), sound: "end", view: this.happening.after });
  }
}

export function winTitle(words: Wording, winners: number[], n: number): string {
  const [only] = winners;
  return winners.length === 1 && only !== undefined ? words.of("wins", only, { n }) : words.say("win-together", { who: words.list(winners), n });
}

/** What a round brought, by seat. */
export const points = (fact: Told<"round-scored">): number[] =>
  fact.places.map((place, seat) => place + (fact.bonuses?.[seat] ?? 0) - (fact.penalties?.[seat] ?? 0));

const ORDER = "NESW";
const byWind = (a: string, b: string): number => ORDER.indexOf(a[0]!) - ORDER.indexOf(b[0]!) || Number(a.slice(1)) - Number(b.slice(1));
