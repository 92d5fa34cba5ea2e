/* What happens in a race, scene by scene. */
import type { Happening, Line, Staging } from "../board";
import type { OfKind } from "../kinds";
import { Box } from "./box";
import { cardWords, gateWords, placeWords, wayWords } from "./naming";
import { prompt, seatsIn, spoken } from "./saying";
import { afloat, seatOf, stopper, type Afloat, type RegattaFact, type RegattaView } from "./table";
import type { RegattaScene } from "./moving";
import { posed, shown, wired, type Point, type Pose } from "./water";

type Moved = OfKind<RegattaFact, "boat-sailed">;
type Passed = OfKind<RegattaFact, "gate-crossed">;

const isMoved = (fact: RegattaFact): fact is Moved => fact.kind === "boat-sailed" || fact.kind === "boat-stopped";
const isPassed = (fact: RegattaFact): fact is Passed => fact.kind === "gate-crossed" || fact.kind === "gate-undone";

/** The boat of a seat laid there, as the server would show it. */
function laid(view: RegattaView, after: RegattaView, box: Box, seat: number, pose: Pose, stage: number): RegattaView {
  const [x, y, heading] = wired(pose);
  const known = afloat(after.boats[seat]);
  const before = afloat(view.boats[seat]);
  const colour = view.boats[seat]?.boat ?? known?.boat ?? "red";
  const corner = (at: Point): [number, number] => [wired({ ...at, heading: 0 })[0], wired({ ...at, heading: 0 })[1]];
  const same = known && known.x === x && known.y === y && known.heading === heading;
  const boat: Afloat = {
    ...(same ? known : { outline: box.outline(pose).map(corner), zone: box.zone(pose).map(corner), passed: before?.passed ?? [], remaining: before?.remaining ?? known?.remaining ?? 0 }),
    boat: colour,
    afloat: true,
    x,
    y,
    heading,
    stage: same ? known.stage : stage,
    becalmed: before?.becalmed ?? false,
  };
  return { ...view, boats: view.boats.map((each, i) => (i === seat ? boat : each)) };
}

const counted = (view: RegattaView, seat: number, by: number): RegattaView => ({ ...view, counts: view.counts.map((n, i) => (i === seat ? n + by : n)) });

function without(hand: string[] | null, cards: readonly string[]): string[] | null {
  if (!hand) return hand;
  const left = [...hand];
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}


