/* A card dragged onto the water: over a way it is that way that is meant, and dropping it there sails it;
 * a sun is dropped on a rival. While a way is already meant, another card is planned for afterwards. */
import type { Choice } from "../../kit/choice.svelte";
import type { Dragging, Spot } from "../../kit/drag";
import type { Handle } from "./handles";
import type { Steering } from "./steering.svelte";
import type { SunTry } from "./table";
import { distance, type Point } from "./water";

const NEAR = 64;

interface Scene {
  steering: Steering;
  choice: Choice<"regatta">;
  handles: () => Handle[];
  suns: () => { each: SunTry; at: Point }[];
  /** The water on the screen. */
  basin: () => DOMRect | undefined;
  hand: () => string[];
}

export class Carrying {
  /** The card on its way, and how far it is from its place. */
  card = $state.raw<{ at: number; x: number; y: number } | null>(null);
  #from: Spot | null = null;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Where the pointer is on the water; null if it is not there. */
  #on(spot: Spot): Point | null {
    const basin = this.#scene.basin();
    if (!basin || spot.x < basin.left || spot.x > basin.right || spot.y < basin.top || spot.y > basin.bottom) return null;
    return { x: spot.x - basin.left, y: spot.y - basin.top };
  }
  #near<T extends { at: Point }>(list: readonly T[], point: Point): T | null {
    const [best] = [...list].sort((a, b) => distance(a.at, point) - distance(b.at, point));
    return best && distance(best.at, point) < NEAR ? best : null;
  }
  /** The way whose handle or bow is nearest, among those that may be sailed. */
  #way(point: Point): Handle | null {
    const free = this.#scene.handles().filter(({ way }) => !way.each.refused);
    return this.#near(free, point) ?? this.#near(free.map((handle) => ({ ...handle, at: handle.bow })), point);
  }

  dragging(at: number): Dragging {
    const { steering, choice, hand } = this.#scene;
    const second = (): boolean => choice.picked !== null && steering.held !== null && steering.held !== at;
    const sun = (): boolean => hand()[at] === "sun";
    return {
      open: () => choice.open && steering.mode === "sail" && hand()[at] !== undefined,
      move: (spot) => {
        this.#from ??= spot;
        this.card = { at, x: spot.x - this.#from.x, y: spot.y - this.#from.y };
        if (second() || sun()) return;
        steering.hold(at);
        const point = this.#on(spot);
        choice.hover(point ? (this.#way(point)?.way.each.action ?? null) : null);
      },
      drop: (spot) => {
        this.#clear();
        const point = this.#on(spot);
        if (sun()) {
          const target = point && this.#near(this.#scene.suns(), point);
          if (target?.each.refused) choice.whyNot(target.each.refused);
          else if (target) choice.do(target.each.action);
        } else if (second()) {
          if (point) steering.sketch(at);
        } else if (!point) steering.drop();
        else {
          const free = this.#scene.handles().filter(({ way }) => !way.each.refused);
          const way = this.#way(point) ?? (free.length === 1 ? free[0]! : null);
          if (way) choice.do(way.way.each.action);
        }
      },
      cancel: () => {
        this.#clear();
        if (!second()) steering.drop();
      },
    };
  }
  #clear(): void {
    this.card = null;
    this.#from = null;
    this.#scene.choice.hover(null);
  }
}
