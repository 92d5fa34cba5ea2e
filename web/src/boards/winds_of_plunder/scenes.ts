/* The scenes of Winds of Plunder: what one move tells, cut into pictures. */
import type { Sound } from "../../sound";
import type { Happening, Line, Scene } from "../board";
import { apply, cubesHome } from "./apply";
import { windLines } from "./plan";
import { SIGNS } from "./symbols";
import { ROMAN, TRACKS, type GameName, type TableView, type Told } from "./table";
import { capital, listed, nameOf, named, type Speech } from "./words";

type Shown = Scene<GameName>;
type What = Happening<GameName>;

/** Facts that are shown together, in one scene; the rest have a scene each. */
const TOGETHER: readonly (readonly Told["kind"][])[] = [
  ["vote-shown"],
  ["cubes-shown"],
  ["gust-bought", "sailed"],
  ["treasure-drawn", "treasure-seen"],
  ["card-drawn", "card-seen"],
  ["end-counted"],
];

/** Facts that no scene needs to tell. */
export const SILENT: readonly Told["kind"][] = ["match-began"];

function grouped(facts: Told[]): Told[][] {
  const groups: Told[][] = [];
  for (const fact of facts) {
    if (SILENT.includes(fact.kind)) continue;
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && TOGETHER.some((kinds) => kinds.includes(fact.kind) && kinds.includes(before.kind))) last.push(fact);
    else groups.push([fact]);
  }
  return groups;
}

interface Look {
  kind: string;
  lasts: number;
  pause?: number | "continue";
  sound?: Sound;
}
/** Facts that begin no group of their own, or have their scenes made apart. */
type Apart = "match-began" | "round-began" | "treasure-seen" | "card-seen";
const LOOKS: Record<Exclude<Told["kind"], Apart>, Look> = {
  "choice-made": { kind: "sealed", lasts: 250, sound: "card" },
  "vote-shown": { kind: "ways", lasts: 900, pause: 900, sound: "card" },
  "cubes-shown": { kind: "cubes", lasts: 1200, pause: 300, sound: "knock" },
  "blackbeard-taken": { kind: "beard", lasts: 700, sound: "drum" },
  "wind-turned": { kind: "wind", lasts: 1100, pause: "continue", sound: "wind" },
  "first-named": { kind: "first", lasts: 500, pause: 400, sound: "bell" },
  "card-drawn": { kind: "drawn", lasts: 500, sound: "card" },
  "deck-reshuffled": { kind: "reshuffled", lasts: 400, sound: "card" },
  "cubes-added": { kind: "added", lasts: 450, sound: "knock" },
  "gust-bought": { kind: "sail", lasts: 1100, sound: "wind" },
  sailed: { kind: "sail", lasts: 900, sound: "water" },
  "tile-taken": { kind: "tile", lasts: 350, sound: "coin" },
  "treasure-drawn": { kind: "treasure", lasts: 350, sound: "card" },
  "treasures-out": { kind: "out", lasts: 350 },
  "bar-moved": { kind: "bar", lasts: 450, sound: "knock" },
  "tile-scored": { kind: "scored", lasts: 350, pause: 200, sound: "coin" },
  boarded: { kind: "boarded", lasts: 700, pause: 300, sound: "drum" },
  "treasure-played": { kind: "booty", lasts: 500, pause: 200, sound: "coin" },
  "reputation-gained": { kind: "reputation", lasts: 350, sound: "knock" },
  "zone-completed": { kind: "zone", lasts: 900, pause: 300, sound: "bell" },
  "advantage-taken": { kind: "advantage", lasts: 450, sound: "chime" },
  "advantage-laid-down": { kind: "advantage", lasts: 450 },
  "item-bought": { kind: "card", lasts: 700, pause: 200, sound: "card" },
  "card-played": { kind: "card", lasts: 700, pause: 200, sound: "card" },
  "opponent-struck": { kind: "card", lasts: 700, pause: 200, sound: "card" },
  "tiles-swapped": { kind: "card", lasts: 700, pause: 200, sound: "card" },
  "extra-point": { kind: "extra", lasts: 450, sound: "chime" },
  "end-counted": { kind: "score", lasts: 3500, pause: 300, sound: "knock" },
  "match-ended": { kind: "score-end", lasts: 500, pause: "continue", sound: "end" },
};
/** What follows a sailing, gathered under one title. */
const ARRIVAL: readonly Told["kind"][] = [
  "gust-bought", "sailed", "tile-taken", "treasure-drawn", "treasures-out", "bar-moved", "tile-scored", "boarded", "treasure-played", "reputation-gained", "zone-completed", "advantage-taken", "advantage-laid-down",
];
/** This many lines fit everywhere; the newest are kept. */
const MOST_LINES = 4;
const VOTE = ["ways", "cubes", "beard", "wind"];

