import { expect, test } from "vitest";
import { ties, type TableView } from "./table";

const none = { "most-weapons": null, "largest-crew": null, "most-provisions": null };
const view = (over: object): TableView =>
  ({ vp: [40, 40, 31, 40], ranking: [2, 1, 4, 3], blackbeard: 2, counts: [1, 1, 0, 0], advantages: { ...none, "most-provisions": 1 }, ...over }) as unknown as TableView;

test("who is ahead with as many points, and by what (WP-8.2)", () => {
  expect(ties(view({}))).toEqual([
    { ahead: 1, behind: 0, by: "markers" },
    { ahead: 0, behind: 3, by: "cards" },
  ]);
  expect(ties(view({ blackbeard: 1 }))[0]).toEqual({ ahead: 1, behind: 0, by: "blackbeard" });
});

test("who shares a place, and where only the seats decided", () => {
  const even = { vp: [9, 9], counts: [0, 0], blackbeard: null, advantages: none };
  expect(ties(view({ ...even, ranking: [1, 1] }))).toEqual([{ ahead: 0, behind: 1, by: null }]);
  expect(ties(view({ ...even, ranking: [2, 1] }))).toEqual([{ ahead: 1, behind: 0, by: "seats" }]);
  expect(ties(view({ ...even, vp: [9, 8], ranking: [1, 2] }))).toEqual([]);
});
