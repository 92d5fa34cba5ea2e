/* A rating of one's own at puzzles, kept in this browser, and which puzzle comes next. */
export const BEGINNER = 1000;
const MOST_CHANGE = 40;
const SCALE = 400;
/** Of the puzzles nearest to one's rating, one of this many comes next. */
const NEAREST = 12;

/** The rating after a puzzle of that difficulty: more is won on hard ones, more lost on easy ones. */
export function rated(mine: number, puzzle: number, right: boolean): number {
  const expected = 1 / (1 + 10 ** ((puzzle - mine) / SCALE));
  return Math.max(100, Math.round(mine + MOST_CHANGE * ((right ? 1 : 0) - expected)));
}

/** The number of a puzzle that suits a rating, not one of those just seen; null if there is none. */
export function next(ratings: number[], mine: number, seen: number[], draw: () => number = Math.random): number | null {
  const all = ratings.map((rating, i) => ({ number: i + 1, off: Math.abs(rating - mine) }));
  const fresh = all.filter((each) => !seen.includes(each.number));
  const near = (fresh.length ? fresh : all).sort((a, b) => a.off - b.off || a.number - b.number).slice(0, NEAREST);
  return near[Math.floor(draw() * near.length)]?.number ?? null;
}
