import { expect, it } from "vitest";
import { nearest, needLines } from "./nearest";
import type { Berth, Face, GoodName, Whence } from "./table";

const face = (points: number, goods: GoodName[]): Face => ({ kind: "large", stack: "ship", special: false, goods, number: null, gold: null, points });
const ship = (place: number, points: number, cargo: [GoodName, Whence][], state: Berth["state"] = ""): Berth => ({
  place,
  code: String(place),
  face: face(points, cargo.map(([good]) => good)),
  cargo: cargo.map(([, whence]) => whence),
  state,
  ready: cargo.filter(([, whence]) => whence === "stored" || whence === "coming").length,
});
const SHIPS = [
  ship(0, 20, [["apple", "missing"], ["silk", "stored"]]),
  ship(1, 12, [["apple", "stored"], ["silk", "stored"]], "complete"),
  ship(2, 14, [["apple", "stored"], ["silk", "hand"]]),
  ship(3, 16, [["spice", "coming"], ["silk", "stored"]], "would"),
  ship(4, 18, [["apple", "stored"]], "chosen"),
];
const say = (key: string, values: Record<string, string | number> = {}): string => [key, ...Object.values(values)].join(" ");

it("names ships by how little is left to do, and none that is chosen", () => {
  expect(nearest(SHIPS, 9).map((each) => each.place)).toEqual([3, 2, 1, 0]);
});

it("says what each still needs: from my hand, or from elsewhere", () => {
  expect(needLines(SHIPS, say).map((each) => each.text)).toEqual(["ship.large 16 serves.would", "ship.large 14 serves.store some.silk 1", "ship.large 12 serves.complete"]);
  expect(needLines(SHIPS.slice(0, 1), say)).toEqual([{ text: "ship.large 20 serves.lacks some.apple 1" }]);
});
