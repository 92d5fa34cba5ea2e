/* What the parts of this board share: what is drawn, and what is being put together but not yet sent. */
import type { Choice } from "../../kit/choice.svelte";
import type { Asked, Fact } from "../../wire/types";
import type { Say, Scene, SeatShown } from "../board";
import type { Berth, Side, Wind, WindFact, WindView } from "./table";

export interface Shown {
  readonly view: WindView;
  readonly scene: Scene<Wind> | null;
  readonly progress: number;
  /** The first fact of the scene that runs. */
  readonly fact: WindFact | null;
  readonly names: Record<string, string>;
  readonly say: Say;
  readonly seats: SeatShown[];
  readonly me: number | null;
  /** The seat whose warehouse lies in the dock: mine, or the first one for spectators. */
  readonly home: number;
  readonly asked: Asked<Wind> | null;
  readonly choice: Choice<Wind>;
  readonly aids: boolean;
  /** What was told up to the picture shown. */
  readonly past: Fact[];
  readonly side: Side;
  readonly berths: Berth[];
  /** What I would offer. */
  amount: number;
  /** Whether cards are to be taken under Safe shelter. */
  sheltering: boolean;
}

/** How far a part of a scene has come, from `from` to `to` of the whole. */
export const partOf = (progress: number, from: number, to: number): number => Math.min(1, Math.max(0, (progress - from) / (to - from)));
export const eased = (x: number): number => (x < 0.5 ? 2 * x * x : 1 - (2 - 2 * x) ** 2 / 2);
/** A change with its sign: -9, +9, ±0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
