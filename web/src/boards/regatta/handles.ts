/* Where the handles of ways are laid on the water: past the bows, moved apart where they are near. */
import type { Glass } from "./glass.svelte";
import { arced, fanned } from "./spread";
import { ahead, type Point } from "./water";
import type { Way } from "./ways";

export interface Handle {
  way: Way;
  at: Point;
  bow: Point;
  /** Moved away from its bow, and tied to it by a line. */
  tied: boolean;
}

const APART = 54;
const PAST = 26;

export function laidOut(ways: Way[], glass: Glass): Handle[] {
  const bows = ways.map((way) => glass.place(way.end));
  const wanted = ways.map((way, i) => {
    const on = ahead(way.end.heading);
    return { x: bows[i]!.x + on.x * PAST, y: bows[i]!.y + on.y * PAST };
  });
  // A row goes from port to starboard, as the letters do.
  const rows = ways.map((way) => ahead(way.end.heading + 90));
  const start = ways[0]?.track.at(0);
  const arc = start ? arced(wanted, glass.place(start), start.heading, APART) : wanted;
  const at = fanned(arc, rows, APART, glass.size);
  return ways.map((way, i) => ({ way, at: at[i]!, bow: bows[i]!, tied: Math.hypot(at[i]!.x - wanted[i]!.x, at[i]!.y - wanted[i]!.y) > 3 }));
}
