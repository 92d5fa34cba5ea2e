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

/** From where to where a ship reaches from the middle of its port; a letter of a name is about so wide, on both sides of its middle. */
const NEAR = 22;
const FAR = 42;
const LETTER = 3.3;

export interface Place {
  name: string;
  x: number;
  y: number;
}

/** Whether ships on a side of a port would lie over the name of another, which stands above its tile, or over the western edge; in pixels.
 * `more`: how much farther out than usual they lie. */
export function overName(port: Place, side: 1 | -1, ships: number, others: readonly Place[], more = 0): boolean {
  const far = FAR + more + APART * (Math.min(ships, ROW) - 1);
  if (side < 0 && port.x < far + 10) return true;
  return others.some(({ name, x, y }) => {
    const [across, down] = [(x - port.x) * side, y - port.y];
    const half = name.length * LETTER;
    return down > 0 && down < 62 && across + half > NEAR && across - half < far;
  });
}

/** The place of each of the ships of a port, in the order given, beside so many cubes; x from 0 to 1, on a chart of this width in pixels. */
export function berths(ships: number, x: number, wide: number, cubes: number, blocked = false): Berth[] {
  const longest = Math.min(ships, ROW) - 1;
  const side = blocked || (wide > 0 && x * wide + REACH + APART * longest > wide) ? -1 : 1;
  const beyond = clear(cubes);
  return Array.from({ length: ships }, (_, i) => ({ side, out: beyond.out + (i % ROW) * APART, up: beyond.up + (i < ROW ? 0 : ABOVE) }));
}
