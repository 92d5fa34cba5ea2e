/* Where the turns of a match begin, for the marks on the scrub bar. */
import type { Staging } from "../boards/board";
import type { MoveSaid } from "../wire/types";

/** The move after which a turn begins; that of a round is marked by a longer line. */
export interface TurnStart {
  move: number;
  round: boolean;
}

/** A turn is over with the last move in a row that brings nothing but ends, or of one player where it is a run of his. */
export function turnStarts(moves: readonly MoveSaid[], staging: Pick<Staging, "turns" | "runs"> | null): TurnStart[] {
  const { turns, runs } = staging ?? {};
  const anew: readonly string[] = [...(turns?.anew ?? []), ...(runs?.anew ?? [])];
  const closing: readonly string[] = turns ? [...turns.ends, ...anew] : [];
  const secret: readonly string[] = runs?.secret ?? [];
  const only = (facts: readonly string[], kinds: readonly string[]): boolean => facts.length > 0 && facts.every((kind) => kinds.includes(kind));
  return moves.flatMap((each, i) => {
    const next = moves[i + 1];
    if (!next) return [];
    const round = each.facts.some((kind) => anew.includes(kind));
    const ends = turns
      ? each.facts.some((kind) => closing.includes(kind)) && !only(next.facts, closing)
      : runs && (round || (next.seat !== each.seat && !only(each.facts, secret)));
    return ends ? [{ move: each.move, round }] : [];
  });
}
