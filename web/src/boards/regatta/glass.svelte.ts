/* What part of the water is looked at: computed from the decision or the scene, unless the player has
 * moved it. From one decision to the next, and to the scenes between them, the glass swings over; in the
 * end it always shows exactly what was computed. */
import { Tween, prefersReducedMotion } from "svelte/motion";
import { cubicInOut } from "svelte/easing";
import { between, inside, projected, whole, zoomed, type Edges, type Frame, type Size } from "./frame";
import type { Point } from "./water";

const SWING = 400;

export class Glass {
  size = $state<Size>({ width: 0, height: 0 });
  /** Where the player has moved it to; null follows the game. */
  moved = $state.raw<Frame | null>(null);
  readonly #computed: (size: Size) => Frame;
  readonly #water: () => Edges;
  /** What was seen when it began to swing, and how far it has swung. */
  #from = $state.raw<Frame | null>(null);
  readonly #swing = new Tween(1, { duration: SWING, easing: cubicInOut });

  constructor(computed: (size: Size) => Frame, water: () => Edges) {
    this.#computed = computed;
    this.#water = water;
  }

  readonly frame = $derived.by((): Frame => {
    const goal = this.moved ?? this.#computed(this.size);
    return this.#from && this.#swing.current < 1 ? between(this.#from, goal)(this.#swing.current) : goal;
  });

  /** Let go of where the player had moved it, and swing over to what `seen` was not. */
  follow(seen: Frame = this.frame): void {
    this.moved = null;
    if (prefersReducedMotion.current || this.size.width === 0) return;
    this.#from = seen;
    void this.#swing.set(0, { duration: 0 });
    void this.#swing.set(1, { duration: SWING });
  }

  /** Millimetres to pixels. */
  place = (at: Point): Point => projected(this.frame, this.size, at);
  /** Whether a handle there can be touched. */
  sees(at: Point): boolean {
    const { x, y } = this.place(at);
    return x > 23 && y > 23 && x < this.size.width - 23 && y < this.size.height - 23;
  }

  readonly larger = $derived.by(() => this.frame.scale > whole(this.size, this.#water()).scale * 1.02);

  zoom(by: number, about: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.moved = zoomed(this.frame, by, about, this.size, this.#water());
  }
  pan(dx: number, dy: number): void {
    const { x, y, scale } = this.frame;
    this.moved = inside({ x: x - dx / scale, y: y - dy / scale, scale }, this.size, this.#water());
  }
  look(at: Point): void {
    this.moved = inside({ ...at, scale: this.frame.scale }, this.size, this.#water());
  }
  fit(): void {
    this.moved = whole(this.size, this.#water());
  }
}
