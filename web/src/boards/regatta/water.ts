/** Places on the water as the server gives them (micrometres, north up; fortieths of a degree) and as
 * they are drawn (millimetres, y downwards). No rule lives here: only where things are shown. */

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What part of the water is shown. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MICROMETRES = 1000;
const FORTIETHS = 40;
const TURN = 360 * FORTIETHS;
/** How far the handles of a drawn course reach, as a share of the way: near an arc of up to 90°. */
const REACH = 0.4;

export function shown(x: number, y: number): Point {
  return { x: x / MICROMETRES, y: -y / MICROMETRES };
}

export function degrees(heading: number): number {
  return heading / FORTIETHS;
}

/** A unit step along a heading, as drawn. */
export function ahead(heading: number): Point {
  const angle = (degrees(heading) * Math.PI) / 180;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

/** The course a boat drew between two poses, as four points of a Bézier curve. */
export function course(from: Pose, to: Pose): [Point, Point, Point, Point] {
  const start = shown(from.x, from.y);
  const end = shown(to.x, to.y);
  const reach = REACH * Math.hypot(end.x - start.x, end.y - start.y);
  const out = ahead(from.heading);
  const home = ahead(to.heading);
  return [
    start,
    { x: start.x + out.x * reach, y: start.y + out.y * reach },
    { x: end.x - home.x * reach, y: end.y - home.y * reach },
    end,
  ];
}

export function curve(from: Pose, to: Pose): string {
  const [a, b, c, d] = course(from, to);
  return `M${near(a)}C${near(b)} ${near(c)} ${near(d)}`;
}

/** Where a boat is when a share of its course is done; on the spot it only turns. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const turned = turn(from.heading, to.heading);
  const heading = (from.heading + turned * share + TURN) % TURN;
  if (from.x === to.x && from.y === to.y) return { x: to.x, y: to.y, heading };
  const [a, b, c, d] = course(from, to);
  const rest = 1 - share;
  const mix = (p: number, q: number, r: number, s: number): number =>
    rest ** 3 * p + 3 * rest ** 2 * share * q + 3 * rest * share ** 2 * r + share ** 3 * s;
  return {
    x: mix(a.x, b.x, c.x, d.x) * MICROMETRES,
    y: -mix(a.y, b.y, c.y, d.y) * MICROMETRES,
    heading,
  };
}

/** The shorter way from one heading to another, to starboard above 0. */
export function turn(from: number, to: number): number {
  const turned = (((to - from) % TURN) + TURN) % TURN;
  return turned > TURN / 2 ? turned - TURN : turned;
}

/** Whole degrees from north, clockwise, and whole millimetres, as a navigator takes them. */
export function bearing(from: Point, to: Point): { degrees: number; distance: number } {
  const east = to.x - from.x;
  const south = to.y - from.y;
  const angle = (Math.atan2(east, -south) * 180) / Math.PI;
  return {
    degrees: Math.round((angle + 360) % 360) % 360,
    distance: Math.round(Math.hypot(east, south)),
  };
}

/** An outline as a closed path; the first point is the bow. */
export function outlined(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => near(shown(x, y))).join("L")}Z`;
}

/** Zoom about a place that stays where it is; never beyond the whole water, never into the paper. */
export function zoomed(now: Window, whole: Window, by: number, about: Point): Window {
  const least = whole.width / 8;
  const width = Math.min(whole.width, Math.max(least, now.width / by));
  const share = width / now.width;
  return kept(
    {
      x: about.x - (about.x - now.x) * share,
      y: about.y - (about.y - now.y) * share,
      width,
      height: now.height * share,
    },
    whole,
  );
}

/** The same window inside the whole. */
export function kept(window: Window, whole: Window): Window {
  const inside = (at: number, size: number, from: number, all: number): number =>
    Math.min(Math.max(at, from), from + all - size);
  return {
    ...window,
    x: inside(window.x, window.width, whole.x, whole.width),
    y: inside(window.y, window.height, whole.y, whole.height),
  };
}

function near(point: Point): string {
  return `${point.x.toFixed(2)},${point.y.toFixed(2)}`;
}