/** What an arrival brings, as the slot gathers it; null for facts that are not part of one. */
function arrivalLine(speech: Speech, me: number | null, fact: Told, words: string): Line | Line[] | null {
  const { say } = speech;
  switch (fact.kind) {
    case "tile-taken": {
      const items = fact.symbols.filter((symbol) => symbol !== "treasure");
      return items.map((item): Line => {
        const lost = fact.lost.includes(item);
        return { sign: SIGNS[item], text: capital(named(speech, item)), amount: lost ? say("full") : "+1", tone: lost ? "soft" : "good" };
      });
    }
    case "treasure-drawn":
      return { sign: SIGNS.treasure, text: say("brings-treasure") };
    case "treasures-out":
      return { sign: SIGNS.treasure, text: say("none-left"), tone: "soft" };
    case "tile-scored": {
      const parts = [say("part-tile", { vp: fact.n - fact.extra })];
      if (fact.extra > 0) parts.push(say("part-extra", { vp: fact.extra, what: named(speech, "most-provisions") }));
      return { sign: SIGNS.vp, text: parts.join(", "), amount: say("plus-vp", { vp: fact.n }), tone: "good" };
    }
    case "boarded":
      if (fact.victim === me) return { seat: fact.seat, text: say("told-boarded-you", { who: nameOf(speech, fact.seat) }), amount: `−${fact.n} ${named(speech, fact.loot)}`, tone: "bad" };
      return { seat: fact.victim, text: words, tone: "bad" };
    case "treasure-played":
      return { sign: SIGNS.booty, text: say("dug-up"), amount: say("plus-vp", { vp: fact.n }), tone: "good" };
    case "reputation-gained":
      return { sign: SIGNS.cube, text: say("reputation-here") };
    case "zone-completed":
      return { sign: SIGNS.cube, text: say("zone-complete", { zone: ROMAN[fact.zone] ?? fact.zone }), amount: say("plus-vp", { vp: fact.n }), tone: "good" };
    case "advantage-taken":
      return { sign: SIGNS[TRACKS.find((track) => track.advantage === fact.advantage)!.item], text: named(speech, fact.advantage), amount: nameOf(speech, fact.seat) };
    case "advantage-laid-down":
      return { sign: SIGNS[TRACKS.find((track) => track.advantage === fact.advantage)!.item], text: words, tone: "soft" };
    default:
      return null;
  }
}

/** What the slot says of the wind: why it blows so, and who takes Blackbeard. */
function windTold({ names, seats, say, me, told }: What, view: TableView, fact: Extract<Told, { kind: "wind-turned" }>): Pick<Shown, "title" | "lines"> {
  const speech = { view, names, seats, say };
  const mine = me === null ? null : view.votes[me];
  const title = say(mine === null || mine === undefined ? "told-wind" : mine === fact.wind ? "told-wind-mine" : "told-wind-other", { wind: named(speech, fact.wind), mine: mine ? named(speech, mine) : "" });
  const taker = told.find((each) => each.fact.kind === "blackbeard-taken")?.fact;
  const seat = taker?.kind === "blackbeard-taken" ? taker.seat : view.blackbeard;
  const lines: Line[] = windLines(speech, view.votes, view.bids);
  lines.push({ seat, text: say("told-beard", { who: nameOf(speech, seat), n: view.bids[seat] ?? 0 }) });
  return { title, lines };
}

function standings(speech: Speech, view: TableView): Line[] {
  const order = speech.seats.map((seat) => seat.seat).sort((a, b) => (view.vp[b] ?? 0) - (view.vp[a] ?? 0));
  return order.map((seat) => ({ seat, text: nameOf(speech, seat), amount: speech.say("vp-of", { vp: view.vp[seat] ?? 0 }) }));
}

