/** The parts of Regatta's view and of its described actions that the board draws. */
import type { Tried } from "../tries";

export interface Arrow {
  arrow: string;
  turn: number;
  aside: number;
  ahead: number;
}

export interface ShownCard {
  colour: string;
  symbol: "helm" | "cloud" | "sun" | null;
  small: boolean;
  arrows: Arrow[];
}

export interface ShownBoat {
  boat: string;
  x?: number;
  y?: number;
  heading?: number;
  stage?: number;
  becalmed?: boolean;
  outline?: [number, number][];
  zone?: [number, number][];
  passed?: string[];
  remaining?: number;
}

export type Mark = [x: number, y: number, radius: number];

export interface RegattaView {
  step: string;
  over: boolean;
  seat: number | null;
  turn: number;
  actors: number[];
  boats: (ShownBoat | null)[];
  hand: string[] | null;
  cards: Record<string, ShownCard> | null;
  card?: string;
  draft: string[];
  counts: number[];
  pile: number;
  discards: string[];
  ranking: number[];
  winners: number[];
  course: {
    water: [number, number, number, number];
    line: [Mark, Mark];
    red: Mark;
    green: Mark;
    obstacles: Mark[];
    places: [number, number][];
  };
}

/** What rules.preview says of a move. */
export interface Preview {
  path?: [number, number, number][];
  end?: [number, number, number];
  outline?: [number, number][];
  zone?: [number, number][];
  passes?: string[];
  contact?: { outline: [number, number][]; point?: [number, number] } | null;
}

export interface Try extends Tried {
  card?: string;
  arrow?: string;
  boat?: string;
  place?: number;
  angle?: number;
}

export const GATES = ["line", "red-west", "red-north", "green-north", "green-east", "finish"];
