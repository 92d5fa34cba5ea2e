import { describe, expect, it } from "vitest";
import type { Fact } from "../../wire/types";
import { line } from "../../words";
import type { Happening, Say } from "../board";
import { leadLine, sumOfMatch, sumOfRound } from "./ledger";
import { staging } from "./staging";
import type { TableView } from "./table";
import de from "./texts/de.json";
import en from "./texts/en.json";
import fr from "./texts/fr.json";
import { Wording } from "./wording";

const say: Say = (key, values) => line(en, "en", key, values);
const names = { N: "North", E: "East", S: "South", W: "West", P: "a pirate" };
const seats = ["Ada", "Mei"].map((name, seat) => ({ seat, name, colour: "", shape: "circle" as const, bot: false, here: true }));
const components: Happening<"santa-timea">["components"] = {
  game: "santa-timea",
  hand: { cards: 12, mark: "printed" },
  pirates: { count: 4, mark: "printed" },
  steering: [],
  wind: [],
};
const START: TableView = {
  game: "santa-timea",
  players: 2,
  options: { edition: "german", expert: false, rounds: 2 },
  seat: 0,
  step: "playing",
  actors: [0],
  turn: 0,
  round: 1,
  first: 0,
  leader: 0,
  row: ["W3", "S1", "N2"],
  forecast: [],
  aside: [],
  taken: [["W1", "W2"], []],
  played: [],
  scores: [3, 4],
  history: [],
  rounds_won: [0, 0],
  hand: ["S12", "P"],
  worths: [
    [6, 12, 0],
    [null, null, null],
  ],
  counts: [2, 2],
  damages: [3, 0],
  hidden: 0,
  pile: 11,
  trick: [],
  standing: null,
  choice: null,
  asked: null,
  kept: null,
  over: false,
  winners: [],
  ranking: [2, 1],
};

function scenes(before: TableView, after: TableView, ...facts: Fact<"santa-timea">[]) {
  const told = facts.map((fact) => ({ fact, words: "" }));
  return staging.scenes({ before, after, told, me: 0, seats, components, names, say });
}
const played = (seat: number, card: string, value: number): Fact<"santa-timea"> => ({ kind: "card-played", seat, card, value });
const mineLaid: TableView = {
  ...START,
  trick: [{ seat: 0, card: "S12", value: 6, cancelled: false }],
  hand: ["P"],
  worths: [[null, null, null]],
  counts: [1, 2],
  turn: 1,
  actors: [1],
  standing: { takes: 0, leads: 0 },
};

