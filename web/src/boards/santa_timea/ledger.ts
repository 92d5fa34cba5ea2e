/** The count of a round and of the match as a ledger: a column for each captain, a line for each step. */

import type { Fact } from "../../wire/types";
import type { Line } from "../board";
import { capital } from "../capital";
import { columns } from "./cards";
import { points, winTitle } from "./scenes";
import type { TableView } from "./table";
import type { Wording } from "./wording";

type Scored = Extract<Fact<"santa-timea">, { kind: "round-scored" }>;

export interface Cell {
  text: string;
  tone?: "good" | "bad" | "soft";
  strong?: boolean;
  /** A word beside it, where there is room. */
  note?: string;
}
export interface Row {
  key: string;
  title: string;
  /** By seat. */
  cells: Cell[];
}
/** A wind in the ledger; struck where its set went away. */
export interface Counted {
  wind: string;
  away: boolean;
}

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Places by damage, the least first; equal where it is equal. */
export const places = (damages: readonly number[]): number[] => damages.map((mine) => 1 + damages.filter((other) => other < mine).length);

export function counted(winds: readonly string[], kept: string): Counted[] {
  return columns(winds).flatMap((column) => {
    const away = column.set && !kept.includes(column.direction);
    return column.damages.map(({ damage, inSet }) => ({ wind: `${column.direction}${damage}`, away: away && inSet }));
  });
}

/** The lines of a round's count below the winds themselves. */
export function roundRows(view: TableView, fact: Scored, words: Wording): Row[] {
  const { say } = words;
  const rank = places(fact.damages);
  const worst = Math.max(...rank);
  const shared = (place: number): boolean => rank.filter((other) => other === place).length > 1;
  const note = (place: number): string => (shared(place) ? say("place-shared") : place === 1 ? say("place-least") : place === worst ? say("place-most") : "");
  const sets = view.taken.map((winds, seat): Cell => {
    const away = columns(winds).filter((column) => column.set && !(view.kept?.[seat] ?? "").includes(column.direction));
    if (away.length === 0) return { text: say("none"), tone: "soft" };
    const directions = away.map((column) => words.way(column.direction)).join(", ");
    return { text: say(words.brief ? "sets-away-short" : "sets-away", { directions, damage: 6 * away.length }), tone: "good" };
  });
  const brought = points(fact);
  const rows: Row[] = [
    { key: "sets", title: say("row-sets"), cells: sets },
    { key: "damage", title: say("row-damage"), cells: fact.damages.map((damage) => ({ text: String(damage), strong: true })) },
    { key: "place", title: say("row-place"), cells: rank.map((place) => ({ text: words.ordinal(place), note: note(place), ...(place === 1 ? { tone: "good" as const } : {}) })) },
    {
      key: "points",
      title: say("row-points"),
      cells: brought.map((n, seat) => {
        const more = fact.bonuses?.[seat] ?? 0;
        const less = fact.penalties?.[seat] ?? 0;
        const sum = more !== 0 || less !== 0 ? `${fact.places[seat]}${more ? ` +${more}` : ""}${less ? ` −${less}` : ""} = ${n}` : signed(n);
        return { text: sum, strong: true, ...(rank[seat] === 1 ? { tone: "good" as const } : {}) };
      }),
    },
    { key: "total", title: say("row-total"), cells: view.scores.map((score, seat) => ({ text: `${score} → ${score + brought[seat]!}`, strong: true })) },
  ];
  return rows;
}

/** The lines of the match: a round each, the sum, the tie-break where it decided, the place. */
export function matchRows(view: TableView, words: Wording): Row[] {
  const { say } = words;
  const rows: Row[] = view.history.map((round, i) => ({
    key: `round-${i + 1}`,
    title: say("row-round", { round: i + 1 }),
    cells: round.map((n) => ({ text: signed(n) })),
  }));
  rows.push({ key: "total", title: say("row-total"), cells: view.scores.map((score) => ({ text: String(score), strong: true })) });
  const tied = new Set(view.scores).size < view.scores.length;
  if (tied && view.options.edition === "german") {
    rows.push({ key: "won", title: say("row-won"), cells: view.rounds_won.map((n) => ({ text: String(n) })) });
  }
  rows.push({
    key: "place",
    title: say("row-place"),
    cells: view.ranking.map((place) => ({ text: words.ordinal(place), note: view.ranking.filter((other) => other === place).length > 1 ? say("place-shared") : "", strong: true, ...(place === 1 ? { tone: "good" as const } : {}) })),
  });
  return rows;
}

