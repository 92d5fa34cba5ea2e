/* Where the ports lie on the chart, and how far a wind carries. */
import { HEIGHT, WIDTH, type Point } from "./coast";
import type { Gust, TableView, Way } from "./table";

type Chart = TableView["chart"];

/** The ports of the box, after the real map; those drawn elsewhere than their coast lie by their height. */
const KNOWN: Record<string, Point> = {
  Nassau: [318, 74],
  "San Salvador": [456, 124],
  Havana: [184, 162],
  "Turks & Caicos": [606, 205],
  "Puerto Rico": [830, 248],
  Jamaica: [392, 290],
  "Santo Domingo": [636, 335],
  Belize: [92, 381],
  Barbados: [905, 427],
  Curacao: [622, 472],
  Portobelo: [178, 526],
  Trinidad: [878, 545],
};
/** On a narrow chart ports of one zone lie farther apart. */
const NARROW: Record<string, Point> = {
  ...KNOWN,
  Nassau: [316, 74],
  "San Salvador": [424, 158],
  Havana: [150, 176],
  Jamaica: [392, 296],
  Belize: [110, 384],
  Curacao: [650, 472],
  Portobelo: [126, 520],
};
const ZONE = 250;

/** A box may have other ports, or lay them elsewhere: then all lie by zone and height alone. */
export function places(chart: Chart, narrow = false): Record<string, Point> {
  const known = narrow ? NARROW : KNOWN;
  const zones = Math.max(4, ...chart.map((port) => port.zone));
  const width = WIDTH / zones;
  const inOrder = [...chart].sort((a, b) => b.height - a.height);
  const asKnown = inOrder.every(({ port, zone }, i) => {
    const found = known[port];
    const above = known[inOrder[i - 1]?.port ?? ""];
    return found !== undefined && Math.floor(found[0] / ZONE) === zone - 1 && (i === 0 || (above !== undefined && above[1] < found[1]));
  });
  return Object.fromEntries(
    inOrder.map(({ port, zone }, i): [string, Point] => {
      if (asKnown) return [port, known[port]!];
      const y = 50 + ((HEIGHT - 88) * i) / Math.max(1, inOrder.length - 1);
      return [port, [(zone - 0.5 + (i % 2 === 0 ? -0.12 : 0.12)) * width, y]];
    }),
  );
}

export interface Reach {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The part of the chart a ship at a port may sail to (WP-5.1 to WP-5.3). */
export function reachFrom(chart: Chart, port: string, wind: Way, gust: Gust | null, narrow = false): Reach | null {
  const zone = chart.find((each) => each.port === port)?.zone;
  const at = places(chart, narrow)[port];
  if (zone === undefined || at === undefined) return null;
  const zones = Math.max(4, ...chart.map((each) => each.zone));
  const width = WIDTH / zones;
  const way = gust === null || gust === "farther" ? wind : gust;
  const more = gust === "farther" ? 1 : 0;
  const span = (from: number, to: number): Pick<Reach, "left" | "right"> => ({
    left: Math.max(0, from - 1) * width,
    right: Math.min(zones, to) * width,
  });
  if (way === "north") return { ...span(zone - 1 - more, zone + 1 + more), top: 0, bottom: at[1] };
  if (way === "south") return { ...span(zone - 1 - more, zone + 1 + more), top: at[1], bottom: HEIGHT };
  const columns = way === "east" ? span(zone + 1, zone + 2 + more) : span(zone - 2 - more, zone - 1);
  return columns.left >= columns.right ? null : { ...columns, top: 0, bottom: HEIGHT };
}