/** What the slot says of one group of facts. */
function told(what: What, view: TableView, group: Told[], arrival: { title: string; lines: Line[] } | null): Pick<Shown, "title" | "lines"> {
  const { names, seats, say } = what;
  const speech: Speech = { view, names, seats, say };
  const words = group.map((fact) => what.told.find((each) => each.fact === fact)?.words ?? "");
  const fact = group[0]!;
  switch (fact.kind) {
    case "choice-made":
      return {};
    case "vote-shown":
      return { title: say("told-ways"), lines: group.flatMap((each): Line[] => (each.kind === "vote-shown" ? [{ seat: each.seat, text: nameOf(speech, each.seat), amount: capital(named(speech, each.wind)) }] : [])) };
    case "cubes-shown":
      return { title: say("told-cubes"), lines: group.flatMap((each): Line[] => (each.kind === "cubes-shown" ? [{ seat: each.seat, text: nameOf(speech, each.seat), amount: say("n-cubes", { n: each.n }) }] : [])) };
    case "wind-turned":
      return windTold(what, view, fact);
    case "blackbeard-taken":
      return { title: fact.seat === what.me ? say("told-beard-you") : words[0]!, lines: [] };
    case "end-counted":
      return { title: say("score"), lines: [] };
    case "match-ended":
      return { title: say("told-end", { who: listed(say, fact.winners.map((seat) => nameOf(speech, seat))), n: fact.winners.length }), lines: standings(speech, { ...view, vp: fact.scores }) };
    default:
      break;
  }
  if (arrival) return { title: arrival.title, lines: arrival.lines.slice(-MOST_LINES) };
  return { title: words[0] ?? "", lines: words.slice(1).map((text) => ({ text })) };
}

const stops = (fact: Told, me: number | null): boolean =>
  me !== null && ((fact.kind === "boarded" && fact.victim === me) || (fact.kind === "zone-completed" && fact.seat === me));

export function scenes(what: What): Shown[] {
  const { before, after, me, components, names, seats, say } = what;
  const facts = what.told.map((each) => each.fact);
  const out: Shown[] = [];
  let view: TableView = before;
  let arrival: { title: string; lines: Line[] } | null = null;
  for (const group of grouped(facts)) {
    const fact = group[0]!;
    const speech: Speech = { view, names, seats, say };
    if (fact.kind === "round-began") {
      const next = apply(view, fact, components);
      if (fact.round > 1) out.push({ kind: "round-end", facts: [], lasts: 800, pause: 1200, title: say("told-round-over", { round: fact.round - 1 }), lines: standings(speech, view) });
      out.push({ kind: "round", facts: group, lasts: 600, title: say("told-round", { round: fact.round }), lines: [], sound: "bell", view: next });
      view = next;
      arrival = null;
      continue;
    }
    const sailed = group.find((each) => each.kind === "sailed");
    const words = (each: Told): string => what.told.find((one) => one.fact === each)?.words ?? "";
    if (sailed?.kind === "sailed") arrival = { title: sailed.seat === me ? say("told-sail-you", { port: named(speech, sailed.port) }) : words(sailed), lines: group.filter((each) => each !== sailed).map((each) => ({ text: words(each) })) };
    else if (["boarded", "treasure-played", "reputation-gained"].includes(fact.kind)) arrival ??= { title: say("told-port", { who: nameOf(speech, view.turn), port: named(speech, view.ships[view.turn ?? 0] ?? "") }), lines: [] };
    const lines: Line[] = group.flatMap((each) => arrivalLine(speech, me, each, words(each)) ?? []);
    if (arrival && lines.length > 0) arrival = { ...arrival, lines: [...arrival.lines, ...lines] };
    else if (!ARRIVAL.includes(fact.kind)) arrival = null;

    const look = LOOKS[fact.kind as keyof typeof LOOKS];
    const opens = VOTE.includes(look.kind) && !VOTE.includes(out.at(-1)?.kind.replace("+", "") ?? "");
    const next = group.reduce((picture, each) => apply(picture, each, components), view);
    out.push({
      ...look,
      kind: opens ? `${look.kind}+` : look.kind,
      facts: group,
      ...(stops(fact, me) ? { pause: "continue" as const } : {}),
      ...told(what, view, group, arrival),
      view: next,
    });
    view = next;
    if (look.kind === "ways" || look.kind === "wind") {
      const home = look.kind === "wind" ? cubesHome(view) : view;
      const { title, lines = [] } = out.at(-1)!;
      out.push({ kind: "home", facts: [], lasts: 400, ...(title === undefined ? {} : { title }), lines, view: home });
      view = home;
    }
  }
  // The last one always ends in what the server says.
  const last = out.at(-1);
  if (last) last.view = after;
  return out;
}
