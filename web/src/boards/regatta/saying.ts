/* What the bar says of a race, who stands where, and the table for people who listen. */
import type { Asking, Line, Prompt, Say, SeatShown } from "../board";
import { ofKind } from "../kinds";
import { arrowWords, cardWords, gateWords, millimetres, placeWords } from "./naming";
import { afloat, boatColour, byPlace, markAt, nextGate, type RegattaView } from "./table";
import { bearing, beside, overlap, poseOf, shown, type Point, type Pose } from "./water";

/** Who stands where: places with what is still to be crossed. */
export function places(view: RegattaView, seats: SeatShown[], say: Say): Line[] {
  return byPlace(view.ranking).map((seat) => {
    const [boat, gate] = [afloat(view.boats[seat]), nextGate(view, seat)];
    const left = boat && gate ? `${gateWords(say, gate)}, ${millimetres(say, boat.remaining)}` : say("home");
    return { seat, text: `${placeWords(say, view.ranking[seat] ?? 1)} ${seats[seat]?.name ?? ""}`, amount: left };
  });
}

/** Whether every way of the hand that may be sailed ends in a zone (RG-4.4). */
function stopsOnly(view: RegattaView, me: number, cards: { card: string; arrow: string }[]): boolean {
  const mine = afloat(view.boats[me]);
  if (!mine || !cards.length) return false;
  const here = poseOf(mine);
  const local = mine.outline.map(([x, y]) => {
    const [at, right, on] = [shown(x, y), beside({ ...here, x: 0, y: 0 }, 1, 0), beside({ ...here, x: 0, y: 0 }, 0, 1)];
    const [dx, dy] = [at.x - here.x, at.y - here.y];
    return [dx * right.x + dy * right.y, dx * on.x + dy * on.y] as const;
  });
  return cards.every(({ card, arrow }) => {
    const found = view.faces[card]?.arrows.find((each) => each.arrow === arrow);
    if (!found) return false;
    const end: Pose = { ...beside(here, found.aside / 1000, found.ahead / 1000), heading: here.heading + found.rotation };
    const hull = local.map(([aside, on]) => beside(end, aside, on));
    return view.boats.some((boat, seat) => seat !== me && boat?.afloat && overlap(hull, boat.zone.map(([x, y]) => shown(x, y))));
  });
}

export function prompt({ view, asked, picked, me, seats, say }: Asking<"regatta">): Prompt | null {
  const said = (key: string, values: Record<string, string | number> = {}): Prompt => {
    const strong = say(`ask-${key}`, values);
    return { strong, rest: say(`ask-${key}-rest`, values), short: { strong: key === "stop" || key === "helm" ? say(`ask-${key}-short`) : strong.replace(/\s*:$/, "."), rest: "" } };
  };
  if (view.over) return said("over", { name: seats[view.winners[0] ?? 0]?.name ?? "" });
  if (asked && me !== null && !asked.chosen) {
    if (picked && "arrow" in picked) {
      const strong = say("picked-arrow", { arrow: picked.arrow });
      return { strong, rest: say("picked-again"), short: { strong: strong.replace(/\s*:$/, "."), rest: "" } };
    }
    const sails = ofKind(asked.actions, "sail", "sail-port", "sail-starboard");
    switch (view.step) {
      case "boarding":
      case "placing":
      case "sailing-on":
        return said(view.step);
      case "sailing":
        if (view.draft.length) return said("swap", { n: view.draft.length });
        if (!sails.length) return said("stuck");
        return said(stopsOnly(view, me, sails) ? "stop" : "sail");
      case "finishing":
        if (view.helm && sails.length) return said("helm");
        return said(asked.actions.some((each) => each.kind === "sun") ? "sun" : "end");
    }
  }
  const actor = view.actors[0];
  if (actor === undefined) return null;
  // While scenes run nobody is asked yet.
  if (actor === me) return { strong: say("ask-mine"), rest: "" };
  const doing = view.step === "boarding" || view.step === "placing" ? view.step : "sailing";
  return { strong: seats[actor]?.name ?? "", rest: say(`wait-${doing}`) };
}

/** The players in the colours of their boats: the same ones again until a boat is chosen, so that nothing that
 * shows them is drawn anew. */
export function seatsIn(view: RegattaView, seats: SeatShown[]): SeatShown[] {
  const colours = seats.map(({ seat }) => { const boat = view.boats[seat]; return boat ? boatColour(boat.boat) : "var(--ink-soft)"; });
  const last = coloured.get(seats);
  if (last?.every(({ colour }, i) => colour === colours[i])) return last;
  const now = seats.map((seat, i) => ({ ...seat, colour: colours[i]! }));
  coloured.set(seats, now);
  return now;
}
const coloured = new WeakMap<SeatShown[], SeatShown[]>();

/** The race in words, with bearings as a navigator takes them. */
export function spoken({ view, me, seats, say }: Asking<"regatta">): string[] {
  const own = me === null ? null : afloat(view.boats[me]);
  const here = own && poseOf(own);
  const lines: string[] = [];
  const where = (at: Point): string => (here ? say("spoken-where", bearing(here, at)) : "");
  byPlace(view.ranking).forEach((seat) => {
    const boat = afloat(view.boats[seat]);
    if (!boat) return;
    const parts = [
      say("spoken-boat", { place: placeWords(say, view.ranking[seat] ?? 1), name: seats[seat]?.name ?? "", boat: say(`boat-${boat.boat}`), degrees: Math.round(boat.heading / 40) }),
      seat === me ? "" : where(poseOf(boat)),
      say("spoken-next", { gate: gateWords(say, nextGate(view, seat)), mm: Math.round(boat.remaining / 1000) }),
      boat.becalmed ? say("becalmed") : "",
    ];
    lines.push(parts.filter(Boolean).join("; "));
  });
  if (here) {
    const [left, right] = view.course.line;
    lines.push(`${say("line")}: ${where(shown((left[0] + right[0]) / 2, left[1]))}`);
    for (const mark of ["red", "green"] as const) lines.push(`${say(`${mark}-mark`)}: ${where(markAt(view, mark))}`);
    for (const [x, y] of view.course.obstacles) lines.push(`${say("rock")}: ${where(shown(x, y))}`);
  }
  for (const card of view.hand ?? []) {
    const face = view.faces[card];
    if (face) lines.push(`${cardWords(say, face)}. ${face.arrows.map((arrow) => `${say("arrow", { arrow: arrow.arrow })}: ${arrowWords(say, arrow)}`).join("; ")}`);
  }
  return lines;
}