/** What a player's points come from, a line for each round. */
export function pointLines(view: Pick<TableView, "history" | "scores">, seat: number, words: Wording): Line[] {
  return [
    ...view.history.map((round, i) => ({ text: words.say("row-round", { round: i + 1 }), amount: signed(round[seat] ?? 0) })),
    { text: words.say("row-total"), amount: String(view.scores[seat] ?? 0) },
  ];
}

/** Seats that are level, group by group, the best first. */
function level(values: readonly number[], best: "least" | "most"): { value: number; seats: number[] }[] {
  const sign = best === "least" ? 1 : -1;
  return [...new Set(values)]
    .sort((a, b) => sign * (a - b))
    .map((value) => ({ value, seats: values.flatMap((each, seat) => (each === value ? [seat] : [])) }))
    .filter((group) => group.seats.length > 1);
}

/** What the dock says of a count or of the end: my place, who was best, and why players are level. */
export interface Sum {
  title: string;
  lines: string[];
}

export function sumOfRound(view: TableView, fact: Scored, me: number | null, words: Wording): Sum {
  const { say } = words;
  const least = Math.min(...fact.damages);
  const best = fact.damages.flatMap((damage, seat) => (damage === least ? [seat] : []));
  const first = say("sum-best", { who: words.list(best), damage: least });
  const title = me === null ? first : say("sum-title", { place: words.ordinal(places(fact.damages)[me]!), damage: fact.damages[me]!, n: points(fact)[me]! });
  const lines = me === null ? [] : [first];
  for (const seat of best) {
    const away = columns(view.taken[seat] ?? []).filter((column) => column.set && !(view.kept?.[seat] ?? "").includes(column.direction));
    if (away.length > 0) lines.push(say("sum-set", { who: capital(words.list([seat])), directions: away.map((column) => words.way(column.direction)).join(", "), n: 6 * away.length }));
  }
  for (const { value, seats } of level(fact.damages, "least")) {
    lines.push(say("sum-level", { who: words.list(seats), damage: value, n: fact.places[seats[0]!]! }));
  }
  return { title, lines };
}

export function sumOfMatch(view: TableView, me: number | null, words: Wording): Sum {
  const { say } = words;
  const won = winTitle(words, view.winners, Math.max(...view.scores));
  const title = me === null ? won : say("end-title", { place: words.ordinal(view.ranking[me] ?? 1), n: view.scores[me] ?? 0 });
  const lines = me === null || (view.winners.length === 1 && view.winners[0] === me) ? [] : [won];
  for (const { value, seats } of level(view.scores, "most")) {
    const who = words.list(seats);
    const rounds = seats.map((seat) => view.rounds_won[seat] ?? 0);
    const key = view.options.edition === "french" ? "end-tie-shared" : new Set(rounds).size === rounds.length ? "end-tie-won" : new Set(rounds).size === 1 ? "end-tie-equal" : "end-tie-some";
    lines.push(say(key, { who, n: value }));
  }
  return { title, lines };
}

/** Who leads the match after a round, and how far behind I am. */
export function leadLine(scores: readonly number[], me: number | null, words: Wording): string {
  const most = Math.max(...scores);
  const ahead = scores.flatMap((score, seat) => (score === most ? [seat] : []));
  const who = words.list(ahead);
  if (me === null || ahead.includes(me)) return ahead.length === 1 && ahead[0] === me ? words.say("lead-you", { n: most }) : words.say("lead-is", { who, n: most });
  return words.say("lead-behind", { who, most, n: most - (scores[me] ?? 0) });
}
