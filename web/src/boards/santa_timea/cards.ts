/** Steering cards ("N13", "P") and wind cards ("N2") as the view writes them. */

export type Direction = "N" | "E" | "S" | "W";
/** How a steering card lies to a wind: it counts in full, half or nothing. */
export type Lean = "with" | "across" | "against";

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

/** How a card lies to a wind; null for a pirate, which copies. */
export function lean(card: string, wind: string): Lean | null {
  if (card === PIRATE) return null;
  const turn = Math.abs(ANGLES[direction(card)] - ANGLES[direction(wind)]) % 360;
  return turn === 0 ? "with" : turn === 180 ? "against" : "across";
}

/** 5.5 as people write it on cards. */
export function worth(value: number | null | undefined): string {
  if (value === null || value === undefined) return "?";
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
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

/** Damage of these winds with every full set away that is not kept. */
export function damageOf(winds: readonly string[], kept = ""): number {
  let sum = 0;
  for (const column of columns(winds)) for (const { damage, inSet } of column.damages) if (!inSet || kept.includes(column.direction)) sum += damage;
  return sum;
}
