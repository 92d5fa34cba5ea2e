import { describe, expect, it } from "vitest";
import type { Action, Refused } from "../wire/types";
import { ofKind } from "./kinds";
import { tries } from "./tries";

const offered = (action: number): Action<"santa-timea"> => ({ action, kind: "play", card: `N${action}`, text: `N${action}`, words: `lay ${action}` });
const forbidden = (action: number): Refused<"santa-timea"> => ({ ...offered(action), why: "aground", code: "aground", rule: null, details: {} });

describe("what might be tried", () => {
  it("mixes allowed and refused in the order of the actions, the refused with their reason", () => {
    const all = tries<"santa-timea">({ actions: [offered(1), offered(4)], refused: [forbidden(0), forbidden(2)] });
    expect(all.map((each) => [each.action, each.refused?.why])).toEqual([[0, "aground"], [1, undefined], [2, "aground"], [4, undefined]]);
  });
  it("keeps what the rules say of an action", () => {
    const [only] = tries<"santa-timea">({ actions: [offered(3)], refused: [] });
    expect(only).toMatchObject({ kind: "play", words: "lay 3", card: "N3", refused: null });
  });
});

describe("actions and facts", () => {
  it("are found by their kinds", () => {
    const keep = { action: 9, kind: "keep" as const, direction: "N" as const, text: "keep N", words: "keep the set" };
    const all: Action<"santa-timea">[] = [offered(1), keep];
    expect(ofKind(all, "keep", "discard").map((each) => each.direction)).toEqual(["N"]);
    expect(ofKind(all, "play").map((each) => each.card)).toEqual(["N1"]);
  });
});
