import { describe, expect, it } from "vitest";
import { line, number } from "./words";

const texts = { plain: "{who} came", "cards/one": "{n} card", "cards/other": "{n} cards" };

describe("texts with places", () => {
  it("fills places in, and leaves what nobody filled", () => {
    expect(line(texts, "en", "plain", { who: "{n}" })).toBe("{n} came");
    expect(line(texts, "en", "plain")).toBe("{who} came");
  });
  it("takes the form of the number in the language", () => {
    expect(line(texts, "en", "cards", { n: 0 })).toBe("0 cards");
    expect(line(texts, "fr", "cards", { n: 0 })).toBe("0 card");
    expect(line(texts, "de", "cards", { n: 1 })).toBe("1 card");
  });
  it("writes numbers as the language does", () => {
    expect(number(5.5, "de")).toBe("5,5");
    expect(line(texts, "en", "cards", { n: 1234 })).toBe("1,234 cards");
  });
  it("keeps French signs on the line of their word", () => {
    expect(line({ asked: "Qui : {who} ?" }, "fr", "asked", { who: "lui" })).toBe("Qui\u00a0: lui\u00a0?");
    expect(line({ asked: "Who : {who} ?" }, "en", "asked", { who: "he" })).toBe("Who : he ?");
  });
  it("shows the key of a text that does not exist", () => {
    expect(line(texts, "en", "nothing")).toBe("nothing");
  });
});
