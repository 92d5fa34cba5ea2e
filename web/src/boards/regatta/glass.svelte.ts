/* What part of the water is looked at: computed from the decision or the scene, unless the player has
 * moved it. Everything is drawn as it will be seen in the end; where that changes, the layer it lies in
 * swings over from what was seen before, which costs no drawing. */
import { prefersReducedMotion } from "svelte/motion";
import { alike, inside, projected, swung, whole, zoomed, type Edges, type Frame, type Size } from "./frame";
import type { Point } from "./water";

const SWING = { duration: 400, easing: "cubic-bezier(.65,0,.35,1)" };

export class Glass {
  size = $state<Size>({ width: 0, height: 0 });
  /** Where the player has moved it to; null follows the game. */
  moved = $state.raw<Frame | null>(null);
  readonly #computed: (size: Size) => Frame;
  readonly #water: () => Edges;
  /** What was drawn last, and for which size. */
  #drawn: { frame: Frame; size: Size } | null = null;
  #swing: Animation | null = null;
  /** Until when it swings: to ask the animation itself would have the page laid out. */
  #until = 0;
  /** What follows a finger or a wheel does not swing. */
  #held = false;

  constructor(computed: (size: Size) => Frame, water: () => Edges) {
    this.#computed = computed;
    this.#water = water;
  }

  readonly frame = $derived.by((): Frame => this.moved ?? this.#computed(this.size));

  /** The layer has been drawn with this frame: it swings over from the one before. */
  drew(layer: HTMLElement, frame: Frame, size: Size): void {
    const before = this.#drawn;
    const held = this.#held;
    this.#drawn = { frame, size };
    this.#held = false;
    if (!before || (alike(before.frame, frame) && before.size.width === size.width && before.size.height === size.height)) return;
    const now = performance.now();
    const seen = now < this.#until ? new DOMMatrix(getComputedStyle(layer).transform) : new DOMMatrix();
    this.#swing?.cancel();
    this.#swing = null;
    this.#until = 0;
    if (held || prefersReducedMotion.current || before.size.width !== size.width || before.size.height !== size.height) return;
    const { x, y, scale } = swung(before.frame, frame, size, { x: seen.e, y: seen.f, scale: seen.a });
    this.#swing = layer.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "translate(0, 0) scale(1)" }], SWING);
    this.#until = now + SWING.duration;
  }

  /** Let go of where the player had moved it. */
  follow(): void {
    this.moved = null;
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
    this.#move(zoomed(this.frame, by, about, this.size, this.#water()));
  }
  pan(dx: number, dy: number): void {
    const { x, y, scale } = this.frame;
    this.#move(inside({ x: x - dx / scale, y: y - dy / scale, scale }, this.size, this.#water()));
  }
  look(at: Point): void {
    this.#move(inside({ ...at, scale: this.frame.scale }, this.size, this.#water()));
  }
  #move(frame: Frame): void {
    this.#held = true;
    this.moved = frame;
  }
  fit(): void {
    this.moved = whole(this.size, this.#water());
  }
}
