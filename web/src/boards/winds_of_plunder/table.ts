/* What the parts of this board share: the names of things, and what can be told from a view alone. */
import type { Action, Components, Fact, Refused, View } from "../../wire/types";

export type GameName = "winds-of-plunder";
export type TableView = View<GameName>;
export type Told = Fact<GameName>;
export type Offer = Action<GameName>;
export type Forbidden = Refused<GameName>;
export type Box = Components<GameName>;
export type Face = TableView["faces"][string];
export type Way = TableView["wind"];
export type Gust = Way | "farther";
export type Item = "weapon" | "crew" | "provision";
export type Advantage = keyof TableView["advantages"];

export const WAYS: readonly Way[] = ["north", "east", "south", "west"];
export const ANGLES: Record<Way, number> = { north: 0, east: 90, south: 180, west: 270 };
export const ROUNDS = 9;

export interface Track {
  item: Item;
  track: "weapons" | "crew" | "provisions";
  advantage: Advantage;
  /** How many score a point at the end. */
  each: number;
}
export const TRACKS: readonly Track[] = [
  { item: "weapon", track: "weapons", advantage: "most-weapons", each: 3 },
  { item: "crew", track: "crew", advantage: "largest-crew", each: 2 },
  { item: "provision", track: "provisions", advantage: "most-provisions", each: 1 },
];
export const trackOf = (item: Item): Track => TRACKS.find((track) => track.item === item)!;
const CUBES_EACH = 3;
const MARKER_POINTS = 2;

const NO_FACE: Face = { points: 0, symbols: [] };
export const faceOf = (view: Pick<TableView, "faces">, tile: string | undefined): Face => view.faces[tile ?? ""] ?? NO_FACE;

/** The tile at a place: a port, or bar1 to bar6. */
export function tileAt(view: Pick<TableView, "ports" | "bar">, place: string): string | undefined {
  const found = /^bar(\d)$/.exec(place);
  return found ? view.bar[Number(found[1]) - 1] : view.ports[place];
}

/** The seats known in all ports of a zone. */
export function completers(view: Pick<TableView, "chart" | "reputation">, zone: number): number[] {
  const ports = portsOf(view, zone);
  return view.reputation.flatMap((known, seat) => (ports.every((port) => known.includes(port)) ? [seat] : []));
}
export const portsOf = (view: Pick<TableView, "chart">, zone: number): string[] =>
  view.chart.filter((port) => port.zone === zone).map((port) => port.port);
export const zonesOf = (view: Pick<TableView, "chart">): number[] => [...new Set(view.chart.map((port) => port.zone))].sort((a, b) => a - b);

/** What the next to complete a zone scores. */
export const bonusOf = (view: TableView, box: Box, zone: number): number => box.reputation.points[completers(view, zone).length] ?? 0;

/** The cubes shown for each way; null where nobody named it. */
export function tally(votes: TableView["votes"], bids: TableView["bids"]): Record<Way, number | null> {
  const out: Record<Way, number | null> = { north: null, east: null, south: null, west: null };
  for (const [seat, vote] of votes.entries()) if (vote) out[vote] = (out[vote] ?? 0) + (bids[seat] ?? 0);
  return out;
}

export interface EndLine {
  kind: "cubes" | Item | "markers";
  /** How many of it. */
  count: number;
  /** How many make a point; a marker is worth two. */
  each: number;
  points: number;
}

/** What a player would add at the end (WP-8.1), line by line. */
export function endLines(view: TableView, seat: number): EndLine[] {
  const markers = TRACKS.filter((track) => view.advantages[track.advantage] === seat).length;
  const cubes = view.cubes[seat] ?? 0;
  return [
    { kind: "cubes", count: cubes, each: CUBES_EACH, points: Math.floor(cubes / CUBES_EACH) },
    ...TRACKS.map(({ item, track, each }): EndLine => {
      const count = view[track][seat] ?? 0;
      return { kind: item, count, each, points: Math.floor(count / each) };
    }),
    { kind: "markers", count: markers, each: 1, points: MARKER_POINTS * markers },
  ];
}
export const endPoints = (view: TableView, seat: number): number => endLines(view, seat).reduce((sum, line) => sum + line.points, 0);

/** The points a player has scored before the end: what is on the track, less the end's once it is counted. */
export const pointsBefore = (view: TableView, seat: number): number => (view.vp[seat] ?? 0) - (view.over ? endPoints(view, seat) : 0);

export type TieBreak = "blackbeard" | "markers" | Advantage | "cards" | "seats";

export interface Tie {
  ahead: number;
  behind: number;
  /** By what the one is ahead; null where the two share their place. */
  by: TieBreak | null;
}

/** Of players with equal points who come one after the other: who is ahead, and by what (WP-8.2). */
export function ties(view: TableView): Tie[] {
  const markers = (seat: number): number => TRACKS.filter((track) => view.advantages[track.advantage] === seat).length;
  const ways: [TieBreak, (seat: number) => number][] = [
    ["blackbeard", (seat) => Number(view.blackbeard === seat)],
    ["markers", markers],
    ["most-weapons", (seat) => Number(view.advantages["most-weapons"] === seat)],
    ["largest-crew", (seat) => Number(view.advantages["largest-crew"] === seat)],
    ["cards", (seat) => view.counts[seat] ?? 0],
  ];
  const order = view.vp.map((_, seat) => seat).sort((one, two) => (view.ranking[one] ?? 0) - (view.ranking[two] ?? 0));
  return order.slice(1).flatMap((behind, i): Tie[] => {
    const ahead = order[i]!;
    if (view.vp[ahead] !== view.vp[behind]) return [];
    if (view.ranking[ahead] === view.ranking[behind]) return [{ ahead, behind, by: null }];
    return [{ ahead, behind, by: ways.find(([, worth]) => worth(ahead) !== worth(behind))?.[0] ?? "seats" }];
  });
}

export interface MatchLines {
  booty: number;
  /** The zones completed, null where a view does not tell what each brought. */
  zones: number | null;
  rest: number;
}

/** What a player's points so far come from, as far as a view tells: several may have completed one zone. */
export function matchLines(view: TableView, box: Box, seat: number): MatchLines {
  const booty = box.booty.points.slice(0, view.booty[seat] ?? 0).reduce((sum, points) => sum + points, 0);
  let zones: number | null = 0;
  for (const zone of zonesOf(view)) {
    const known = completers(view, zone);
    if (!known.includes(seat)) continue;
    zones = known.length === 1 && zones !== null ? zones + (box.reputation.points[0] ?? 0) : null;
  }
  return { booty, zones, rest: pointsBefore(view, seat) - booty - (zones ?? 0) };
}

/** Whether a seat has yet to sail in this round under its wind. */
export function toSail(view: TableView, seat: number): boolean {
  const turn = view.turn_state;
  if (turn === null) return false;
  if (view.turn === seat) return turn.sailed === 0 || (turn.heaved && turn.sailed === 1);
  return (seat - turn.first + view.players) % view.players > turn.done;
}

export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI"];
