/* Where the arrows of a card lead, as they are drawn and said: the way itself is drawn from the box at
 * once, what the server knows of it (stops, contacts, gates) comes with its preview. */
import type { Line, Say } from "../board";
import type { Preview } from "../../wire/types";
import { bows, reached, type Box, type Track } from "./box";
import { arrowWords, gateWords, wayWords } from "./naming";
import { afloat, gateLine, meets, seatOf, stopper, type Arrow, type Gate, type RegattaView, type SailTry } from "./table";
import { clearance, gap, poseOf, posed, shown, type Point, type Pose } from "./water";

export interface Way {
  each: SailTry;
  arrow: Arrow;
  track: Track;
  /** How far it goes, and how the boat lies then. */
  to: number;
  end: Pose;
  /** How it would lie at the arrow's end. */
  full: Pose;
  gates: { gate: Gate; at: Point }[];
  /** The point of contact. */
  touch: Point | null;
  /** Whose zone ends it, by a forced stop or because it is forbidden. */
  zone: number | null;
  /** Stopped at the edge of that zone (RG-4.4). */
  stopped: boolean;
  /** What it passes by less than a boat's plank, and by how many millimetres. */
  close: { what: string; mm: number } | null;
}

const NARROW = 3;

export function wayOf(view: RegattaView, me: number, box: Box, each: SailTry, preview: Preview<"regatta"> | undefined, say: Say): Way | null {
  const mine = afloat(view.boats[me]);
  const arrow = view.faces[each.card]?.arrows.find((found) => found.arrow === each.arrow);
  if (!mine || !arrow) return null;
  const track = box.track(poseOf(mine), each.card, each.arrow);
  const full = track.at(track.length);
  const way = preview && "way" in preview ? preview.way : null;
  const end = way && !each.refused ? posed(way.end) : full;
  const to = end === full ? track.length : reached(track, end);
  const places = bows(track, to);
  const gates = (each.refused ? [] : (way?.passes ?? [])).map((gate) => ({ gate, at: meets(places, gateLine(view, gate))?.at ?? end }));
  const stopped = !each.refused && to < track.length - 0.75 && !gates.some(({ gate }) => gate === "finish");
  const named = each.refused?.details["boat"];
  const inZone = typeof named === "string" && each.refused?.code.endsWith("zone") ? seatOf(view, named) : null;
  const touch = way?.contact ? shown(way.contact.point[0], way.contact.point[1]) : null;
  return {
    each, arrow, track, to, end, full, gates, touch, stopped,
    zone: stopped ? stopper(view, box, me, end) : inZone,
    close: each.refused || stopped ? null : narrowest(view, me, box, track, to, say),
  };
}

/** What the hull comes nearest to on its way, if that is near. */
function narrowest(view: RegattaView, me: number, box: Box, track: Track, to: number, say: Say): Way["close"] {
  const { line, red, green, obstacles } = view.course;
  const buoys = [...line.map((mark) => ({ mark, what: say("white-buoy") })), { mark: red, what: say("the-red-mark") }, { mark: green, what: say("the-green-mark") }, ...obstacles.map((mark) => ({ mark, what: say("the-rock") }))];
  const others = view.boats.flatMap((boat, seat) => (boat?.afloat && seat !== me ? [{ outline: box.outline(poseOf(boat)), what: say(`boat-${boat.boat}`) }] : []));
  let best: Way["close"] = null;
  for (let run = 1; run <= to; run += 1) {
    const hull = box.outline(track.at(run));
    for (const { mark, what } of buoys) {
      const mm = clearance(hull, shown(mark[0], mark[1])) - mark[2] / 1000;
      if (mm < (best?.mm ?? NARROW)) best = { what, mm };
    }
    for (const { outline, what } of others) {
      const mm = gap(hull, outline);
      if (mm < (best?.mm ?? NARROW)) best = { what, mm };
    }
  }
  return best && best.mm > 0 ? best : null;
}

/** Two words on why a way is forbidden, for its handle. */
export function shortReason(say: Say, way: Way): string {
  const code = way.each.refused?.code ?? "";
  return say(code.endsWith("zone") ? "no-zone" : code === "touches-edge" ? "no-edge" : code.startsWith("touches") ? "no-touch" : "no");
}

/** The same in a few more, beside the ghost. */
export function reason(say: Say, view: RegattaView, way: Way, name: (seat: number) => string): string {
  const details = way.each.refused?.details ?? {};
  if (way.zone !== null && way.zone >= 0) return say("ends-in-zone", { name: name(way.zone) });
  const [boat, buoy] = [details["boat"], details["buoy"]];
  if (typeof boat === "string") return say("touches-boat", { name: name(seatOf(view, boat)) });
  if (typeof buoy === "string") return say(buoy === "white-buoy" ? "touches-white" : `touches-${buoy.replace("-buoy", "")}`);
  return say(details["touches"] === "edge" ? "touches-edge" : "touches-rock");
}

/** What follows from a way, for the slot. */
export function linesOf(say: Say, way: Way, seat: number, name: (seat: number) => string, second: boolean): Line[] {
  const out: Line[] = [];
  for (const { gate } of way.gates) out.push({ text: say(gate === "finish" ? "plan-home" : "plan-crosses", { gate: gateWords(say, gate) }), tone: "good", amount: "✓" });
  if (way.stopped)
    out.push({ ...(way.zone === null ? {} : { seat: way.zone }), text: say("plan-stops", { name: way.zone === null ? "" : name(way.zone) }), amount: say("mm-of", { mm: Math.round(way.to), of: Math.round(way.track.length) }), tone: "bad" });
  if (way.close) out.push({ text: say("plan-close", { what: way.close.what }), amount: say("mm", { mm: Math.max(0.1, Math.round(way.close.mm * 10) / 10) }) });
  if (way.each.symbol === "helm" && !second) out.push({ text: say("plan-helm"), tone: "soft" });
  if (way.each.symbol === "cloud" && !second) out.push({ text: say("plan-cloud"), tone: "soft" });
  if (!out.length) out.push({ seat, text: say("plan-clear"), tone: "soft" });
  return out;
}

/** For people who listen: "Arrow b, 30° right: 83 ahead, 60 to starboard, ends clear, crosses red ray 1". */
export function spokenWay(say: Say, view: RegattaView, way: Way, name: (seat: number) => string): string {
  const parts = [`${say("arrow", { arrow: way.each.arrow })}, ${wayWords(say, way.arrow.rotation)}: ${arrowWords(say, way.arrow)}`];
  if (way.each.refused) parts.push(reason(say, view, way, name));
  else parts.push(way.stopped ? `${say("plan-stops", { name: way.zone === null ? "" : name(way.zone) })}: ${say("mm-of", { mm: Math.round(way.to), of: Math.round(way.track.length) })}` : say("plan-clear"));
  for (const { gate } of way.gates) parts.push(say("plan-crosses", { gate: gateWords(say, gate) }));
  return parts.join(", ");
}
