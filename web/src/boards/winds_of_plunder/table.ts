/** The view of Winds of Plunder, as far as the board draws it. */

export type Way = "north" | "east" | "south" | "west";
export type Item = "weapon" | "crew" | "provision";
export type Symbol = Item | "treasure";

export const WAYS: readonly Way[] = ["north", "east", "south", "west"];
export const ANGLES: Readonly<Record<Way, number>> = { north: 0, east: 90, south: 180, west: 270 };
export const TRACKS = [
  { item: "weapon", track: "weapons", advantage: "most-weapons" },
  { item: "crew", track: "crew", advantage: "largest-crew" },
  { item: "provision", track: "provisions", advantage: "most-provisions" },
] as const;

export interface ChartPort {
  port: string;
  zone: number;
  height: number;
}

export interface TableView {
  players: number;
  step: string;
  actors: number[];
  chart: ChartPort[];
  round: number;
  wind: Way;
  blackbeard: number;
  ships: string[];
  vp: number[];
  scores: number[];
  cubes: number[];
  reserve: number[];
  weapons: number[];
  crew: number[];
  provisions: number[];
  booty: number[];
  reputation: string[][];
  advantages: Record<string, number | null>;
  ports: Record<string, string>;
  bar: string[];
  discards: string[];
  reach: string[] | null;
  gusts: Record<Way | "farther", string[]> | null;
  chosen: number[];
  votes: (Way | null)[];
  bids: (number | null)[];
  turn: Turn | null;
  hand: string[] | null;
  counts: number[];
  deck: number;
  treasure_hand: string[] | null;
  treasure_counts: number[];
  treasure_deck: number;
  treasures: { under: string[]; open: string[][] };
  over: boolean;
  winners: number[];
}

export interface Turn {
  seat: number;
  first: number;
  done: number;
  points: number;
  sailed: number;
  heaved: boolean;
  bonus: boolean;
  blocked: boolean;
  draft: string | null;
}

/** What rules.preview says of sailing to a port. */
export interface Arrival {
  port: string;
  tile: string;
  symbols: Symbol[];
  refused: string | null;
  vp?: number;
  weapon?: number;
  crew?: number;
  provision?: number;
  booty?: boolean;
  reputation?: boolean;
  victims?: number[];
}

export interface Components {
  port: { name: string; mark: string; place_mark: string }[];
  tile: { points: number; symbols: Symbol[]; mark: string }[];
  card: { kind: string; ports?: string[]; count: number; mark: string; count_mark?: string }[];
  booty: { points: number[]; mark: string };
  reputation: { points: number[]; mark: string };
}

export type Say = (key: string, values?: Record<string, string | number>) => string;

const LETTERS: Readonly<Record<string, Symbol>> = { w: "weapon", c: "crew", p: "provision", t: "treasure" };

/** "2cp" is a tile of 2 VP with crew and provision. */
export function tile(name: string): { points: number; symbols: Symbol[] } {
  const points = parseInt(name, 10);
  const symbols = [...name.slice(String(points).length)].flatMap((letter) => LETTERS[letter] ?? []);
  return { points, symbols };
}

/** The mark of a tile in the box: printed, reported or reconstructed. */
export function tileMark(name: string, tiles: Components["tile"]): string | null {
  const { points, symbols } = tile(name);
  const found = tiles.find((t) => t.points === points && [...t.symbols].sort().join() === [...symbols].sort().join());
  return found?.mark ?? null;
}

/** "weapons Havana Turks & Caicos" is a purchase card, free in two ports. */
export function handCard(name: string, ports: readonly string[]): { kind: string; ports: string[] } {
  const kind = name.split(" ", 1)[0]!;
  let rest = name.slice(kind.length + 1);
  const free: string[] = [];
  while (rest !== "") {
    const next = ports.find((port) => rest === port || rest.startsWith(`${port} `));
    if (next === undefined) break;
    free.push(next);
    rest = rest.slice(next.length + 1);
  }
  return { kind, ports: free };
}

/** The name a card has in a hand. */
export const cardName = (kind: string, ports: readonly string[] = []): string => [kind, ...ports].join(" ");

/** Who is known in every port of a zone. */
export function completers(view: Pick<TableView, "chart" | "reputation">, zone: number): number[] {
  const ports = view.chart.filter((p) => p.zone === zone).map((p) => p.port);
  return view.reputation.flatMap((known, seat) => (ports.every((port) => known.includes(port)) ? [seat] : []));
}

/** Under which winds each port is in reach: those that blow another way, and a zone farther. */
export function reachedBy(view: Pick<TableView, "gusts" | "wind">, port: string): (Way | "farther")[] {
  if (view.gusts === null) return [];
  return (["north", "east", "south", "west", "farther"] as const).filter((gust) => view.gusts![gust].includes(port));
}
