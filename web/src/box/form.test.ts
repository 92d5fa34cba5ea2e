import { describe, expect, it } from "vitest";
import type { FormField, FormSection } from "../wire/types";
import { at, fieldOf, mark, newRow, pieces, put, read, rowOf, rows, written, type Table } from "./form";

const field = (more: Partial<FormField>): FormField => ({ name: "n", label: "N", type: "number", optional: false, low: 1, high: 8, least: 0, most: 9, choices: [], names_of: null, ...more });
const section = (more: Partial<FormSection>): FormSection => ({ name: "card", label: "Cards", many: true, fields: [], ...more });

describe("a form", () => {
  it("finds and puts what stands in inner tables", () => {
    const data: Table = { course: { short: { start: { behind: 12 } } } };
    expect(at(data, "course.short.start.behind")).toBe(12);
    expect(at(data, "course.long.start")).toBeUndefined();
    put(data, "course.short.start.behind", 13);
    put(data, "course.long.unit", 5);
    put(data, "course.short.unit", undefined);
    expect(data).toEqual({ course: { short: { start: { behind: 13 } }, long: { unit: 5 } } });
  });

  it("has the rows of a list, or the one of a table", () => {
    const data: Table = { card: [{ a: 1 }, { a: 2 }], hand: { cards: 12 } };
    expect(rows(data, section({}))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(rows(data, section({ name: "hand", many: false }))).toEqual([{ cards: 12 }]);
    expect(rows({ card: "x" }, section({}))).toEqual([]);
  });

  it("reads what can be read and leaves the rest to the check", () => {
    expect(read(field({}), " 7 ")).toBe(7);
    expect(read(field({}), "seven")).toBe("seven");
    expect(read(field({ optional: true }), "")).toBeUndefined();
    expect(read(field({ type: "numbers" }), "1, 2 3")).toEqual([1, 2, 3]);
    expect(read(field({ type: "data" }), '[["ahead", 84]]')).toEqual([["ahead", 84]]);
    expect(read(field({ type: "data" }), "[[")).toBe("[[");
    expect(written(field({ type: "numbers" }), [1, 2])).toBe("1, 2");
    expect(written(field({ type: "data" }), [["ahead", 84]])).toBe('[["ahead",84]]');
  });

  it("makes rows like the one above, marked as printed", () => {
    const above: Table = { count: 2, mark: "reconstructed", count_mark: "reported", note: "ours" };
    expect(newRow(section({}), above)).toEqual({ count: 2, mark: "printed", count_mark: "printed" });
    expect(newRow(section({ fields: [field({ name: "count" }), field({ name: "b", type: "choices" })] }), undefined)).toEqual({ count: 1, b: [], mark: "printed" });
    mark(above);
    expect(above["mark"]).toBe("printed");
    expect(pieces([{ count: 3 }, {}])).toBe(4);
  });

  it("knows which row a place is in", () => {
    expect(rowOf("card[3].count", section({}))).toBe(3);
    expect(rowOf("cards[3]", section({}))).toBeNull();
    expect(rowOf("course.short.start", section({ name: "course.short", many: false }))).toBe(0);
    expect(rowOf("course.shorter", section({ name: "course.short", many: false }))).toBeNull();
  });

  it("knows which field of a row a place is about", () => {
    const fields = [field({ name: "count" }), field({ name: "goods" }), field({ name: "goods_mark" })];
    expect(fieldOf("card[3].count", section({ fields }))).toBe("count");
    expect(fieldOf("card[3].goods[1]", section({ fields }))).toBe("goods");
    expect(fieldOf("card[3]", section({ fields }))).toBeNull();
    expect(fieldOf("other[3].count", section({ fields }))).toBeNull();
    expect(fieldOf("course.short.count", section({ name: "course.short", many: false, fields }))).toBe("count");
  });
});
