/* The ships nearest to completion, and what each still needs, in words. */
import type { Line, Say } from "../board";
import { goodsSaid } from "./planner";
import type { Berth } from "./table";

const missing = (ship: Berth): number => ship.cargo.filter((each) => each === "missing").length;

/** First what goods on their way complete, then what those in hand would; what is complete anyhow needs no word. */
function rank(ship: Berth): number {
  const left = ship.face.goods.length - ship.ready;
  if (ship.state === "would") return 0;
  if (ship.state === "complete") return 3;
  return missing(ship) ? 4 + missing(ship) * 4 + left : 1 + left / 8;
}

export const nearest = (ships: readonly Berth[], most: number): Berth[] =>
  ships
    .filter((ship) => ship.state !== "chosen")
    .sort((one, two) => rank(one) - rank(two) || (two.face.points ?? 0) - (one.face.points ?? 0))
    .slice(0, most);

export const shipSaid = (ship: Berth, say: Say): string => say(`ship.${ship.face.kind}`, { n: ship.face.points ?? 0 });

export function needSaid(ship: Berth, say: Say): string {
  if (ship.state === "would") return say("serves.would");
  if (ship.state === "complete") return say("serves.complete");
  const goods = (whence: string) => ship.face.goods.filter((_, i) => ship.cargo[i] === whence);
  return missing(ship) ? say("serves.lacks", { goods: goodsSaid(say, goods("missing")) }) : say("serves.store", { goods: goodsSaid(say, goods("hand")) });
}

/** For the slot, while nothing is looked at. */
export const needLines = (ships: readonly Berth[], say: Say): Line[] =>
  nearest(ships, 3).map((ship) => ({ text: `${shipSaid(ship, say)} ${needSaid(ship, say)}`, ...(ship.state === "complete" ? { tone: "good" as const } : {}) }));
