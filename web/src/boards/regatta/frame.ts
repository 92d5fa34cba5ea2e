/* The part of the water that is shown: what is in the middle, and how many pixels a millimetre has. */
import type { Point } from "./water";

export interface Frame extends Point {
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}
/** The edges of the water, in millimetres. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SPARE = 48;
const LAND = 10;
export const NEAREST = 2.6;
const FARTHEST = 1.2;
/** On a phone it is shown from farther away, for the sake of the next mark. */
const FARTHEST_SMALL = 0.8;
const SMALL = 600;

export const boxed = (points: readonly Point[]): Edges => ({
  left: Math.min(...points.map((each) => each.x)),
  right: Math.max(...points.map((each) => each.x)),
  top: Math.min(...points.map((each) => each.y)),
  bottom: Math.max(...points.map((each) => each.y)),
});

/** The scale at which the whole water is seen. */
export const smallest = (size: Size, water: Edges): number =>
  Math.min(size.width / (water.right - water.left + 2 * LAND), size.height / (water.bottom - water.top + 2 * LAND));

export function whole(size: Size, water: Edges): Frame {
  return { x: (water.left + water.right) / 2, y: (water.top + water.bottom) / 2, scale: smallest(size, water) };
}

/** The frame that holds these points with room to spare, no nearer than usual; what must be seen most
 * stands first, and is kept in sight where all of it does not fit at the smallest usual scale. */
export function holding(points: readonly Point[], size: Size, water: Edges, most: readonly Point[] = points): Frame {
  const room = (size_: number): number => Math.max(40, size_ - 2 * Math.min(SPARE, size_ / 10));
  const fit = (box: Edges): number =>
    Math.min(room(size.width) / Math.max(1, box.right - box.left), room(size.height) / Math.max(1, box.bottom - box.top));
  const [all, first] = [boxed(points), boxed(most)];
  const farthest = size.width < SMALL ? FARTHEST_SMALL : FARTHEST;
  const scale = Math.min(NEAREST, Math.max(fit(all), Math.min(farthest, fit(first))));
  const centre = { x: (all.left + all.right) / 2, y: (all.top + all.bottom) / 2 };
  const half = { x: room(size.width) / 2 / scale, y: room(size.height) / 2 / scale };
  const keep = (at: number, low: number, high: number): number => (low > high ? (low + high) / 2 : Math.min(Math.max(at, low), high));
  return inside(
    { x: keep(centre.x, first.right - half.x, first.left + half.x), y: keep(centre.y, first.bottom - half.y, first.top + half.y), scale },
    size,
    water,
  );
}

/** The same frame, not farther out than the water and its shore. */
export function inside(frame: Frame, size: Size, water: Edges): Frame {
  const scale = Math.min(6, Math.max(frame.scale, smallest(size, water)));
  const keep = (at: number, low: number, high: number, room: number): number => {
    const half = room / 2 / scale;
    return high - low + 2 * LAND <= 2 * half ? (low + high) / 2 : Math.min(Math.max(at, low - LAND + half), high + LAND - half);
  };
  return { x: keep(frame.x, water.left, water.right, size.width), y: keep(frame.y, water.top, water.bottom, size.height), scale };
}

/** Nearer or farther, about a place (in pixels) that stays where it is. */
export function zoomed(frame: Frame, by: number, about: Point, size: Size, water: Edges): Frame {
  const scale = Math.min(6, Math.max(frame.scale * by, smallest(size, water)));
  const at = unprojected(frame, size, about);
  return inside({ x: at.x - (about.x - size.width / 2) / scale, y: at.y - (about.y - size.height / 2) / scale, scale }, size, water);
}

export const projected = (frame: Frame, size: Size, at: Point): Point => ({
  x: (at.x - frame.x) * frame.scale + size.width / 2,
  y: (at.y - frame.y) * frame.scale + size.height / 2,
});
export const unprojected = (frame: Frame, size: Size, at: Point): Point => ({
  x: frame.x + (at.x - size.width / 2) / frame.scale,
  y: frame.y + (at.y - size.height / 2) / frame.scale,
});

/** How far the ring for turning lies from the middle of a boat, in pixels. */
export const ringed = (long: number, scale: number): number => Math.max(64, 0.75 * long * scale + 22);
/** The same frame, moved until so many pixels about a place are in sight. */
export function about(frame: Frame, size: Size, at: Point, room: number): Frame {
  const { x, y } = projected(frame, size, at);
  const off = (now: number, most: number): number => (most < 2 * room ? now - most / 2 : Math.min(0, now - room) + Math.max(0, now - most + room));
  return { x: frame.x + off(x, size.width) / frame.scale, y: frame.y + off(y, size.height) / frame.scale, scale: frame.scale };
}

export const alike = (a: Frame, b: Frame): boolean => a.x === b.x && a.y === b.y && a.scale === b.scale;

/** How a drawing made for one frame must be moved and then scaled (about its corner) to look as the drawing for
 * the frame before did, which was itself `seen` moved and scaled. */
export function swung(before: Frame, now: Frame, size: Size, seen: Frame = { x: 0, y: 0, scale: 1 }): Frame {
  const larger = before.scale / now.scale;
  const [x, y] = [size.width / 2, size.height / 2];
  return {
    x: seen.x + seen.scale * ((now.x - before.x) * before.scale + x * (1 - larger)),
    y: seen.y + seen.scale * ((now.y - before.y) * before.scale + y * (1 - larger)),
    scale: seen.scale * larger,
  };
}
