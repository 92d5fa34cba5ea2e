/** The view of Santa Timea, as far as the board draws it. */

import type { Laid } from "./story";

export interface TableView {
  players: number;
  options: { expert: boolean; rounds: number; edition: string };
  step: string;
  actors: number[];
  round: number;
  first: number;
  leader: number;
  row: string[];
  forecast: string[];
  aside: string[];
  taken: string[][];
  played: Laid[];
  scores: number[];
  history: number[][];
  rounds_won: number[];
  hand: string[] | null;
  worths: (number | null)[][] | null;
  counts: number[];
  damages: number[] | null;
  hidden: number;
  pile: number;
  trick: (Laid & { cancelled: boolean })[];
  standing: Standing | null;
  choice: "N" | "E" | "S" | "W" | null;
  over: boolean;
  winners: number[];
}

export interface Standing {
  takes: number | null;
  leads: number;
}

/** What rules.preview says of laying a card. */
export interface CardPreview extends Standing {
  card: string;
  worths: (number | null)[];
  complete: boolean;
  cancelled: boolean;
}

/** What rules.preview says of a set. */
export interface SetPreview {
  damage: number;
  bonus: number;
}

export type Say = (key: string, values?: Record<string, string | number>) => string;

/** 5.5 as people write it on cards. */
export function worth(value: number | null | undefined): string {
  if (value === null || value === undefined) return "?";
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}

/** Tricks still to come in this round, the present one included. */
export function tricksLeft(view: Pick<TableView, "counts" | "leader" | "trick">): number {
  return (view.counts[view.leader] ?? 0) + (view.trick.length > 0 ? 1 : 0);
}

/** The seats in the order in which they lay a card in this trick. */
export function order(view: Pick<TableView, "players" | "leader">): number[] {
  return Array.from({ length: view.players }, (_, i) => (view.leader + i) % view.players);
}
