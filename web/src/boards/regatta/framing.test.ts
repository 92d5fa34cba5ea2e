import { expect, test } from "vitest";
import type { Asked } from "../../wire/types";
import { Box } from "./box";
import { about, projected, swung } from "./frame";
import { framed } from "./framing";
import { printed } from "./printed";
import { race } from "./race.fixture";
import { seatsIn } from "./saying";
import { afloat, markAt, markOf, nextGate } from "./table";
import { beside, poseOf } from "./water";

const { components, moves } = race();
const box = new Box(components);
const phone = { width: 390, height: 440 };
/** That something is asked: what it is does not matter to the frame. */
const asked = {} as Asked<"regatta">;
const mine = moves.filter(({ view }) => view.actors.includes(0) && view.turns > 0 && afloat(view.boats[0]) && view.hand);
const seen = (at: { x: number; y: number }): boolean => at.x > 0 && at.y > 0 && at.x < phone.width && at.y < phone.height;

test("what a lesson points at on the course is brought into sight while nothing is asked", () => {
  const view = moves.find((move) => move.view.turns > 0)!.view;
  const things = ["finish", "mark:red", "mark:green", "ray:4", "hand"];
  const frame = framed(view, null, 0, null, box, phone, things);
  for (const mark of ["red", "green"] as const) expect(seen(projected(frame, phone, markAt(view, mark)))).toBe(true);
  expect(framed(view, null, 0, null, box, phone, ["hand", "mark:blue", "ray:9"])).toEqual(framed(view, null, 0, null, box, phone));
});

test("a phone shows my boat and my next mark at my own decisions", () => {
  const near = mine.filter(({ view }) => {
    const [gate, here] = [nextGate(view, 0), poseOf(afloat(view.boats[0])!)];
    const mark = gate && markOf(gate);
    return mark && Math.hypot(markAt(view, mark).x - here.x, markAt(view, mark).y - here.y) < 220;
  });
  expect(near.length).toBeGreaterThan(3);
  for (const { view } of near) {
    const frame = framed(view, null, 0, asked, box, phone);
    expect(seen(projected(frame, phone, poseOf(afloat(view.boats[0])!)))).toBe(true);
    expect(seen(projected(frame, phone, markAt(view, markOf(nextGate(view, 0)!)!)))).toBe(true);
  }
});

test("what is planned after an arrow is brought into sight", () => {
  const { view } = mine[0]!;
  const here = poseOf(afloat(view.boats[0])!);
  const planned = { ...beside(here, 180, 120), heading: here.heading + 90 };
  expect(seen(projected(framed(view, null, 0, asked, box, phone, [], planned), phone, planned))).toBe(true);
});

test("a drawing for another frame looks like the one before when it begins to swing", () => {
  const [before, now] = [{ x: 10, y: -20, scale: 1.5 }, { x: -40, y: 60, scale: 2.2 }];
  const at = { x: 33, y: 44 };
  const from = swung(before, now, phone);
  const drawn = projected(now, phone, at);
  const wanted = projected(before, phone, at);
  expect(drawn.x * from.scale + from.x).toBeCloseTo(wanted.x);
  expect(drawn.y * from.scale + from.y).toBeCloseTo(wanted.y);
  // Half way it turns elsewhere: from what is seen then.
  const half = { x: from.x / 2, y: from.y / 2, scale: (from.scale + 1) / 2 };
  const third = { x: 0, y: 0, scale: 1 };
  const again = swung(now, third, phone, half);
  const seenThen = { x: drawn.x * half.scale + half.x, y: drawn.y * half.scale + half.y };
  const later = projected(third, phone, at);
  expect(later.x * again.scale + again.x).toBeCloseTo(seenThen.x);
  expect(later.y * again.scale + again.y).toBeCloseTo(seenThen.y);
});

test("the ring for turning is moved into sight, and no farther", () => {
  const frame = { x: 0, y: 0, scale: 1 };
  const inside = { x: 20, y: 10 };
  expect(about(frame, phone, inside, 80)).toEqual(frame);
  const corner = about(frame, phone, { x: 190, y: -215 }, 80);
  expect(projected(corner, phone, { x: 190, y: -215 })).toEqual({ x: phone.width - 80, y: 80 });
});

test("players and printed arrows stay the same objects, so that nothing is drawn anew", () => {
  const { view } = moves.at(-1)!;
  const plain = view.boats.map((_, seat) => ({ seat, name: `P${seat}`, colour: "", shape: "circle" as const, bot: false, here: true }));
  expect(seatsIn({ ...view, turns: 1 }, plain)).toBe(seatsIn(view, plain));
  const without = { ...view, boats: view.boats.map((boat, seat) => (seat === 0 ? null : boat)) };
  expect(seatsIn(without, plain)[0]!.colour).not.toBe(seatsIn(view, plain)[0]!.colour);
  const [name, face] = Object.entries(view.faces).find(([, each]) => each.arrows.length > 1)!;
  expect(printed(box, name, face)).toBe(printed(box, name, { ...face }));
  expect(printed(box, name, { ...face, arrows: face.arrows.slice(0, 1) })).toHaveLength(1);
});