describe("scenes", () => {
  it("lay a card and end in what the server shows", () => {
    const [lay, ...more] = scenes(START, mineLaid, played(0, "S12", 6));
    expect(more).toEqual([]);
    expect(lay).toMatchObject({ kind: "lay", title: "You lay South 12", pause: 400 });
    expect(lay!.view).toBe(mineLaid);
  });

  it("show who takes the wind, that it goes, and the table cleared, each from the facts alone", () => {
    const after = { ...START, played: [...mineLaid.trick, { seat: 1, card: "W9" }], row: ["S1", "N2", "E1"], leader: 1 };
    const facts = [played(1, "W9", 9), { kind: "wind-taken" as const, seat: 0, winds: ["W3"] }, { kind: "lead-passed" as const, seat: 1 }, { kind: "wind-turned" as const, wind: "E1" }];
    const found = scenes(mineLaid, after, ...facts);
    expect(found.map((scene) => scene.kind)).toEqual(["lay", "verdict", "wind", "clear"]);
    const [lay, verdict, wind, clear] = found;
    expect(lay!.view!.trick.map((laid) => laid.card)).toEqual(["S12", "W9"]);
    expect(lay!.view!.row).toEqual(START.row);
    expect(verdict!.lines!.map((each) => [each.seat, each.text, each.amount])).toEqual([
      [0, "You take West 3 – set 1-2-3!", "3 → 0"],
      [1, "Mei leads the next trick", "9"],
    ]);
    expect(wind!.pause).toBe("continue");
    expect(wind!.view!.taken[0]).toEqual(["W1", "W2", "W3"]);
    expect(wind!.view!.damages).toEqual([0, 0]);
    expect(clear!.view).toBe(after);
  });

  it("strike out equal cards and put the wind aside", () => {
    const after = { ...START, played: [], leader: 0 };
    const found = scenes(mineLaid, after, played(1, "P", 6), { kind: "wind-put-aside", wind: "W3" }, { kind: "lead-passed", seat: 0 }, { kind: "wind-turned", wind: "E1" });
    expect(found.map((scene) => scene.kind)).toEqual(["lay", "pirate", "cancel", "verdict", "aside", "clear"]);
    expect(found[2]!.view!.trick.map((laid) => laid.cancelled)).toEqual([true, true]);
    expect(found[3]!.lines!.map((each) => each.text)).toEqual(["6 = 6, out: Mei and you", "Nobody takes West 3: put aside", "You lead again"]);
    expect(found[4]!.view!.aside).toEqual(["W3"]);
    // While the table is cleared it is still said what came of the trick, and not who laid the last card.
    expect(found[5]).toMatchObject({ title: found[4]!.title, lines: found[4]!.lines });
  });

  it("count a round before the next is dealt, and name nobody as leader of a trick that is not played", () => {
    const last = { ...mineLaid, counts: [0, 1], hand: [], worths: [] };
    const after = { ...START, round: 2, first: 1, scores: [4, 4] };
    const facts: Fact<"santa-timea">[] = [
      played(1, "W9", 9),
      { kind: "wind-taken", seat: 0, winds: ["W3"] },
      { kind: "round-scored", round: 1, damages: [0, 0], places: [1, 1], bonuses: null, penalties: null },
      { kind: "round-began", round: 2, first: 1, row: ["W3", "S1", "N2"], forecast: [] },
      { kind: "hand-dealt", seat: 0, cards: ["S12"] },
    ];
    const found = scenes(last, after, ...facts);
    expect(found.map((scene) => scene.kind)).toEqual(["lay", "verdict", "wind", "clear", "count", "deal"]);
    expect(found[1]!.lines!.some((each) => each.text.includes("lead"))).toBe(false);
    expect(found[4]).toMatchObject({ pause: "continue", title: "Round 2 of 2 is next" });
    expect(found[4]!.view!.scores).toEqual([4, 5]);
    expect(found[5]!.view).toBe(after);
    expect(found[5]!.lines!.map((each) => each.text)).toEqual(["Several lead, so who began the last round begins again.", "The least damage of the round scores most."]);
  });

  it("tell of a set that was kept, and of the end", () => {
    const choosing: TableView = { ...START, step: "choosing", choice: "W", kept: ["", ""], hand: [], counts: [0, 0] };
    const after: TableView = { ...START, over: true, step: "over", winners: [1], scores: [4, 9], ranking: [2, 1], damages: null, turn: null, actors: [] };
    const facts: Fact<"santa-timea">[] = [
      { kind: "set-kept", seat: 0, direction: "W" },
      { kind: "round-scored", round: 2, damages: [6, 0], places: [0, 2], bonuses: [1, 0], penalties: [0, 1] },
      { kind: "match-ended", scores: [4, 9], winners: [1] },
    ];
    const found = scenes(choosing, after, ...facts);
    expect(found.map((scene) => scene.kind)).toEqual(["set", "count", "end"]);
    expect(found[0]!.view!.kept).toEqual(["W", ""]);
    expect(found[1]!.view!.scores).toEqual([4, 5]);
    expect(found[2]).toMatchObject({ title: "Points at the end", view: after });
  });

  it("show nothing where the picture is not the one the card was laid on", () => {
    expect(scenes(mineLaid, mineLaid, played(0, "S12", 6))).toEqual([]);
    expect(scenes(START, mineLaid)).toEqual([]);
  });
});

describe("what is said", () => {
  const asking = (view: TableView, me: number | null = 0) => ({ view, asked: null, me, seats, names, say });
  it("names others and never addresses them", () => {
    expect(staging.prompt(asking(mineLaid))).toEqual({ strong: "Mei is thinking.", rest: "" });
    expect(staging.prompt(asking({ ...mineLaid, turn: null, actors: [], trick: [...mineLaid.trick, { seat: 1, card: "W9", value: 9, cancelled: false }] }))).toEqual({
      strong: "You take West 3.",
      rest: "6 is the lowest left.",
      short: { strong: "You take West 3.", rest: "" },
    });
  });
  it("tells of my card while it is laid, and asks for none", () => {
    const [lay] = scenes(START, mineLaid, played(0, "S12", 6));
    expect(staging.prompt({ ...asking(START), scene: lay! })).toEqual({ strong: "You lay South 12.", rest: "" });
    const [theirs] = scenes({ ...START, turn: 1, actors: [1] }, START, played(1, "W9", 9));
    expect(staging.prompt({ ...asking({ ...START, turn: 1 }), scene: theirs! })).toMatchObject({ strong: "Mei is about to lead." });
  });
  it("says where we are", () => {
    expect(staging.where(mineLaid, say)).toBe("Round 1 of 2 · Trick 1 of 2");
    expect(staging.where({ ...START, counts: [0, 0] }, say)).toBe("Round 1 of 2 · Count");
  });
  it("speaks of points and not of damage when the match is over", () => {
    const over = staging.spoken(asking({ ...START, over: true, step: "over", damages: null, history: [[1, 2], [2, 2]] }));
    expect(over.filter((sentence) => sentence.includes("amage"))).toEqual([]);
    expect(over[0]).toBe("Ada: 2nd, 3 points. By round: 1, 2.");
  });
});

