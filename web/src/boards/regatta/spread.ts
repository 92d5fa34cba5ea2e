/* Room for what lies over the water: handles and labels are moved apart until each can be touched. */
import type { Size } from "./frame";
import type { Point } from "./water";

const ROUNDS = 60;
const SAME = 20;
const GRID = 18;

/** Round handles at least so far apart, near where they want to be. Those of one place are laid in a row
 * along `rows` (a direction for each), in their order. */
export function fanned(wanted: readonly Point[], rows: readonly Point[], apart: number, size: Size, edge = apart / 2): Point[] {
  const groups: number[][] = [];
  wanted.forEach((point, i) => {
    const group = groups.find(([first]) => Math.hypot(wanted[first!]!.x - point.x, wanted[first!]!.y - point.y) < SAME);
    if (group) group.push(i);
    else groups.push([i]);
  });
  const at = wanted.map((point) => ({ ...point }));
  for (const group of groups)
    group.forEach((i, k) => {
      const aside = (k - (group.length - 1) / 2) * apart;
      at[i]!.x += rows[group[0]!]!.x * aside;
      at[i]!.y += rows[group[0]!]!.y * aside;
    });
  const keep = (): void => {
    for (const point of at) {
      point.x = Math.min(Math.max(point.x, edge), size.width - edge);
      point.y = Math.min(Math.max(point.y, edge), size.height - edge);
    }
  };
  keep();
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let i = 0; i < at.length; i += 1)
      for (let j = i + 1; j < at.length; j += 1) {
        const [a, b] = [at[i]!, at[j]!];
        let [dx, dy] = [b.x - a.x, b.y - a.y];
        const far = Math.hypot(dx, dy);
        if (far >= apart - 0.01) continue;
        if (far < 1) [dx, dy] = [1, 0];
        const push = (apart - far) / 2 / Math.max(1, Math.hypot(dx, dy));
        a.x -= dx * push;
        a.y -= dy * push;
        b.x += dx * push;
        b.y += dy * push;
        moved = true;
      }
    keep();
    if (!moved) break;
  }
  return at;
}

/** Handles turned about `from` until neighbours are far enough apart: they keep their order from port to
 * starboard, and lie on an arc past the bows. `heading` is where `from` looks, in degrees. */
export function arced(wanted: readonly Point[], from: Point, heading: number, apart: number): Point[] {
  const polar = wanted.map(({ x, y }, i) => {
    const way = (Math.atan2(x - from.x, from.y - y) * 180) / Math.PI - heading;
    return { i, far: Math.hypot(x - from.x, y - from.y), way: ((((way + 180) % 360) + 360) % 360) - 180 };
  });
  const order = [...polar].sort((a, b) => (Math.abs(a.way - b.way) < 1 ? a.i - b.i : a.way - b.way));
  const at = ({ far, way }: (typeof polar)[number]): Point => {
    const angle = ((way + heading) * Math.PI) / 180;
    return { x: from.x + far * Math.sin(angle), y: from.y - far * Math.cos(angle) };
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let k = 1; k < order.length; k += 1) {
      const [a, b] = [order[k - 1]!, order[k]!];
      const [p, q] = [at(a), at(b)];
      if (Math.hypot(p.x - q.x, p.y - q.y) >= apart - 0.5) continue;
      const span = (2 * Math.asin(Math.min(1, apart / (a.far + b.far))) * 180) / Math.PI;
      const push = Math.max(0.2, (span - (b.way - a.way)) / 2);
      a.way -= push;
      b.way += push;
      moved = true;
    }
    if (!moved) break;
  }
  return polar.map(at);
}

export interface Room extends Point, Size {
  /** Stays where it is; others go round it. */
  fixed?: boolean;
}

/** Boxes (by their middles) that do not cover each other. */
export function parted(wanted: readonly Room[], size: Size, gap = 4): Room[] {
  const at = wanted.map((box) => ({ ...box }));
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let i = 0; i < at.length; i += 1)
      for (let j = i + 1; j < at.length; j += 1) {
        const [a, b] = [at[i]!, at[j]!];
        if (a.fixed && b.fixed) continue;
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const [ox, oy] = [(a.width + b.width) / 2 + gap - Math.abs(dx), (a.height + b.height) / 2 + gap - Math.abs(dy)];
        if (ox <= 0 || oy <= 0) continue;
        const level = ox < oy;
        const push = (level ? ox * (dx < 0 ? -1 : 1) : oy * (dy < 0 ? -1 : 1)) / (a.fixed || b.fixed ? 1 : 2);
        if (!a.fixed) a[level ? "x" : "y"] -= push;
        if (!b.fixed) b[level ? "x" : "y"] += push;
        moved = true;
      }
    for (const box of at) {
      if (box.fixed) continue;
      box.x = Math.min(Math.max(box.x, box.width / 2 + 2), size.width - box.width / 2 - 2);
      box.y = Math.min(Math.max(box.y, box.height / 2 + 2), size.height - box.height / 2 - 2);
    }
    if (!moved) return at;
  }
  // Pushed to and fro between others, or against the edge: the nearest place that is free.
  at.forEach((box, i) => {
    const covers = (x: number, y: number): boolean =>
      at.some((other, j) => j !== i && Math.abs(x - other.x) < (box.width + other.width) / 2 && Math.abs(y - other.y) < (box.height + other.height) / 2);
    if (box.fixed || !covers(box.x, box.y)) return;
    const { x, y } = wanted[i]!;
    let best = Infinity;
    for (let down = box.height / 2 + 2; down <= size.height - box.height / 2 - 2; down += GRID)
      for (let on = box.width / 2 + 2; on <= size.width - box.width / 2 - 2; on += GRID) {
        const far = Math.hypot(on - x, down - y);
        if (far < best && !covers(on, down)) [best, box.x, box.y] = [far, on, down];
      }
  });
  return at;
}

/** The corner of what is shown in which a box hides least of what matters. */
export function corner(box: Size, size: Size, matters: readonly Point[]): Room {
  const [x, y] = [box.width / 2, box.height / 2];
  const corners = [{ x, y: size.height - y }, { x: size.width - x, y: size.height - y }, { x, y }, { x: size.width - x, y }];
  const hidden = corners.map((at) => matters.filter((each) => Math.abs(each.x - at.x) < x + 18 && Math.abs(each.y - at.y) < y + 18).length);
  return { ...corners[hidden.indexOf(Math.min(...hidden))]!, ...box, fixed: true };
}
