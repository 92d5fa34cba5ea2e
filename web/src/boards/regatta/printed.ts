/* The arrows of a card as they are printed: worked out once for each card. */
import { arrowLine, type Box } from "./box";
import type { CardFace } from "./table";
import { ahead, open } from "./water";

export const [WIDE, HIGH] = [60, 70];

export interface Printed {
  letter: string;
  line: string;
  head: string;
}

const known = new WeakMap<Box, Map<string, Printed[]>>();

/** Arrows from the bow (below, in the middle), all at one scale that fits the card. */
export function printed(box: Box, name: string, face: CardFace): Printed[] {
  const cards = known.get(box) ?? new Map<string, Printed[]>();
  known.set(box, cards);
  const key = `${name} ${face.arrows.map(({ arrow }) => arrow).join("")}`;
  const found = cards.get(key) ?? drawn(box, name, face);
  cards.set(key, found);
  return found;
}

function drawn(box: Box, name: string, face: CardFace): Printed[] {
  const lines = face.arrows.map((arrow) => {
    const track = box.track({ x: 0, y: 0, heading: 0 }, name, arrow.arrow);
    return { line: arrowLine(box, track), heading: arrow.rotation, letter: arrow.arrow };
  });
  const all = lines.flatMap(({ line }) => line);
  const reach = Math.max(1, ...all.map(({ x }) => Math.abs(x)));
  const tall = Math.max(1, ...all.map(({ y }) => -y));
  const scale = Math.min((WIDE / 2 - 9) / reach, (HIGH - 24) / tall, 0.62);
  return lines.map(({ line, heading, letter }) => {
    const points = line.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const [end, on] = [points.at(-1)!, ahead(heading)];
    const tip = (far: number, side: number): string => `${(end.x + on.x * far - on.y * side).toFixed(1)},${(end.y + on.y * far + on.x * side).toFixed(1)}`;
    return { letter, line: open(points), head: `M${tip(8, 0)}L${tip(-1, 5)}L${tip(-1, -5)}Z` };
  });
}
