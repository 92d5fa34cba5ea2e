/* The log as it is read: sentences in groups, one for each turn, or for each run of facts of one player
   where a game has no turns of its own. */
import type { Staging } from "../boards/board";
import { thingsOf } from "../kit/things";
import type { Fact, Update } from "../wire/types";

export interface LogLine {
  key: string;
  kind: string;
  words: string;
  /** The player it is about. */
  seat: number | null;
  /** What of the board it is about, by the names of things. */
  things: string[];
  /** What people did at the table, and not in the game. */
  aside: boolean;
}
export interface LogGroup {
  key: string;
  /** The player it is of, where the game has no turns. */
  seat: number | null;
  /** The number of the turn, counted within the round; 0 heads a round, null where there are no turns. */
  turn: number | null;
  /** The number of the round. */
  round: number;
  lines: LogLine[];
}

const LONGEST = 400;
const QUIET: readonly string[] = ["said", "line-removed", "created", "sealed", "opened", "automatic", "muted"];
/** What the table says of an end is said by the game already. */
const SAID: readonly string[] = ["match-ended"];

export function grouped(updates: readonly Update[], until: number, staging: Staging | null = null): LogGroup[] {
  const groups: LogGroup[] = [];
  const turns = staging?.turns ?? null;
  let [turn, round, ended] = [0, 0, false];
  let last = { words: "", kind: "" };
  /** Whether a fact begins another group. */
  const begins = (fact: Fact | null, seat: number | null): boolean => {
    const group = groups.at(-1);
    if (!group) return true;
    if (!turns) return !(seat === group.seat || (seat === null && fact));
    if (!fact) return false;
    if (turns.anew.includes(fact.kind)) return true;
    return ended && !turns.ends.includes(fact.kind);
  };
  for (const update of updates) {
    if (update.number > until) break;
    for (const [i, event] of update.events.entries()) {
      if (!event.words || QUIET.includes(event.kind)) continue;
      const fact = event.kind === "fact" ? event.fact : null;
      // The same sentence twice says nothing new, nor does the table's word after the game's.
      if (event.words === last.words || (event.kind === "ended" && SAID.includes(last.kind))) continue;
      const seat = fact && "seat" in fact && typeof fact.seat === "number" ? fact.seat : null;
      const line: LogLine = { key: `${update.number}.${i}`, kind: fact?.kind ?? event.kind, words: event.words, seat, things: fact ? (staging?.things?.(fact) ?? thingsOf(fact)) : [], aside: fact === null };
      if (begins(fact, seat)) {
        if (fact && turns?.anew.includes(fact.kind)) [turn, round] = [0, round + 1];
        else if (turns && groups.length) turn += 1;
        groups.push({ key: line.key, seat: turns ? null : seat, turn: turns ? turn : null, round, lines: [] });
        ended = false;
      }
      if (fact && turns) ended ||= turns.ends.includes(fact.kind) || turns.anew.includes(fact.kind);
      groups.at(-1)!.lines.push(line);
      last = line;
    }
  }
  return groups.slice(-LONGEST);
}
