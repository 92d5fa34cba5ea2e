/** The view of Santa Timea, and what the board makes of it. */

import type { Preview, View } from "../../wire/types";
import { PIRATE, figure } from "./cards";

export type TableView = View<"santa-timea">;
export type Laid = TableView["trick"][number];
export type Previews = Record<number, Preview<"santa-timea">>;
export type CardPreview = Extract<Preview<"santa-timea">, { kind: "play" }>;

/** What would follow from laying a card, null where that is not known. */
export function cardPreview(previews: Previews, action: number | null | undefined): CardPreview | null {
  const found = action === undefined || action === null ? undefined : previews[action];
  return found?.kind === "play" ? found : null;
}

/** Tricks still to come in this round, the present one included. */
export function tricksLeft(view: Pick<TableView, "counts" | "leader" | "trick">): number {
  return (view.counts[view.leader] ?? 0) + (view.trick.length > 0 ? 1 : 0);
}

/** Which trick this is, and how many the round has. */
export function trickNumber(view: Pick<TableView, "counts" | "leader" | "trick" | "played" | "players">): { trick: number; tricks: number } {
  const done = Math.floor(view.played.length / view.players);
  const tricks = done + tricksLeft(view);
  return { trick: Math.min(done + 1, tricks), tricks };
}

/** The seats clockwise, the one looked from at the right end. */
export function around(players: number, me: number | null): number[] {
  return Array.from({ length: players }, (_, i) => ((me ?? 0) + 1 + i) % players);
}

/** Where a laid card stands on the ruler. Zeros stand left of it by the number printed on them, a
 * pirate that was led left of them all (number 0). */
export interface Spot {
  value: number;
  number: number;
}

export function spots(trick: readonly Pick<Laid, "card" | "value">[]): Spot[] {
  const out: Spot[] = [];
  for (const { card, value } of trick) {
    if (card === PIRATE) out.push(out.at(-1) ?? { value: 0, number: 0 });
    else out.push({ value, number: value === 0 ? figure(card) : 0 });
  }
  return out;
}

export const same = (a: Spot, b: Spot): boolean => a.value === b.value && a.number === b.number;

/** Cards on one spot strike each other out; only a pirate that was led stays. */
export function struck(trick: readonly Pick<Laid, "card" | "value">[]): boolean[] {
  const all = spots(trick);
  return all.map((spot, i) => !(i === 0 && trick[0]!.card === PIRATE) && all.some((other, j) => j !== i && same(spot, other)));
}

/** The groups of seats whose cards strike each other out, with what these count. */
export function groups(trick: readonly Laid[]): { seats: number[]; value: number }[] {
  const all = spots(trick);
  const out: { spot: Spot; seats: number[]; value: number }[] = [];
  trick.forEach((laid, i) => {
    if (!laid.cancelled) return;
    const found = out.find((each) => same(each.spot, all[i]!));
    if (found) found.seats.push(laid.seat);
    else out.push({ spot: all[i]!, seats: [laid.seat], value: laid.value });
  });
  return out;
}

/** Who takes the wind and who leads next; sure once all cards lie there. */
export interface Marks {
  takes: number | null;
  leads: number | null;
  sure: boolean;
}

/** A list in which everything that is as it was before is the same object, and the list itself if all is:
 * only what has changed is drawn again. */
export function asBefore<T extends object>(before: readonly T[], now: readonly T[]): readonly T[] {
  const list = now.map((each, i) => (before[i] !== undefined && JSON.stringify(before[i]) === JSON.stringify(each) ? before[i] : each));
  return list.length === before.length && list.every((each, i) => each === before[i]) ? before : list;
}

/** How far a part of a scene has come, which begins and lasts some milliseconds of it. */
export function part(progress: number, lasts: number, begins: number, takes: number): number {
  return Math.max(0, Math.min(1, (progress * lasts - begins) / takes));
}
