/** Steering cards ("N13", "P") and wind cards ("N2") as the view writes them. */

export type Direction = "N" | "E" | "S" | "W";

export const DIRECTIONS: readonly Direction[] = ["N", "E", "S", "W"];
export const ANGLES: Readonly<Record<Direction, number>> = { N: 0, E: 90, S: 180, W: 270 };
export const PIRATE = "P";

export function direction(card: string): Direction {
  return DIRECTIONS.find((each) => card.startsWith(each)) ?? "N";
}

/** The number on a steering card, the damage on a wind card. */
export function figure(card: string): number {
  return Number(card.slice(1));
}

/** The damages a player has taken from one direction, and whether 1, 2 and 3 are all among them. */
export interface Column {
  direction: Direction;
  damages: { damage: number; inSet: boolean }[];
  set: boolean;
}

/** Wind cards by direction; in a full set the first 1, 2 and 3 are marked. */
export function columns(winds: readonly string[]): Column[] {
  return DIRECTIONS.map((d) => {
    const damages = winds
      .filter((wind) => direction(wind) === d)
      .map(figure)
      .sort((a, b) => a - b);
    const set = [1, 2, 3].every((damage) => damages.includes(damage));
    return {
      direction: d,
      set,
      damages: damages.map((damage, i) => ({
        damage,
        inSet: set && damages.indexOf(damage) === i,
      })),
    };
  });
}

/** A hand in groups of one direction, pirates last, each card with its place in the hand. */
export function groups(hand: readonly string[]): { card: string; place: number }[][] {
  const order = [...DIRECTIONS, PIRATE];
  return order
    .map((kind) =>
      hand.map((card, place) => ({ card, place })).filter(({ card }) => card[0] === kind),
    )
    .filter((group) => group.length > 0);
}
