import { describe, expect, it } from "vitest";
import examples from "../../../tests/wire/patches.json";
import { patched, type Change } from "./patch";

describe("a patch", () => {
  it.each(examples as { old: object; change: Change; new: object }[])("is read as the server writes it: $change", ({ old, change, new: wanted }) => {
    const kept = structuredClone(old);
    expect(patched(old, change)).toEqual(wanted);
    expect(old).toEqual(kept);
  });

  it("leaves what did not change the same object", () => {
    const old = { view: { hand: ["N1"], piles: [{ n: 1 }, { n: 2 }] }, table: { game: "x" } };
    const now = patched(old, { view: { piles: { "1": { n: [3] } } } });
    expect(now.table).toBe(old.table);
    expect(now.view.hand).toBe(old.view.hand);
    expect(now.view.piles[0]).toBe(old.view.piles[0]);
    expect(now.view.piles[1]).toEqual({ n: 3 });
  });

  it("does not fit a picture it was not made for", () => {
    expect(() => patched({ a: 1 }, { a: { b: [2] } })).toThrow();
    expect(() => patched({ a: 1 }, { a: [0, 1, 2] })).toThrow();
    expect(() => patched({ a: undefined }, { a: { b: [2] } })).toThrow();
  });
});
