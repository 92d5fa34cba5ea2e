import { describe, expect, it } from "vitest";
import type { Action, Refused } from "./board";
import { tries } from "./tries";

const offered = (action: number): Action => ({ action, kind: "sail", text: `s${action}`, words: `sail ${action}` });
const forbidden = (action: number): Refused => ({ ...offered(action), why: "aground", code: "aground", rule: null, details: {} });

describe("what might be tried", () => {
  it("mixes allowed and refused in the order of the actions, the refused with their reason", () => {
    const all = tries({ actions: [offered(1), offered(4)], refused: [forbidden(0), forbidden(2)] });
    expect(all.map((each) => [each.action, each.refused?.why])).toEqual([[0, "aground"], [1, undefined], [2, "aground"], [4, undefined]]);
  });
  it("keeps what the rules say of an action", () => {
    const [only] = tries({ actions: [{ ...offered(3), card: "N13" }], refused: [] });
    expect(only).toMatchObject({ kind: "sail", words: "sail 3", card: "N13", refused: null });
  });
});
