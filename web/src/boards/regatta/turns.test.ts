import { expect, test } from "vitest";
import { Box } from "./box";
import { race } from "./race.fixture";
import { told, turnsSince, wakesOf } from "./turns";
import { distance, posed } from "./water";

const { components, moves, me } = race();
const box = new Box(components);
const facts = moves.flatMap((move) => move.told.map((each) => each.fact));
const { view } = moves.at(-1)!;
const sailed = (seat: number) => ({ kind: "boat-sailed" as const, seat, boat: "red" as const, card: "x", arrow: "a" as const, pose: [0, 0, 0] as [number, number, number] });

test("the turns since mine begin with mine, and leave out drawing", () => {
  const some = [sailed(0), sailed(1), sailed(0), { kind: "cards-drawn" as const, seat: 0, cards: [], n: 1 }, sailed(1)];
  expect(turnsSince(some, 0, 2).map((turn) => turn.seat)).toEqual([0, 1]);
  expect(turnsSince(some, null, 2).map((turn) => turn.seat)).toEqual([0, 1]);
  expect(turnsSince([], 0, 2)).toEqual([]);
});

test("over a whole race every wake ends at its stern, and begins where the boat lay, known or not", () => {
  let compared = 0;
  for (let end = 1; end <= facts.length; end += 1) {
    const fact = facts[end - 1]!;
    if (fact.kind !== "boat-sailed" && fact.kind !== "boat-stopped") continue;
    const known = facts.slice(0, end);
    const wake = wakesOf(view, box, known, turnsSince(known, me, view.players)).at(-1)!;
    expect(wake.seat).toBe(fact.seat);
    expect(Math.abs(distance(wake.line.at(-1)!, posed(fact.pose)) - box.length)).toBeLessThan(0.6);
    const [guessed] = wakesOf(view, box, [fact], turnsSince([fact], me, view.players));
    // A boat that was stopped has not run its whole arrow: alone it tells nothing; home, it stops at the line.
    if (fact.kind === "boat-stopped") expect(guessed).toBeUndefined();
    else if (end < facts.length - 3) {
      expect(distance(guessed!.line[0]!, wake.line[0]!)).toBeLessThan(0.6);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(30);
});

test("every turn is told", () => {
  const say = (key: string, values: Record<string, string | number> = {}): string => `${key} ${Object.values(values).join(" ")}`.trim();
  const all = moves.flatMap((_, i) => turnsSince(moves.slice(0, i + 1).flatMap((move) => move.told.map((each) => each.fact)), me, view.players));
  const words = all.map((turn) => told(say, view, turn, (seat) => `P${seat}`));
  expect(words.every((line) => line.text.includes(`P${line.seat}`))).toBe(true);
  for (const key of ["scene-sails", "scene-heaves", "scene-becalmed"]) expect(words.some((line) => line.text.startsWith(key))).toBe(true);
  expect(words.some((line) => line.more.includes("scene-crossed"))).toBe(true);
});
