/* The view of Regatta and its moves, as the board has them. */
import type { Fact, Preview, View } from "../../wire/types";
import type { OfKind } from "../kinds";
import type { Tried } from "../tries";
import type { Box } from "./box";
import type { Edges } from "./frame";
import { gap, poseOf, shown, type Point, type Pose } from "./water";

export type RegattaView = View<"regatta">;
export type RegattaFact = Fact<"regatta">;
/** What has a course: a picture, or the course alone. */
export type Charted = Pick<RegattaView, "course">;
export type CardFace = RegattaView["faces"][string];
export type Arrow = CardFace["arrows"][number];
export type Gate = "line" | "red-west" | "red-north" | "green-north" | "green-east" | "finish";
export type Colour = "red" | "green" | "yellow" | "blue";

type Boat = NonNullable<RegattaView["boats"][number]>;
export type Afloat = Extract<Boat, { afloat: true }>;

/** A boat that lies on the water, null for one that does not. */
export const afloat = (boat: Boat | null | undefined): Afloat | null => (boat?.afloat ? boat : null);
export const seatOf = (view: RegattaView, colour: string): number => view.boats.findIndex((boat) => boat?.boat === colour);

export type Try = Tried<"regatta">;
export type SailTry = OfKind<Try, "sail">;
export type TurnTry = OfKind<Try, "turn-port">;
export type StartTry = OfKind<Try, "start">;
export type SunTry = OfKind<Try, "sun">;
export type BoatTry = OfKind<Try, "boat">;
export type SailPreview = OfKind<Preview<"regatta">, "sail">;

/** What a player does with his turn: sail a card, or heave to, which is a turn or a swap. */
export type Mode = "sail" | "heave" | "turn" | "swap";

/** A card of the hand as it lies there. */
export interface Held {
  name: string;
  /** 1: taken up; 2: pencilled in for afterwards; ⇄: to be swapped. */
  badge: "" | "1" | "2" | "⇄";
  /** What it can do now. */
  tries: Try[];
  /** Whether it can do something now. */
  live: boolean;
}

export const GATES: readonly Gate[] = ["line", "red-west", "red-north", "green-north", "green-east", "finish"];

/** The colour of a boat: of fills, and of thin lines (a yellow one would be lost on pale water). */
export const boatColour = (colour: string): string => `var(--piece-${colour})`;
export const lineColour = (colour: string): string =>
  colour === "yellow" ? "color-mix(in srgb, var(--piece-yellow) 78%, var(--ink))" : boatColour(colour);

export function edgesOf(view: Charted): Edges {
  const [west, south, east, north] = view.course.water;
  const [corner, far] = [shown(west, north), shown(east, south)];
  return { left: corner.x, top: corner.y, right: far.x, bottom: far.y };
}

/** Where a gate lies, from the mark outwards. */
export function gateLine(view: Charted, gate: Gate): [Point, Point] {
  const { red, green, line } = view.course;
  const edge = edgesOf(view);
  const [r, g] = [shown(red[0], red[1]), shown(green[0], green[1])];
  switch (gate) {
    case "red-west":
      return [r, { x: edge.left, y: r.y }];
    case "red-north":
      return [r, { x: r.x, y: edge.top }];
    case "green-north":
      return [g, { x: g.x, y: edge.top }];
    case "green-east":
      return [g, { x: edge.right, y: g.y }];
    default:
      return [shown(line[0][0], line[0][1]), shown(line[1][0], line[1][1])];
  }
}

/** The rays in the order in which they are crossed, by which they are numbered. */
export const RAYS: readonly Gate[] = ["red-west", "red-north", "green-north", "green-east"];

/** The mark a gate belongs to; null for the line. */
export const markOf = (gate: Gate): "red" | "green" | null => (gate.startsWith("red") ? "red" : gate.startsWith("green") ? "green" : null);
export const markAt = (view: RegattaView, mark: "red" | "green"): Point => shown(view.course[mark][0], view.course[mark][1]);

/** The seat at the edge of whose zone a boat lies that had to stop (RG-4.4). */
export function stopper(view: RegattaView, box: Box, seat: number, at: Pose): number | null {
  const hull = box.outline(at);
  const gaps = view.boats.map((boat, other) => (other !== seat && boat?.afloat ? gap(hull, box.zone(poseOf(boat))) : Infinity));
  const least = Math.min(...gaps);
  return least === Infinity ? null : gaps.indexOf(least);
}

/** The next gate of a seat; null when it is home. */
export const nextGate = (view: RegattaView, seat: number): Gate | null => GATES[afloat(view.boats[seat])?.stage ?? 0] ?? null;

/** The seats in the order of their places; equal ones in the order of play. */
export const byPlace = (ranking: readonly number[]): number[] => ranking.map((_, seat) => seat).sort((a, b) => ranking[a]! - ranking[b]! || a - b);

/** Where two stretches cross, as a share of the first; null if they do not. */
export function crossing([a, b]: [Point, Point], [c, d]: [Point, Point]): number | null {
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return null;
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross;
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : null;
}

/** Where a line of places meets a gate first, and at which share of its places; null if nowhere. */
export function meets(places: readonly Point[], gate: [Point, Point]): { at: Point; share: number } | null {
  for (let i = 1; i < places.length; i += 1) {
    const [from, to] = [places[i - 1]!, places[i]!];
    const share = crossing([from, to], gate);
    if (share !== null)
      return { at: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, share: (i - 1 + share) / (places.length - 1) };
  }
  return null;
}
