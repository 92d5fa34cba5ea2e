import { describe, expect, it } from "vitest";
import { aboard, face } from "./table";

describe("cards by their code", () => {
  it("reads goods, numbers and gold", () => {
    expect(face("buy:apple+silk")).toMatchObject({ stack: "purchase", goods: ["apple", "silk"], special: false });
    expect(face("store:3/5")).toMatchObject({ stack: "storage", number: 3, gold: 5 });
    expect(face("income:9")).toMatchObject({ stack: "shipment", number: null, gold: 9 });
    expect(face("buy-and-store:2/14")).toMatchObject({ special: true, number: 2, gold: 14 });
    expect(face("conservation:4")).toMatchObject({ special: true, number: 4, gold: null });
    expect(face("safe-shelter")).toMatchObject({ stack: "shipment", number: null, gold: null, goods: [] });
    expect(face("large:spice+spice+cheese+silk/14")).toMatchObject({ stack: "ship", gold: 14 });
  });
});

describe("cargo in a warehouse", () => {
  it("counts every good once", () => {
    expect(aboard(["silk", "silk", "apple"], ["silk", "apple"])).toEqual([true, false, true]);
  });
});
