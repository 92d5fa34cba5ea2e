/* What happened since my last turn: whose turns they were, what each did, and the wakes they left. It is
 * worked out from what was told, so that a fresh load shows the same. */
import type { Line, Say } from "../board";
import { ofKind } from "../kinds";
import { reached, type Box } from "./box";
import { gateWords, wayWords } from "./naming";
import { seatOf, type RegattaFact, type RegattaView } from "./table";
import { ahead, beside, posed, shown, type Point, type Pose } from "./water";

export interface Turn {
  seat: number;
  facts: RegattaFact[];
}

const DOING: readonly string[] = ["boat-sailed", "boat-stopped", "boat-turned", "cards-swapped", "sun-laid", "turn-missed", "leg-lost", "gate-crossed", "gate-undone"];

/** The turns since mine, mine first; those of one round for who only watches. */
export function turnsSince(facts: readonly RegattaFact[], me: number | null, players: number): Turn[] {
  const turns: Turn[] = [];
  for (const fact of facts) {
    if (!DOING.includes(fact.kind) || !("seat" in fact)) continue;
    const last = turns.at(-1);
    // Who sails again after the others drew cards has another turn.
    if (last?.seat === fact.seat) last.facts.push(fact);
    else turns.push({ seat: fact.seat, facts: [fact] });
  }
  if (me === null) return turns.slice(-players);
  return turns.slice(Math.max(0, turns.findLastIndex((turn) => turn.seat === me), turns.length - players));
}

/** Where a boat came from that has run a whole arrow. */
function origin(box: Box, end: Pose, card: string, arrow: string): Pose {
  const track = box.track({ x: 0, y: 0, heading: 0 }, card, arrow);
  const run = track.at(track.length);
  const heading = end.heading - run.heading;
  const [on, right] = [ahead(heading), ahead(heading + 90)];
  // North is up: on the drawing what lies ahead of a boat that heads north has a smaller y.
  return { x: end.x - right.x * run.x + on.x * run.y, y: end.y - right.y * run.x + on.y * run.y, heading };
}

export interface Wake {
  seat: number;
  line: Point[];
}

/** The ways of the sterns in these turns; `facts` are all that is known, to tell where they began. */
export function wakesOf(view: RegattaView, box: Box, facts: readonly RegattaFact[], turns: readonly Turn[]): Wake[] {
  const wanted = new Set(turns.flatMap((turn) => turn.facts));
  const lay = new Map<number, Pose>();
  const out: Wake[] = [];
  for (const fact of facts) {
    if (fact.kind === "boat-placed") {
      const place = view.course.places[fact.place - 1];
      if (place) lay.set(fact.seat, { ...shown(place[0], place[1]), heading: 0 });
    } else if (fact.kind === "boat-turned") lay.set(fact.seat, posed(fact.pose));
    else if (fact.kind === "boat-sailed" || fact.kind === "boat-stopped") {
      const end = posed(fact.pose);
      const from = lay.get(fact.seat) ?? (fact.kind === "boat-sailed" ? origin(box, end, fact.card, fact.arrow) : null);
      lay.set(fact.seat, end);
      if (!from || !wanted.has(fact)) continue;
      const track = box.track(from, fact.card, fact.arrow);
      const to = reached(track, end);
      const steps = Math.max(2, Math.ceil(to / 4));
      out.push({ seat: fact.seat, line: Array.from({ length: steps + 1 }, (_, i) => beside(track.at((to * i) / steps), 0, -box.length)) });
    }
  }
  return out;
}

/** What somebody did, in two lines: "Anna sails", "crosses: red ray 1, lays a sun". */
export function told(say: Say, view: RegattaView, { seat, facts }: Turn, name: (seat: number) => string): Line & { more: string } {
  const [sailed] = ofKind(facts, "boat-sailed", "boat-stopped");
  const [turned] = ofKind(facts, "boat-turned");
  const [swapped] = ofKind(facts, "cards-swapped");
  const missed = facts.some((fact) => fact.kind === "turn-missed");
  const more = [
    ...(["gate-crossed", "gate-undone"] as const).flatMap((kind) => {
      const gates = ofKind(facts, kind).map((fact) => gateWords(say, fact.gate));
      return gates.length ? [say(kind === "gate-crossed" ? "scene-crossed" : "scene-undone", { gate: gates.join(", ") })] : [];
    }),
    ...(facts.some((fact) => fact.kind === "boat-stopped") ? [say("turn-stopped")] : []),
    ...(turned ? [say("scene-turns", { way: wayWords(say, turned.rotation) })] : []),
    ...(swapped ? [say("scene-swaps", { n: swapped.n })] : []),
    ...ofKind(facts, "sun-laid").map((fact) => say("turn-sun", { name: name(seatOf(view, fact.target)) })),
  ];
  const key = missed && !sailed ? "scene-becalmed" : sailed ? "scene-sails" : "scene-heaves";
  const tone = facts.some((fact) => fact.kind === "gate-crossed") ? { tone: "good" as const } : missed ? { tone: "bad" as const } : {};
  return { seat, text: say(key, { name: name(seat) }), more: more.join(", "), ...tone };
}
