/* The wake of a ship: from port to port round the land. A search over squares of the chart, in which
 * land is dear, and then the straightest line over water through what was found. */
import { HEIGHT, WIDTH, isLand, type Point } from "./coast";

const STEP = 20;
const COLUMNS = WIDTH / STEP;
const ROWS = HEIGHT / STEP;
const LAND_COST = 12;
const NEIGHBOURS = [
  [1, 0, 1], [-1, 0, 1], [0, 1, 1], [0, -1, 1], [1, 1, 1.414], [1, -1, 1.414], [-1, 1, 1.414], [-1, -1, 1.414],
] as const;

/** Where there is land, looked up in small squares: the outlines are long, and asked often. */
const FINE = 8;
let dry: Uint8Array | null = null;
function isDry(x: number, y: number): boolean {
  const columns = WIDTH / FINE;
  dry ??= Uint8Array.from({ length: (columns * HEIGHT) / FINE }, (_, i) => Number(isLand(((i % columns) + 0.5) * FINE, (Math.floor(i / columns) + 0.5) * FINE)));
  return dry[Math.floor(x / FINE) + columns * Math.floor(y / FINE)] === 1;
}

const cell = ([x, y]: Point): number =>
  Math.min(COLUMNS - 1, Math.max(0, Math.floor(x / STEP))) + COLUMNS * Math.min(ROWS - 1, Math.max(0, Math.floor(y / STEP)));
const middle = (i: number): Point => [((i % COLUMNS) + 0.5) * STEP, (Math.floor(i / COLUMNS) + 0.5) * STEP];

function search(from: Point, to: Point): Point[] {
  const [start, goal] = [cell(from), cell(to)];
  const costs = new Map([[start, 0]]);
  const came = new Map<number, number>();
  const open = new Set([start]);
  const [goalX, goalY] = [goal % COLUMNS, Math.floor(goal / COLUMNS)];
  const ahead = (i: number): number => Math.hypot((i % COLUMNS) - goalX, Math.floor(i / COLUMNS) - goalY);
  while (open.size > 0) {
    let best = -1;
    let least = Infinity;
    for (const i of open) {
      const cost = costs.get(i)! + ahead(i);
      if (cost < least) [best, least] = [i, cost];
    }
    if (best === goal) break;
    open.delete(best);
    for (const [dx, dy, length] of NEIGHBOURS) {
      const [x, y] = [(best % COLUMNS) + dx, Math.floor(best / COLUMNS) + dy];
      if (x < 0 || y < 0 || x >= COLUMNS || y >= ROWS) continue;
      const next = x + y * COLUMNS;
      const cost = costs.get(best)! + length * (isDry(...middle(next)) ? LAND_COST : 1);
      if (cost < (costs.get(next) ?? Infinity)) {
        costs.set(next, cost);
        came.set(next, best);
        open.add(next);
      }
    }
  }
  const found: Point[] = [];
  for (let i: number | undefined = goal; i !== undefined; i = came.get(i)) found.unshift(middle(i));
  return [from, ...found.slice(1, -1), to];
}

/** How much of a straight line lies on land. */
function dryShare([ax, ay]: Point, [bx, by]: Point): number {
  const steps = Math.max(2, Math.ceil(Math.hypot(bx - ax, by - ay) / FINE));
  let count = 0;
  for (let i = 1; i < steps; i++) if (isDry(ax + ((bx - ax) * i) / steps, ay + ((by - ay) * i) / steps)) count++;
  return count;
}

/** Leaves out points as long as the line gets no drier. */
function straighten(points: Point[]): Point[] {
  const out: Point[] = [points[0]!];
  let i = 0;
  while (i < points.length - 1) {
    let next = i + 1;
    let along = dryShare(points[i]!, points[next]!);
    for (let j = i + 2; j < points.length; j++) {
      along += dryShare(points[j - 1]!, points[j]!);
      if (dryShare(points[i]!, points[j]!) <= along) next = j;
    }
    out.push(points[next]!);
    i = next;
  }
  return out;
}

/** Many points along a smooth line through a few. */
function curve(points: Point[]): Point[] {
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))]!;
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < 12; k++) {
      const t = k / 12;
      const bend = (p: number, q: number, r: number, s: number): number =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      out.push([bend(a[0], b[0], c[0], d[0]), bend(a[1], b[1], c[1], d[1])]);
    }
  }
  out.push(at(points.length - 1));
  return out;
}

const known = new Map<string, Point[]>();

export function route(from: Point, to: Point): Point[] {
  const key = `${from.join()} ${to.join()}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = curve(straighten(search(from, to)))));
  return found;
}

/** The point at a share of the way, 0 to 1. */
export function along(points: Point[], share: number): Point {
  const lengths = points.slice(1).map((point, i) => Math.hypot(point[0] - points[i]![0], point[1] - points[i]![1]));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [[ax, ay], [bx, by]] = [points[i]!, points[i + 1]!];
      return [ax + ((bx - ax) * left) / length, ay + ((by - ay) * left) / length];
    }
    left -= length;
  }
  return points.at(-1)!;
}

export const drawn = (points: Point[]): string => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
