import { describe, expect, it } from "vitest";
import type { Happening, SeatShown } from "../board";
import { line, type Texts } from "../../words";
import { applied } from "./applied";
import english from "./texts/en.json";
import { accountOf } from "./losses";
import { stageOf, staging } from "./staging";
import { sideOf, type Face, type Wind, type WindFact, type WindView } from "./table";

const face = (shown: Partial<Face>): Face => ({ kind: "buy", stack: "purchase", special: false, goods: [], number: null, gold: null, points: null, ...shown });
const faces: WindView["faces"] = {
  buy: face({ goods: ["apple", "silk"] }),
  store: face({ kind: "store", stack: "storage", number: 5, gold: 4 }),
  income: face({ kind: "income", stack: "shipment", gold: 11 }),
  shelter: face({ kind: "safe-shelter", stack: "shipment", special: true }),
  trade: face({ kind: "free-trade", special: true, number: 2 }),
  small: face({ kind: "small", stack: "ship", goods: ["apple"], points: 6 }),
  large: face({ kind: "large", stack: "ship", goods: ["apple", "cheese", "spice", "silk"], points: 16 }),
};
const before: WindView = {
  game: "vor-dem-wind",
  players: 3,
  options: { target: 50, memory_aid: false },
  turn: 0,
  turn_number: 3,
  first: 0,
  port: ["large", "small", "small", "large"],
  gold: [17, 20, 9],
  paid: [true, true, true],
  hands: [["apple", "silk"], ["cheese"], []],
  warehouses: [["cheese", "spice"], ["apple", "apple"], ["apple", "cheese", "spice", "silk"]],
  specials: [["trade"], ["shelter"], []],
  conservation: [[], [], []],
  delivered: [[], ["small"], []],
  gone: [],
  discards: [],
  row: ["buy", "store", "income"],
  front: [null, null, null],
  sheltered: [false, false, false],
  bidding: null,
  acted: false,
  special: null,
  kept: { warehouse: [], hand: [] },
  shuffles: { purchase: 1, storage: 1, shipment: 1, large: 1, small: 1 },
  seat: 0,
  step: "trading",
  actors: [0],
  draft: [],
  parts: [],
  supply: { apple: 9, spice: 12, cheese: 11, silk: 12 },
  stack_counts: { purchase: 30, storage: 30, shipment: 30 },
  ship_counts: { large: 20, small: 15 },
  spoils: { hand: 2, apple: 0, spice_or_cheese: 1, conserved: 0 },
  cards_in_hand: [5, 5, 3],
  faces,
  scores: [0, 6, 0],
  over: false,
  winners: [],
  ranking: [2, 1, 2],
};
const seats: SeatShown[] = ["Ada", "Ben", "Cleo"].map((name, seat) => ({ seat, name, colour: "", shape: "circle", bot: false, here: true }));
const say = (key: string, values: Record<string, string | number> = {}): string => line(english as Texts, "en", key, values);
const names = { apple: "apple", silk: "silk", spice: "spice", cheese: "cheese", purchase: "Purchase", storage: "Storage", shipment: "Shipment" };
const play = (facts: WindFact[], after: WindView = before, from: WindView = before, me: number | null = 0) => {
  const happening: Happening<Wind> = { before: from, after, told: facts.map((fact) => ({ fact, words: "" })), me, seats, components: {} as Happening<Wind>["components"], names, say };
  return staging.scenes(happening);
};

/** One of each kind; the type of the record says that none is left out. */
const ONE: { [K in WindFact["kind"]]: Extract<WindFact, { kind: K }> | WindFact } = {
  "match-began": { kind: "match-began", first: 0, ships: ["large"] },
  "goods-chosen": { kind: "goods-chosen", seat: 1, goods: ["apple", "silk"] },
  "card-revealed": { kind: "card-revealed", seat: 0, stack: "storage", card: "store" },
  "stack-reshuffled": { kind: "stack-reshuffled", stack: "storage", cards: 12 },
  "card-taken": { kind: "card-taken", seat: 0, card: "store" },
  "card-sheltered": { kind: "card-sheltered", seat: 1, card: "buy" },
  "special-gained": { kind: "special-gained", seat: 1, card: "trade" },
  "special-played": { kind: "special-played", seat: 0, card: "trade" },
  "action-forgone": { kind: "action-forgone", seat: 0, card: "store", able: true },
  "card-snatched": { kind: "card-snatched", seat: 1, owner: 0, card: "store", n: 5 },
  "bidding-opened": { kind: "bidding-opened", seat: 1, owner: 0, card: "store", n: 4 },
  "offer-made": { kind: "offer-made", seat: 2, n: 3 },
  "offer-declined": { kind: "offer-declined", seat: 2, able: true },
  "card-sold": { kind: "card-sold", seat: 0, bidder: 1, card: "store", n: 4 },
  "card-kept": { kind: "card-kept", seat: 0, bidder: 1, card: "store", n: 4 },
  "cards-discarded": { kind: "cards-discarded", cards: ["buy"] },
  "goods-bought": { kind: "goods-bought", seat: 0, goods: ["apple"], missing: ["silk"] },
  "goods-stored": { kind: "goods-stored", seat: 0, goods: ["apple"], n: 4 },
  "goods-shipped": { kind: "goods-shipped", seat: 2, ships: ["large"], n: 16 },
  "income-taken": { kind: "income-taken", seat: 0, n: 11 },
  "goods-traded": { kind: "goods-traded", seat: 0, card: "trade", goods: ["apple", "silk"], missing: 0 },
  "goods-bought-and-stored": { kind: "goods-bought-and-stored", seat: 0, card: "trade", goods: ["apple"], n: 14 },
  "goods-swapped": { kind: "goods-swapped", seat: 0, card: "trade", swaps: ["swap:cheese/B/apple"] },
  "goods-sold": { kind: "goods-sold", seat: 0, card: "trade", goods: ["apple", "cheese"], n: 6 },
  "first-passed": { kind: "first-passed", seat: 1 },
  "fleet-left": { kind: "fleet-left", ships: ["small"] },
  "fleet-arrived": { kind: "fleet-arrived", ships: ["large"] },
  "goods-conserved": { kind: "goods-conserved", seat: 0, goods: ["cheese"], from_hand: [] },
  "goods-spoiled": { kind: "goods-spoiled", seat: 0, goods: ["apple"] },
  "match-ended": { kind: "match-ended", scores: [1, 2, 3], winners: [2] },
};
const SILENT = ["stack-reshuffled", "special-gained"];

