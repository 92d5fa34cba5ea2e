/* Where the teacher's card stands: over the table, where it hides least of what is spoken of. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that should stay in sight, and how much that matters. */
export interface Shown extends Box {
  weight: number;
}

const GAP = 8;
const EDGE = 2;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The place within `room` for a card of this size that hides least; of equal ones the first in reading order.
 * `idle` is a part of the table that says nothing now: there it stands, from its lower right corner, unless something
 * that matters lies in the way. */
export function placeCard(room: Box, card: { width: number; height: number }, shown: readonly Shown[], idle: Box | null = null): { x: number; y: number } {
  const across = [0.5, 0, 1].map((part) => room.x + GAP + part * Math.max(0, room.width - card.width - 2 * GAP));
  const lowest = room.y + GAP + Math.max(0, room.height - card.height - 2 * GAP);
  const within = (y: number): boolean => y >= room.y + GAP && y <= lowest;
  // Some heights, and those just above and just below each thing: there is often just enough room between two.
  const beside = shown.flatMap((each) => [each.y - card.height - EDGE, each.y + each.height + EDGE]).filter(within);
  const down = [...[0, 0.25, 0.5, 0.75, 1].map((part) => room.y + GAP + part * (lowest - room.y - GAP)), ...beside.sort((a, b) => a - b)];
  let best = { x: across[0]!, y: down[0]! };
  let least = Infinity;
  const places = down.flatMap((y) => across.map((x) => ({ x, y })));
  if (idle) places.unshift({ x: Math.max(room.x + GAP, idle.x + idle.width - card.width), y: Math.max(room.y + GAP, idle.y + idle.height - card.height) });
  for (const place of places) {
    const hidden = shown.reduce((sum, each) => sum + each.weight * overlap({ ...place, ...card }, each), 0);
    if (hidden < least) [best, least] = [place, hidden];
  }
  return best;
}
