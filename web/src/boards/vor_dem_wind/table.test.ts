import { describe, expect, it } from "vitest";
import { cargoOf, parts, type Face } from "./table";

describe("the name of a card", () => {
  const names = { apple: "an apple", silk: "silk" };
  const face = (shown: Partial<Face>): Face => ({ kind: "buy", stack: "purchase", special: false, goods: [], number: null, gold: null, points: null, ...shown });

  it("is filled with goods, then numbers, then gold or points", () => {
    expect(parts(face({ goods: ["apple", "silk"] }), names)).toEqual({ 0: "an apple, silk" });
    expect(parts(face({ kind: "store", number: 3, gold: 5 }), names)).toEqual({ 0: "3", 1: "5" });
    expect(parts(face({ kind: "income", gold: 9 }), names)).toEqual({ 0: "9" });
    expect(parts(face({ kind: "large", goods: ["silk", "silk"], points: 8 }), names)).toEqual({ 0: "silk, silk", 1: "8" });
    expect(parts(face({ kind: "safe-shelter" }), names)).toEqual({});
  });
});

describe("cargo in a warehouse", () => {
  it("counts every good once, and says where it is", () => {
    expect(cargoOf(["silk", "silk", "apple", "apple"], ["silk", "apple"], ["silk"], ["apple"])).toEqual(["stored", "coming", "stored", "hand"]);
    expect(cargoOf(["silk", "silk"], ["silk"], [], [])).toEqual(["stored", "missing"]);
  });
});
