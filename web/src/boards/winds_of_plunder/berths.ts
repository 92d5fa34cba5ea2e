/* Where ships lie beside the tile of their port: at its lower right corner, mine in front, a second row
 * above where there are more than three; at the left corner where the chart has no room to the right, or
 * where the name of the next port stands there. */

/** A row of this many cubes reaches as far as the ships: then these lie above it, and farther from the tile. */
const LONG = 3;
export const clear = (cubes: number): { out: number; up: number } => (cubes < LONG ? { out: 0, up: 0 } : { out: 4, up: 14 });

/** How far apart two ships lie, in pixels, and how many lie in a row. */
const APART = 15;
const ROW = 3;
const ABOVE = 22;
/** Half a tile and half a ship with its ring. */
const REACH = 54;

export interface Berth {
  /** To the right (1) or to the left (-1) of the tile. */
  side: 1 | -1;
  /** How many pixels farther out and higher than the first. */
  out: number;
  up: number;
}

/** From where to where a ship reaches from the middle of its port, across and down. */
const NEAR = 22;
const FAR = 42;
const [TOP, BOTTOM] = [-4, 28];
/** A name stands above its tile; a letter is about so wide, on both sides of its middle. */
const LETTER = 3.3;
const NAME = [-34, -14] as const;
const TILE = [-13, 13] as const;
const HALF_TILE = 24;

export interface Place {
  name: string;
  x: number;
  y: number;
}

const shared = (a: number, b: number, c: number, d: number): number => Math.max(0, Math.min(b, d) - Math.max(a, c));

/** How much of the names and tiles of other ports ships on a side of a port would hide, in square pixels; the western
 * edge hides them themselves. `more`: how much farther out than usual they lie. */
export function hidden(port: Place, side: 1 | -1, ships: number, others: readonly Place[], more = 0): number {
  const far = FAR + more + APART * (Math.min(ships, ROW) - 1);
  if (side < 0 && port.x < far + 10) return Infinity;
  return others.reduce((sum, { name, x, y }) => {
    const [across, down] = [(x - port.x) * side, y - port.y];
    const over = (half: number, [top, bottom]: readonly [number, number]): number => shared(NEAR, far, across - half, across + half) * shared(TOP, BOTTOM, down + top, down + bottom);
    return sum + over(name.length * LETTER, NAME) + over(HALF_TILE, TILE);
  }, 0);
}

/** The place of each of the ships of a port, in the order given, beside so many cubes; x from 0 to 1, on a chart of this width in pixels. */
export function berths(ships: number, x: number, wide: number, cubes: number, blocked = false): Berth[] {
  const longest = Math.min(ships, ROW) - 1;
  const side = blocked || (wide > 0 && x * wide + REACH + APART * longest > wide) ? -1 : 1;
  const beyond = clear(cubes);
  return Array.from({ length: ships }, (_, i) => ({ side, out: beyond.out + (i % ROW) * APART, up: beyond.up + (i < ROW ? 0 : ABOVE) }));
}
