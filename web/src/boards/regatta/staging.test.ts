import { describe, expect, it } from "vitest";
import type { Happening, SeatShown } from "../board";
import { Box, reached } from "./box";
import { lying, movingIn, type RegattaScene } from "./moving";
import { race } from "./race.fixture";
import { staging } from "./staging";
import { stopper, type Afloat, type RegattaFact, type RegattaView } from "./table";
import { posed, poseOf, type Pose } from "./water";

const components = {
  sizes: { card: [87, 57], outline: [[0, 5], [15, 7], [40, 0]] },
  arrow: [
    { name: "ahead", path: [["ahead", 84]] },
    { name: "starboard60", path: [["ahead", 20], ["starboard", 50, 60]] },
  ],
  card: [
    { name: "blue1", arrows: ["ahead"] },
    { name: "green2", arrows: ["starboard60"] },
    { name: "sun" },
  ],
} as unknown as Happening<"regatta">["components"];
const box = new Box(components);
const say = (key: string): string => key;
const seats: SeatShown[] = [0, 1].map((seat) => ({ seat, name: `P${seat}`, colour: "red", shape: "circle", bot: false, here: true }));

function boat(colour: "red" | "green", x: number, y: number, heading: number, stage: number): NonNullable<RegattaView["boats"][number]> {
  return { boat: colour, afloat: true, x, y, heading, stage, becalmed: false, outline: [], zone: [], passed: [], remaining: 1000 };
}
const before = {
  game: "regatta", players: 2, seat: 0, step: "sailing", actors: [0], first: 0, turn: 0, turns: 3, played: 0, helm: false, card: null,
  boats: [boat("red", 0, 0, 0, 1), boat("green", 90000, 0, 0, 1)],
  hand: ["blue1", "green2", "sun"], draft: [], counts: [3, 3], hand_limits: [[], []], discards: [], pile: 20,
  faces: {
    blue1: { colour: "blue", symbol: null, small: false, arrows: [{ arrow: "a", rotation: 0, aside: 0, ahead: 124000 }] },
    green2: { colour: "green", symbol: null, small: false, arrows: [{ arrow: "a", rotation: 60, aside: 59641, ahead: 83301 }] },
    sun: { colour: "sun", symbol: "sun", small: false, arrows: [] },
  },
  course: { water: [-360000, -170000, 360000, 570000], line: [[-75000, 0, 8000], [75000, 0, 8000]], red: [-150000, 300000, 8000], green: [150000, 375000, 8000], obstacles: [], places: [[-18000, -12000], [18000, -12000]] },
  scores: [1, 1], over: false, winners: [], ranking: [1, 2], options: { course: "normal" },
} as unknown as RegattaView;

/** Where the boats are when so much of a scene is over. */
function poses(view: RegattaView, scene: RegattaScene, progress: number, within: Box): (Pose | null)[] {
  const moving = movingIn(view, scene, within);
  return lying(view).map((pose, seat) => (moving?.seat === seat ? moving.at(progress) : pose));
}

function staged(facts: unknown[], after: Partial<RegattaView> = {}) {
  const happening: Happening<"regatta"> = {
    before, after: { ...before, ...after }, told: facts.map((fact) => ({ fact: fact as RegattaFact, words: "" })), me: 0, seats, components, names: {}, say,
  };
  return { scenes: staging.scenes(happening), after: happening.after };
}

const SAILED = { kind: "boat-sailed", seat: 0, boat: "red", card: "green2", arrow: "a", pose: [59641, 83301, 2400] };
const FACTS: Record<RegattaFact["kind"], unknown> = {
  "race-began": { kind: "race-began", first: 1 },
  "cards-dealt": { kind: "cards-dealt", seat: 0, cards: ["sun"] },
  "boat-chosen": { kind: "boat-chosen", seat: 0, boat: "blue" },
  "boat-placed": { kind: "boat-placed", seat: 1, boat: "green", place: 2 },
  "boat-sailed": SAILED,
  "boat-stopped": { ...SAILED, kind: "boat-stopped" },
  "gate-crossed": { kind: "gate-crossed", seat: 0, gate: "red-west" },
  "gate-undone": { kind: "gate-undone", seat: 0, gate: "red-west" },
  "leg-lost": { kind: "leg-lost", seat: 0, boat: "red", card: "blue1" },
  "sun-laid": { kind: "sun-laid", seat: 0, boat: "red", target: "green" },
  "turn-missed": { kind: "turn-missed", seat: 1, boat: "green" },
  "cards-swapped": { kind: "cards-swapped", seat: 0, cards: ["blue1"], n: 1 },
  "boat-turned": { kind: "boat-turned", seat: 0, boat: "red", rotation: 90, pose: [20000, -20000, 3600] },
  "cards-drawn": { kind: "cards-drawn", seat: 0, cards: ["sun"], n: 1 },
  "pile-shuffled": { kind: "pile-shuffled", n: 9 },
  "race-ended": { kind: "race-ended", winners: [0], ranking: [1, 2] },
};