describe("what a count came to", () => {
  const four = ["Ada", "Mei", "Tomás", "Ingrid"].map((name, seat) => ({ ...seats[0]!, seat, name }));
  const words = new Wording({ say, names, seats: four, me: 0 });
  const round: TableView = { ...START, players: 4, taken: [["W1", "W2", "W3", "N1"], ["N2"], ["N2"], ["E3"]], scores: [0, 0, 0, 0] };
  const scored = { kind: "round-scored" as const, round: 1, damages: [1, 2, 2, 3], places: [4, 3, 3, 1], bonuses: null, penalties: null };

  it("says why players are level, and whose set went away", () => {
    expect(sumOfRound(round, scored, 0, words)).toEqual({
      title: "You come 1st: 1 damage, 4 points",
      lines: ["Least damage: you, 1.", "You: a full 1-2-3 of West went away, 6 damage less.", "Level with 2 damage: Mei and Tomás. The points of their places are shared, 3 each."],
    });
    expect(sumOfRound(round, scored, null, words).title).toBe("Least damage: you, 1.");
  });
  it("says who is ahead in the match, and by how much", () => {
    expect(leadLine([4, 3, 3, 1], 0, words)).toBe("You lead the match with 4 points.");
    expect(leadLine([1, 3, 3, 1], 0, words)).toBe("Ahead in the match with 3: Mei and Tomás. You are 2 behind.");
    expect(leadLine([3, 3, 1, 1], 0, words)).toBe("Ahead in the match with 3 points: Mei and you.");
  });
  it("says at the end what parts those who are level, by the edition", () => {
    const over: TableView = { ...round, over: true, step: "over", scores: [7, 9, 7, 9], winners: [1], ranking: [3, 1, 3, 2], rounds_won: [1, 2, 1, 0] };
    expect(sumOfMatch(over, 0, words).lines).toEqual([
      "Mei wins with 9 points.",
      "Level with 9 points: Mei and Ingrid. More rounds won is ahead.",
      "Level with 7 points and in rounds won: Tomás and you. The place is shared.",
    ]);
    const french: TableView = { ...over, options: { ...over.options, edition: "french" }, winners: [1, 3], ranking: [3, 1, 3, 1] };
    expect(sumOfMatch(french, 0, words).lines[1]).toBe("Level with 9 points: Mei and Ingrid. The place is shared.");
    const some: TableView = { ...over, scores: [7, 7, 7, 1], rounds_won: [1, 1, 0, 0] };
    expect(sumOfMatch(some, 3, words).lines.at(-1)).toBe("Level with 7 points: Mei, Tomás, and you. More rounds won is ahead; with as many the place is shared.");
  });
});

describe("how a round stands", () => {
  const words = new Wording({ say, names, seats, me: 0 });
  it("is told by the least damage and mine", () => {
    expect(words.round([4, 1], 0).map((line) => [line.text, line.amount])).toEqual([["Least damage so far: Mei", "1"], ["You so far: 2nd", "4"]]);
    expect(words.round([1, 4], 0).map((line) => line.text)).toEqual(["Least damage so far: you"]);
    expect(words.round([2, 2], 0).map((line) => line.text)).toEqual(["The least damage of the round scores most."]);
  });
  it("says why somebody begins", () => {
    expect(words.beginner({ round: 1, scores: [0, 0], first: 1 })).toBe("Chance has chosen who begins.");
    expect(words.beginner({ round: 2, scores: [1, 3], first: 1 })).toBe("Whoever has the most points begins.");
    expect(words.beginner({ round: 3, scores: [3, 3], first: 1 })).toBe("Several lead, so who began the last round begins again.");
  });
});

describe("texts", () => {
  it("say the same things in every language, with the same places", () => {
    const placesOf = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()]));
    expect(placesOf(fr)).toEqual(placesOf(en));
    expect(placesOf(de)).toEqual(placesOf(en));
  });
});
