/** The view of Winds of Plunder and its moves, as the board has them. */
import type { Action, Components as ComponentsOf, Preview, Refused, View } from "../../wire/types";
import type { OfKind } from "../kinds";

export type TableView = View<"winds-of-plunder">;
export type Components = ComponentsOf<"winds-of-plunder">;
export type Previews = Record<number, Preview<"winds-of-plunder">>;
export type SailPreview = OfKind<Preview<"winds-of-plunder">, "sail">;
export type Way = TableView["wind"];
export type Gust = Way | "farther";
export type ChartPort = TableView["chart"][number];
/** What a tile shows. */
export type Face = TableView["faces"][string];
/** What an action card shows. */
export type CardFace = TableView["cards"][string];
/** A move, allowed or not. */
export type Try = Action<"winds-of-plunder"> | Refused<"winds-of-plunder">;

export const WAYS: readonly Way[] = ["north", "east", "south", "west"];
export const ANGLES: Readonly<Record<Way, number>> = { north: 0, east: 90, south: 180, west: 270 };
export const TRACKS = [
  { item: "weapon", track: "weapons", advantage: "most-weapons" },
  { item: "crew", track: "crew", advantage: "largest-crew" },
  { item: "provision", track: "provisions", advantage: "most-provisions" },
] as const;

export type Say = (key: string, values?: Record<string, string | number>) => string;

export const isRefused = (each: Try): each is Refused<"winds-of-plunder"> => "why" in each;

const NO_TILE: Face = { points: 0, symbols: [] };
export const tileOf = (view: Pick<TableView, "faces">, name: string | undefined): Face => view.faces[name ?? ""] ?? NO_TILE;

const alike = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();

/** The mark of a tile in the box: printed, reported or reconstructed. */
export function tileMark(tile: Face, tiles: Components["tile"]): string | null {
  return tiles.find((t) => t.points === tile.points && alike(t.symbols, tile.symbols))?.mark ?? null;
}

/** The mark of a card in the box. */
export function cardMark(card: CardFace, cards: Components["card"]): string | null {
  return cards.find((c) => c.kind === card.kind && alike(c.ports ?? [], card.ports))?.mark ?? null;
}

/** Who is known in every port of a zone. */
export function completers(view: Pick<TableView, "chart" | "reputation">, zone: number): number[] {
  const ports = view.chart.filter((p) => p.zone === zone).map((p) => p.port);
  return view.reputation.flatMap((known, seat) => (ports.every((port) => known.includes(port)) ? [seat] : []));
}

/** Under which winds each port is in reach: those that blow another way, and a zone farther. */
export function reachedBy(view: Pick<TableView, "gusts" | "wind">, port: string): Gust[] {
  if (view.gusts === null) return [];
  return (["north", "east", "south", "west", "farther"] as const).filter((gust) => view.gusts![gust].includes(port));
}