describe("scenes", () => {
  it.each(Object.values(ONE))("tell of $kind, and end in the view of the server", (fact) => {
    const after = { ...before, turn_number: 4 };
    const scenes = play([fact], after);
    expect(scenes.length).toBe(SILENT.includes(fact.kind) ? 0 : 1);
    if (!scenes.length) return;
    expect(scenes.at(-1)!.view).toBe(after);
    const [scene] = scenes;
    expect(scene!.lasts).toBeGreaterThan(0);
    const said = [scene!.title ?? "", ...(scene!.lines ?? []).map((each) => each.text)];
    for (const words of said) expect(words, fact.kind).not.toMatch(/\{|^[a-z]+\.[a-z.-]+$/);
    expect(stageOf(before, scene!)).toBeTruthy();
  });

  it("move only what each fact tells", () => {
    const facts: WindFact[] = [ONE["bidding-opened"], ONE["offer-made"], ONE["card-sold"], ONE["cards-discarded"]];
    const open = { ...before, row: ["buy", null, null], front: [{ card: "store", face: "up" as const, money: null }, null, null] };
    const [opened, offered, sold, discarded] = play(facts, before, open);
    expect(opened!.view!.bidding).toEqual({ owner: 0, opener: 1, offers: [null, 4, null] });
    expect(offered!.view!.bidding!.offers).toEqual([null, 4, 3]);
    expect(sold!.view!.bidding).toBeNull();
    expect(sold!.view!.gold).toEqual([17, 16, 9]);
    expect(sold!.view!.front[0]).toEqual({ card: null, face: null, money: 4 });
    expect(sold!.view!.front[1]).toEqual({ card: "store", face: "down", money: null });
    expect(sold!.pause).toBe("continue");
    expect(discarded!.view).toBe(before);
  });

  it("wait for nobody whom a decision does not concern", () => {
    const [sold] = play([ONE["card-sold"]], { ...before, seat: 2 }, { ...before, seat: 2 }, 2);
    expect(sold!.pause).toBe(1600);
    // Without the memory aid only my own gold is told.
    expect(sold!.lines!.filter((each) => each.seat !== undefined)).toEqual([]);
  });

  it("show all losses in one picture, and wait before the new fleet", () => {
    const second: WindFact = { kind: "goods-spoiled", seat: 1, goods: [] };
    const scenes = play([ONE["goods-conserved"], ONE["goods-spoiled"], second, ONE["fleet-arrived"]]);
    expect(scenes.map((scene) => scene.kind)).toEqual(["spoil", "arrive"]);
    expect(scenes[0]!.facts.length).toBe(3);
    expect(scenes[0]!.pause).toBe("continue");
    expect(scenes[0]!.lines!.map((each) => each.seat)).toEqual([0, 1]);
  });
});

describe("a picture after a fact", () => {
  it("loads ships from the warehouse and counts points", () => {
    const view = applied(before, ONE["goods-shipped"], before);
    expect(view.port).toEqual([null, "small", "small", "large"]);
    expect(view.warehouses[2]).toEqual([]);
    expect(view.supply).toEqual({ apple: 10, spice: 13, cheese: 12, silk: 13 });
    expect(view.scores[2]).toBe(16);
  });

  it("sells from the hand first, then from the warehouse", () => {
    const view = applied(before, ONE["goods-sold"], before);
    expect(view.hands[0]).toEqual(["silk"]);
    expect(view.warehouses[0]).toEqual(["spice"]);
    expect(view.gold[0]).toBe(23);
  });
});

describe("what is laid out", () => {
  it("leaves the hand at once and costs its price from the first good on", () => {
    const view: WindView = { ...before, step: "storing", front: [{ card: "store", face: "down", money: null }, null, null], parts: [{ kind: "store", good: "apple" }] };
    const side = sideOf(view, 0);
    expect([side.hand, side.coming, side.gold]).toEqual([["silk"], ["apple"], 13]);
    expect(sideOf({ ...view, seat: 1 }, 0).gold).toBe(17);
  });

  it("takes goods on deck, so that other ships count anew", () => {
    const view: WindView = { ...before, seat: 2, step: "shipping", parts: [{ kind: "ship", place: 1, ship: "small" }] };
    expect(sideOf(view, 2).stored).toEqual(["spice", "cheese", "silk"]);
    expect(sideOf(view, 2).points).toBe(6);
  });
});

describe("the bar", () => {
  const asking = { view: before, me: 1, seats, names, say };
  it("never addresses me with what another is asked", () => {
    expect(staging.prompt({ ...asking, asked: null })).toEqual({ strong: "", rest: "Ada is choosing a card." });
  });

  it("says of an auction which card, whose, and the bids", () => {
    const view: WindView = { ...before, seat: 1, step: "bidding", turn: 1, front: [{ card: "store", face: "up", money: null }, null, null], bidding: { owner: 0, opener: 2, offers: [null, null, 8] } };
    const asked = { decision: "1", step: "bidding", words: "", actions: [], refused: [], chosen: false, retractable: false };
    expect(staging.prompt({ ...asking, view, asked })).toEqual({ strong: "Your bid?", rest: "Ada’s Storage – Cleo 8.", short: { strong: "Your bid?", rest: "Ada’s card." } });
    expect(staging.spoken({ ...asking, view, asked }).join(" ")).toContain("Bids for the card of Ada, in order");
  });
});

describe("the account of a fleet that left", () => {
  const past: WindFact[] = [{ kind: "goods-spoiled", seat: 1, goods: ["silk"] }, { kind: "fleet-left", ships: ["small"] }, { kind: "goods-spoiled", seat: 1, goods: ["apple", "cheese"] }];

  it("keeps what others have lost already, of this fleet alone", () => {
    const facts: WindFact[] = [{ kind: "goods-spoiled", seat: 2, goods: [] }];
    const scene = { kind: "spoil", facts, lasts: 1, view: before };
    const at = { ...before, step: "spoiling" as const, turn: 2 };
    expect(accountOf(at, scene, 1, 1, past).gone).toEqual(["apple", "cheese"]);
    expect(accountOf(at, scene, 1, 0, past).gone).toBeNull();
  });

  it("foresees for those who still wait", () => {
    const at = { ...before, step: "spoiling" as const, turn: 0 };
    const account = accountOf(at, null, 1, 1, []);
    expect([account.due, account.apples, account.gone]).toEqual([true, ["apple", "apple"], null]);
  });
});

describe("the words of scenes", () => {
  const told = (fact: WindFact, seat: number): string => staging.scenes({ before, after: before, told: [{ fact, words: "" }], me: seat, seats, components: {} as Happening<Wind>["components"], names, say })[0]?.title ?? "";

  it("speak to me of what I do", () => {
    const sold = { kind: "card-sold", seat: 0, bidder: 1, card: "store", n: 7 } as WindFact;
    expect(told(sold, 2)).toBe("Ada sells to Ben for 7");
    expect(told(sold, 0)).toBe("You sell to Ben for 7");
    expect(told(sold, 1)).toBe("Ada sells to you for 7");
    expect(told({ kind: "offer-made", seat: 1, n: 3 } as WindFact, 1)).toBe("You offer 3");
  });

  it("know what was told before them of the same move", () => {
    const facts = [{ kind: "income-taken", seat: 0, card: "income", n: 11 }, { kind: "first-passed", seat: 1 }] as WindFact[];
    const made = staging.scenes({ before, after: before, told: facts.map((fact) => ({ fact, words: "" })), me: 1, seats, components: {} as Happening<Wind>["components"], names, say });
    expect(made.map((scene) => scene.earlier?.length)).toEqual([0, 1]);
  });

  it("name in the bar who is told of, not who comes next", () => {
    const stores = { kind: "store", facts: [ONE["goods-stored"]], lasts: 1, title: "Ada stores apple" };
    const view = { ...before, step: "acting" as const, turn: 1 };
    const bar = (me: number) => staging.prompt({ view, asked: null, scene: stores, me, seats, names, say });
    expect(bar(1)).toEqual({ strong: "", rest: "Ada is storing goods." });
    expect(bar(0)).toEqual({ strong: "", rest: "Your card is carried out." });
  });

  it("stand in the bar where nobody is at work", () => {
    const leaving = { kind: "leave", facts: [], lasts: 1, title: "The fleet sails away" };
    expect(staging.prompt({ view: { ...before, step: "spoiling" }, asked: null, scene: leaving, me: 1, seats, names, say })).toEqual({ strong: "", rest: "The fleet sails away." });
  });
});
