/* What is in the box, as the component file has it: the hull, the size of a card, and the arrows as
 * pieces of straight and round. From it a boat's true way along an arrow is drawn (RG-2.1): the stern
 * runs to where the bow was and then along the arrow, the hull along the tangent. */
import type { Components } from "../../wire/types";
import { ahead, beside, distance, type Point, type Pose } from "./water";

type Piece = Components<"regatta">["arrow"][number]["path"][number];

/** A way over the water: how far the stern runs, and how the boat lies on the way. */
export interface Track {
  length: number;
  at: (run: number) => Pose;
}

export class Box {
  /** From stern to bow. */
  readonly length: number;
  readonly #outline: [number, number][];
  readonly #card: [number, number];
  readonly #pieces = new Map<string, Piece[]>();

  constructor(components: Components<"regatta">) {
    const file = components;
    this.#outline = file.sizes.outline;
    this.#card = file.sizes.card;
    this.length = file.sizes.outline.at(-1)![0];
    const paths = new Map(file.arrow.map((arrow) => [arrow.name, arrow.path]));
    for (const card of file.card)
      card.arrows?.forEach((name, i) => this.#pieces.set(`${card.name} ${"abcdef"[i]}`, paths.get(name) ?? []));
  }

  /** The corners of a hull, the bow first. */
  outline(pose: Pose): Point[] {
    const half = [...this.#outline].reverse();
    return [...half.map(([on, wide]) => beside(pose, wide, on - this.length)), ...half.slice(1).reverse().map(([on, wide]) => beside(pose, -wide, on - this.length))];
  }

  /** RG-4.3: the corners of the card before a bow. */
  zone(pose: Pose): Point[] {
    const [long, wide] = this.#card;
    return [beside(pose, -wide / 2, 0), beside(pose, -wide / 2, long), beside(pose, wide / 2, long), beside(pose, wide / 2, 0)];
  }

  middle(pose: Pose): Point {
    return beside(pose, 0, -this.length / 2);
  }

  /** The same boat turned about its middle. */
  turned(pose: Pose, by: number): Pose {
    const [at, way] = [this.middle(pose), ahead(pose.heading + by)];
    return { x: at.x + (way.x * this.length) / 2, y: at.y + (way.y * this.length) / 2, heading: pose.heading + by };
  }

  /** The whole way of an arrow from where a boat lies. */
  track(from: Pose, card: string, arrow: string): Track {
    const pieces: Piece[] = [["ahead", this.length], ...(this.#pieces.get(`${card} ${arrow}`) ?? [])];
    const long = (piece: Piece): number => (piece[0] === "ahead" ? piece[1] : (piece[1] * piece[2] * Math.PI) / 180);
    const length = pieces.reduce((sum, piece) => sum + long(piece), 0);
    const at = (run: number): Pose => {
      let left = Math.min(Math.max(run, 0), length);
      let stern: Pose = { ...beside(from, 0, -this.length), heading: from.heading };
      for (const piece of pieces) {
        const done = Math.min(left, long(piece));
        if (piece[0] === "ahead") stern = { ...beside(stern, 0, done), heading: stern.heading };
        else {
          const side = piece[0] === "port" ? -1 : 1;
          const turn = done / piece[1];
          stern = {
            ...beside(stern, side * piece[1] * (1 - Math.cos(turn)), piece[1] * Math.sin(turn)),
            heading: stern.heading + (side * turn * 180) / Math.PI,
          };
        }
        left -= done;
      }
      return { ...beside(stern, 0, this.length), heading: stern.heading };
    };
    return { length, at };
  }
}

/** How far along a way a bow lies there. */
export function reached(track: Track, at: Point): number {
  let best = 0;
  let least = Infinity;
  for (let run = 0; run < track.length + 0.25; run += 0.5) {
    const off = distance(track.at(run), at);
    if (off < least) [best, least] = [Math.min(run, track.length), off];
  }
  return best;
}

/** The arrow itself up to there: the way of the stern from where the bow was. */
export function arrowLine(box: Box, track: Track, to: number = track.length): Point[] {
  const steps = Math.max(2, Math.ceil((to - box.length) / 3));
  if (to <= box.length) return [];
  return Array.from({ length: steps + 1 }, (_, i) => beside(track.at(box.length + ((to - box.length) * i) / steps), 0, -box.length));
}

/** The places of the bow up to there, close enough for a smooth line. */
export function bows(track: Track, to: number = track.length): Point[] {
  const steps = Math.max(2, Math.ceil(to / 3));
  return Array.from({ length: steps + 1 }, (_, i) => track.at((to * i) / steps));
}
