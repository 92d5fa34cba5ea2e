/** The view of Santa Timea, and what the board makes of it. */

import type { Preview, View } from "../../wire/types";

export type TableView = View<"santa-timea">;
export type Previews = Record<number, Preview<"santa-timea">>;
export type CardPreview = Extract<Preview<"santa-timea">, { kind: "play" }>;

export type Say = (key: string, values?: Record<string, string | number>) => string;

/** 5.5 as people write it on cards. */
export function worth(value: number | null | undefined): string {
  if (value === null || value === undefined) return "?";
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}

/** What would follow from laying a card, null where that is not known. */
export function cardPreview(previews: Previews, action: number | undefined): CardPreview | null {
  const found = action === undefined ? undefined : previews[action];
  return found?.kind === "play" ? found : null;
}

/** Tricks still to come in this round, the present one included. */
export function tricksLeft(view: Pick<TableView, "counts" | "leader" | "trick">): number {
  return (view.counts[view.leader] ?? 0) + (view.trick.length > 0 ? 1 : 0);
}

/** The seats in the order in which they lay a card in this trick. */
export function order(view: Pick<TableView, "players" | "leader">): number[] {
  return Array.from({ length: view.players }, (_, i) => (view.leader + i) % view.players);
}
