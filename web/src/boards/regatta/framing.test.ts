import { expect, test } from "vitest";
import { Box } from "./box";
import { projected } from "./frame";
import { framed } from "./framing";
import { race } from "./race.fixture";
import { markAt } from "./table";

const { components, moves } = race();
const box = new Box(components);
const phone = { width: 390, height: 440 };
const seen = (at: { x: number; y: number }): boolean => at.x > 0 && at.y > 0 && at.x < phone.width && at.y < phone.height;

test("what a lesson points at on the course is brought into sight while nothing is asked", () => {
  const view = moves.find((move) => move.view.turns > 0)!.view;
  const things = ["finish", "mark:red", "mark:green", "ray:4", "hand"];
  const frame = framed(view, null, 0, null, box, phone, things);
  for (const mark of ["red", "green"] as const) expect(seen(projected(frame, phone, markAt(view, mark)))).toBe(true);
  expect(framed(view, null, 0, null, box, phone, ["hand", "mark:blue", "ray:9"])).toEqual(framed(view, null, 0, null, box, phone));
});
