/* What a board gets and may ask for. Boards know no rules: they draw the view and offer what is
 * asked. Each is boards/<game with _>/Board.svelte, with texts/{en,fr,de}.json beside it. */
import type { Asked, Components, Fact, GameId, Preview, Refused, View } from "../wire/types";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "star";
export const SHAPES: readonly Shape[] = ["circle", "square", "triangle", "diamond", "star"];

export interface SeatShown {
  seat: number;
  name: string;
  /** A CSS colour: var(--seat-0) and so on. */
  colour: string;
  shape: Shape;
  /** Whether a bot plays here now. */
  bot: boolean;
  /** Whether somebody is connected here. */
  here: boolean;
}

/** A board names its game: what it gets is then of that game. */
export interface BoardProps<G extends GameId = GameId> {
  view: View<G>;
  components: Components<G>;
  names: Record<string, string>;
  labels: Record<string, string>;
  seats: SeatShown[];
  /** The seat looked from; null for spectators. */
  me: number | null;
  asked: Asked<G> | null;
  /** Facts of the last updates, newest last. */
  facts: Fact<G>[];
  /** 0 is no movement, 1 normal; durations are multiplied by it. */
  pace: number;
  play: (action: number) => void;
  retract: () => void;
  refuse: (refused: Refused<G>) => void;
  previews: (actions: number[]) => Promise<Record<number, Preview<G>>>;
}

export const seatColour = (seat: number): string => `var(--seat-${seat})`;
export const seatShape = (seat: number): Shape => SHAPES[seat % SHAPES.length]!;
/** The folder of a game's board. */
export const folderOf = (game: string): string => game.replaceAll("-", "_");
