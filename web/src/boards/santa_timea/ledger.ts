/** The count of a round and of the match as a ledger: a column for each captain, a line for each step. */

import type { Fact } from "../../wire/types";
import type { Line } from "../board";
import { columns } from "./cards";
import { points, winTitle } from "./scenes";
import type { TableView } from "./table";
import type { Wording } from "./wording";

type Scored = Extract<Fact<"santa-timea">, { kind: "round-scored" }>;

export interface Cell {
  text: string;
  tone?: "good" | "bad" | "soft";
  strong?: boolean;
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
  const best = Math.min(...rank);
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
    { key: "place", title: say("row-place"), cells: rank.map((place) => ({ text: words.ordinal(place), ...(place === best ? { tone: "good" as const } : {}) })) },
    {
      key: "points",
      title: say("row-points"),
      cells: brought.map((n, seat) => {
        const more = fact.bonuses?.[seat] ?? 0;
        const less = fact.penalties?.[seat] ?? 0;
        const sum = more !== 0 || less !== 0 ? `${fact.places[seat]}${more ? ` +${more}` : ""}${less ? ` −${less}` : ""} = ${n}` : signed(n);
        return { text: sum, strong: true, ...(rank[seat] === best ? { tone: "good" as const } : {}) };
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
    cells: view.ranking.map((place) => ({ text: words.ordinal(place), strong: true, ...(place === 1 ? { tone: "good" as const } : {}) })),
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

/** What the dock says of a count or of the end: my place, and who was best. */
export function sumOf(view: TableView, counting: Scored | null, me: number | null, words: Wording): { title: string; text: string } | null {
  const { say } = words;
  if (view.over) {
    const most = Math.max(...view.scores);
    const title = me === null ? winTitle(words, view.winners, most) : say("end-title", { place: words.ordinal(view.ranking[me] ?? 1), n: view.scores[me] ?? 0 });
    const tied = view.ranking.some((place, seat) => place > 1 && view.scores[seat] === most);
    return { title, text: tied ? say("end-tie") : "" };
  }
  if (!counting || me === null) return null;
  const least = Math.min(...counting.damages);
  const best = counting.damages.flatMap((damage, seat) => (damage === least ? [seat] : []));
  const title = say("sum-title", { place: words.ordinal(places(counting.damages)[me]!), damage: counting.damages[me]!, n: points(counting)[me]! });
  return { title, text: say("sum-best", { who: words.list(best), damage: least }) };
}