function scenes(happening: Happening<"regatta">): RegattaScene[] {
  const { before, after, told, me, seats, say } = happening;
  const box = new Box(happening.components);
  const out: RegattaScene[] = [];
  const facts = told.map((each) => each.fact);
  const name = (seat: number): string => seats[seat]?.name ?? "";
  const moves = facts.filter((fact) => isMoved(fact) || fact.kind === "boat-turned").length;
  let moved = 0;
  let view = before;
  const earlier: RegattaFact[] = [];
  const add = (scene: RegattaScene): void => {
    out.push({ ...scene, earlier: [...earlier], view: scene.view ?? view });
    // What is only announced has not happened yet.
    if (scene.kind !== "card") earlier.push(...scene.facts.filter((fact) => !earlier.includes(fact)));
    view = scene.view ?? view;
  };

  /** What follows a move of a boat: rays in words, a mark rounded, places changed. */
  function gates(fact: { seat: number }, passed: Passed[]): void {
    for (const each of passed) {
      const mark = each.gate === "red-north" ? "red" : each.gate === "green-east" ? "green" : null;
      if (each.kind === "gate-crossed" && mark)
        add({ kind: "rounded", facts: [each], lasts: 900, title: say("scene-rounded", { name: name(each.seat), mark: say(`${mark}-mark`) }), lines: [], sound: "bell" });
    }
    moved += 1;
    if (moved === moves && view.ranking.some((place, seat) => place !== after.ranking[seat])) {
      const line: Line = { seat: fact.seat, text: say("scene-place", { place: placeWords(say, after.ranking[fact.seat] ?? 0) }) };
      add({ kind: "places", facts: [], lasts: 500, title: name(fact.seat), lines: [line], view: { ...view, ranking: after.ranking } });
    }
  }
  const passedLines = (passed: Passed[]): Line[] =>
    passed.map((each) => ({
      seat: each.seat,
      text: say(each.kind === "gate-crossed" ? "scene-crossed" : "scene-undone", { gate: gateWords(say, each.gate) }),
      tone: each.kind === "gate-crossed" ? "good" : "bad",
    }));
  const staged = (seat: number, passed: Passed[]): number =>
    (afloat(view.boats[seat])?.stage ?? 0) + passed.reduce((sum, each) => sum + (each.kind === "gate-crossed" ? 1 : -1), 0);

  for (let i = 0; i < facts.length; i += 1) {
    const fact = facts[i]!;
    const passed: Passed[] = [];
    if (isMoved(fact) || fact.kind === "boat-turned") {
      while (i + 1 < facts.length) {
        const next = facts[i + 1]!;
        if (!isPassed(next)) break;
        passed.push(next);
        i += 1;
      }
    }
    if (isMoved(fact)) {
      const face = view.faces[fact.card];
      const arrow = face?.arrows.find((each) => each.arrow === fact.arrow);
      const title = say("scene-sails", { name: name(fact.seat) });
      const words: Line = { seat: fact.seat, text: face && arrow ? `${cardWords(say, { ...face, arrows: [arrow] })}` : "" };
      const again = view.card === fact.card;
      if (!again) {
        const hand = fact.seat === me ? without(view.hand, [fact.card]) : view.hand;
        add({ kind: "card", facts: [fact], lasts: 450, title, lines: [words], sound: "card", view: { ...counted(view, fact.seat, -1), hand } });
      }
      const next = laid(view, after, box, fact.seat, posed(fact.pose), staged(fact.seat, passed));
      add({ kind: "run", facts: [fact, ...passed], lasts: face?.symbol === "cloud" ? 700 : 900, title, lines: [words, ...passedLines(passed)], sound: "water", view: next });
      if (fact.kind === "boat-stopped") {
        const zone = stopper(view, box, fact.seat, posed(fact.pose));
        add({
          kind: "stop",
          facts: [fact],
          lasts: 1000,
          title: say("scene-stop", { name: name(fact.seat) }),
          lines: [{ seat: zone ?? fact.seat, text: zone === null ? say("stop-zone") : say("stop-zone-of", { name: name(zone) }) }],
          sound: "knock",
          ...(fact.seat === me ? { pause: "continue" as const } : {}),
        });
      }
      gates(fact, passed);
    } else if (isPassed(fact)) {
      add({ kind: "gate", facts: [fact], lasts: 500, title: name(fact.seat), lines: passedLines([fact]), sound: "bell" });
    } else {
      switch (fact.kind) {
        case "race-began":
          add({ kind: "begin", facts: [fact], lasts: 500, title: say("scene-begin", { name: name(fact.first) }), lines: [], sound: "bell" });
          break;
        case "cards-dealt":
          add({ kind: "draw", facts: [fact], lasts: 200 * fact.cards.length, sound: "card", view: { ...view, hand: fact.seat === me ? fact.cards : view.hand } });
          break;
        case "boat-chosen": {
          const boats = view.boats.map((boat, seat) => (seat === fact.seat ? { boat: fact.boat, afloat: false as const } : boat));
          add({ kind: "choose", facts: [fact], lasts: 350, title: say("scene-boat", { name: name(fact.seat), boat: say(`boat-${fact.boat}`) }), lines: [], sound: "move", view: { ...view, boats } });
          break;
        }
        case "boat-placed": {
          const place = view.course.places[fact.place - 1];
          const pose = place ? { ...shown(place[0], place[1]), heading: 0 } : null;
          const title = say("scene-lined", { name: name(fact.seat) });
          add({ kind: "place", facts: [fact], lasts: 500, title, lines: [], sound: "water", view: pose ? laid(view, after, box, fact.seat, pose, 0) : view });
          break;
        }
        case "boat-turned":
          add({
            kind: "turn",
            facts: [fact, ...passed],
            lasts: 700,
            title: say("scene-heaves", { name: name(fact.seat) }),
            lines: [{ seat: fact.seat, text: say("scene-turns", { way: wayWords(say, fact.rotation) }) }, ...passedLines(passed)],
            sound: "knock",
            view: laid(view, after, box, fact.seat, posed(fact.pose), staged(fact.seat, passed)),
          });
          gates(fact, passed);
          break;
        case "cards-swapped": {
          const hand = fact.seat === me ? without(view.hand, fact.cards) : view.hand;
          add({ kind: "swap", facts: [fact], lasts: 700, title: say("scene-heaves", { name: name(fact.seat) }), lines: [{ seat: fact.seat, text: say("scene-swaps", { n: fact.n }) }], sound: "card", view: { ...view, hand, draft: [] } });
          break;
        }
        case "leg-lost":
          add({ kind: "lost", facts: [fact], lasts: 600, title: name(fact.seat), lines: [{ seat: fact.seat, text: say("scene-lost"), tone: "bad" }], sound: "knock" });
          break;
        case "sun-laid": {
          const target = seatOf(view, fact.target);
          const boats = view.boats.map((boat, seat) => (seat === target && boat?.afloat ? { ...boat, becalmed: true } : boat));
          const hand = fact.seat === me ? without(view.hand, ["sun"]) : view.hand;
          add({ kind: "sun", facts: [fact], lasts: 800, title: say("scene-sun", { name: name(fact.seat) }), lines: [{ seat: target, text: say("scene-sun-for", { name: name(target) }) }], sound: "chime", view: { ...counted(view, fact.seat, -1), boats, hand } });
          break;
        }
        case "turn-missed": {
          const boats = view.boats.map((boat, seat) => (seat === fact.seat && boat?.afloat ? { ...boat, becalmed: false } : boat));
          add({
            kind: "becalmed",
            facts: [fact],
            lasts: 1400,
            title: say("scene-becalmed", { name: name(fact.seat) }),
            lines: [{ seat: fact.seat, text: say("scene-misses") }],
            sound: "wind",
            view: { ...view, boats },
            ...(fact.seat === me ? { pause: "continue" as const } : {}),
          });
          break;
        }
        case "cards-drawn":
          add({ kind: "draw", facts: [fact], lasts: 200 * Math.max(1, fact.n), sound: "card", view: { ...counted(view, fact.seat, fact.n), hand: fact.seat === me ? after.hand : view.hand } });
          break;
        case "pile-shuffled":
          add({ kind: "shuffle", facts: [fact], lasts: 400, title: say("scene-shuffle"), lines: [], sound: "card" });
          break;
        case "race-ended":
          // The places stand on the water.
          add({ kind: "finish", facts: [fact], lasts: 1600, pause: "continue", title: say("scene-wins", { name: name(fact.winners[0] ?? 0) }), lines: [], sound: "end", view: after });
          break;
      }
    }
  }
  const last = out.at(-1);
  if (last) last.view = after;
  return out;
}

export const staging: Staging<"regatta"> = {
  scenes,
  where: (view, say) => (view.turns > 0 ? say("where", { turn: Math.ceil(view.turns / view.players) }) : say("where-start")),
  prompt,
  seats: seatsIn,
  runs: { anew: ["race-began"], secret: [] },
  spoken,
};
