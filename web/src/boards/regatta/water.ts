/* Places on the water as the server gives them (micrometres, north up; fortieths of a degree) and as
 * they are drawn (millimetres, y downwards; degrees clockwise from north). No rule lives here. */

export interface Point {
  x: number;
  y: number;
}

/** Where a bow is and where it points. */
export interface Pose extends Point {
  heading: number;
}

const MICROMETRES = 1000;
const FORTIETHS = 40;

export const shown = (x: number, y: number): Point => ({ x: x / MICROMETRES, y: -y / MICROMETRES });
export const posed = ([x, y, heading]: readonly [number, number, number]): Pose => ({ ...shown(x, y), heading: heading / FORTIETHS });
export const poseOf = (boat: { x: number; y: number; heading: number }): Pose => posed([boat.x, boat.y, boat.heading]);

/** A pose as the server writes it. */
export const wired = (pose: Pose): [number, number, number] => [
  Math.round(pose.x * MICROMETRES),
  Math.round(-pose.y * MICROMETRES),
  Math.round((((pose.heading % 360) + 360) % 360) * FORTIETHS),
];

/** A step of one millimetre along a heading. */
export function ahead(heading: number): Point {
  const angle = (heading * Math.PI) / 180;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

/** A point so far to starboard of a bow and so far ahead of it. */
export function beside(pose: Pose, aside: number, on: number): Point {
  const way = ahead(pose.heading);
  return { x: pose.x - way.y * aside + way.x * on, y: pose.y + way.x * aside + way.y * on };
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
/** Slow at both ends. */
export const eased = (share: number): number => share * share * (3 - 2 * share);

/** Whole degrees from north, clockwise, and whole millimetres, as a navigator takes them. */
export function bearing(from: Point, to: Point): { degrees: number; distance: number } {
  const angle = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
  return { degrees: Math.round((angle + 360) % 360) % 360, distance: Math.round(distance(from, to)) };
}

export const near = (point: Point): string => `${point.x.toFixed(2)},${point.y.toFixed(2)}`;
export const closed = (points: readonly Point[]): string => `M${points.map(near).join("L")}Z`;
export const open = (points: readonly Point[]): string => points.length === 0 ? "M0,0" : `M${points.map(near).join("L")}`;

/** Whether two convex outlines overlap. */
export function overlap(a: readonly Point[], b: readonly Point[]): boolean {
  const apart = (one: readonly Point[], other: readonly Point[]): boolean =>
    one.some((from, i) => {
      const to = one[(i + 1) % one.length]!;
      const reach = (points: readonly Point[]): number[] => points.map((at) => (at.x - from.x) * (to.y - from.y) - (at.y - from.y) * (to.x - from.x));
      const [mine, theirs] = [reach(one), reach(other)];
      return Math.max(...mine) <= Math.min(...theirs) || Math.max(...theirs) <= Math.min(...mine);
    });
  return !apart(a, b) && !apart(b, a);
}

/** How far two convex outlines are from each other; 0 where they overlap. */
export const gap = (a: readonly Point[], b: readonly Point[]): number =>
  Math.min(...a.map((at) => clearance(b, at)), ...b.map((at) => clearance(a, at)));

/** How far a point is from a convex outline; 0 inside. */
export function clearance(outline: readonly Point[], at: Point): number {
  let least = Infinity;
  let sides = 0;
  outline.forEach((from, i) => {
    const to = outline[(i + 1) % outline.length]!;
    const [ex, ey] = [to.x - from.x, to.y - from.y];
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    sides += Math.sign(dx * ey - dy * ex);
    const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
    least = Math.min(least, Math.hypot(dx - share * ex, dy - share * ey));
  });
  return Math.abs(sides) === outline.length ? 0 : least;
}