describe("the scenes of a race", () => {
  it.each(Object.keys(FACTS))("shows %s, and ends in the server's picture", (kind) => {
    const { scenes, after } = staged([FACTS[kind as RegattaFact["kind"]]]);
    expect(scenes.length).toBeGreaterThan(0);
    expect(scenes.at(-1)!.view).toBe(after);
  });

  it("shows the card, then the run with the rays it crosses, then the mark, then the places", () => {
    const { scenes } = staged([SAILED, { kind: "gate-crossed", seat: 0, gate: "red-north" }], { ranking: [2, 1] });
    expect(scenes.map((scene) => scene.kind)).toEqual(["card", "run", "rounded", "places"]);
    expect(scenes[1]!.facts).toHaveLength(2);
    expect(scenes[0]!.view!.hand).toEqual(["blue1", "sun"]);
  });

  it("names the zone at whose edge a boat was stopped, not another that its arrow leads into", () => {
    const crossing = (north: number) => boat("green", -87000, north, 3600, 1);
    const view = { ...before, boats: [boat("red", 0, 0, 0, 1), crossing(128000), crossing(28500)] };
    expect(stopper(view, box, 0, poseOf(view.boats[0] as Afloat))).toBe(2);
  });

  it("waits where I am stopped or becalmed, not where others are", () => {
    const pauses = (fact: object): unknown => staged([fact]).scenes.find((scene) => scene.kind === "stop" || scene.kind === "becalmed")!.pause;
    expect(pauses({ ...SAILED, kind: "boat-stopped" })).toBe("continue");
    expect(pauses({ kind: "turn-missed", seat: 0, boat: "red" })).toBe("continue");
    expect(pauses({ kind: "turn-missed", seat: 1, boat: "green" })).toBeUndefined();
  });

  it("sails a boat from where it lies to where the fact puts it, and turns it about its middle", () => {
    const { scenes } = staged([SAILED]);
    const run = scenes.find((scene) => scene.kind === "run")!;
    expect(poses(before, run, 0, box)[0]).toMatchObject({ x: 0, y: 0, heading: 0 });
    const [end, wanted] = [poses(before, run, 1, box)[0]!, posed([59641, 83301, 2400])];
    expect(end.x).toBeCloseTo(wanted.x, 1);
    expect(end.y).toBeCloseTo(wanted.y, 1);
    expect(end.heading).toBeCloseTo(60);
    const turn = staged([FACTS["boat-turned"]]).scenes[0]!;
    const middle = poses(before, turn, 0.5, box)[0]!;
    expect(box.middle(middle).y).toBeCloseTo(20);
    expect(poses(before, turn, 1, box)[0]).toMatchObject({ x: expect.closeTo(20), y: expect.closeTo(20), heading: 90 });
  });
});

describe("a whole race", () => {
  it("moves every boat along its arrow to the place the server says", () => {
    const run = race();
    const real = new Box(run.components);
    const all = run.moves[0]!.view.players;
    const four: SeatShown[] = Array.from({ length: all }, (_, seat) => ({ ...seats[0]!, seat }));
    let checked = 0;
    run.moves.slice(1).forEach(({ view: after, told }, i) => {
      let shown = run.moves[i]!.view;
      for (const scene of staging.scenes({ before: shown, after, told, me: run.me, seats: four, components: run.components, names: {}, say })) {
        const end = poses(shown, scene, 1, real);
        (scene.view ?? shown).boats.forEach((boat, seat) => {
          if (!boat?.afloat || scene.kind === "card") return;
          const pose = poseOf(boat);
          expect(Math.hypot(end[seat]!.x - pose.x, end[seat]!.y - pose.y), `${scene.kind} of move ${i + 1}`).toBeLessThan(0.6);
          checked += 1;
        });
        shown = scene.view ?? shown;
      }
      if (told.length) expect(shown).toEqual(after);
    });
    expect(checked).toBeGreaterThan(100);
  });

  it("knows how far along its arrow a stopped boat has come", () => {
    const track = box.track({ x: 0, y: 0, heading: 0 }, "green2", "a");
    expect(reached(track, track.at(31.5))).toBeCloseTo(31.5);
    expect(track.length).toBeCloseTo(40 + 20 + (50 * Math.PI) / 3);
  });
});
