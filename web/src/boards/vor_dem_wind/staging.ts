/* What happens in Vor dem Wind, as scenes; what the bar says; and the table in words. */
import { things } from "./things";
import type { Asking, Happening, Line, Prompt, Say, Scene, Staging } from "../board";
import { applied } from "./applied";
import { goldSaid, goodsSaid } from "./planner";
import { around, bidders, called, faceOf, isOpen, shipsToGo, sideOf, type Wind, type WindFact, type WindView } from "./table";

export type Stage = "auction" | "trade" | "start" | "special" | "acting" | "turn-end" | "fleet" | "final";

/** Which stage is set: by the scene that is shown, else by what is asked. */
export function stageOf(view: WindView, scene: Scene<Wind> | null): Stage {
  switch (scene?.kind) {
    case "bid":
    case "settle":
      return "auction";
    case "reveal":
    case "take":
    case "discard":
    case "arrive":
      return "trade";
    case "choose":
      return "start";
    case "turn-end":
      return "turn-end";
    case "leave":
    case "spoil":
      return "fleet";
    case "end":
      return "final";
    case undefined:
      break;
    default:
      return "acting";
  }
  switch (view.step) {
    case "choosing":
      return "start";
    case "revealing":
    case "trading":
      return "trade";
    case "offering":
    case "bidding":
    case "settling":
      return "auction";
    case "free-trading":
    case "buying-and-storing":
    case "exchanging":
    case "selling":
      return "special";
    case "conserving":
    case "spoiling":
      return "fleet";
    case "over":
      return "final";
    default:
      return "acting";
  }
}

/** Who sells to whom, or pays whom and keeps the card. */
export function verdictOf(fact: Extract<WindFact, { kind: "card-sold" | "card-kept" }>, me: number | null, name: (seat: number) => string, say: Say): string {
  const key = fact.kind === "card-sold" ? "told.sold" : "told.kept";
  const { seat, bidder, n } = fact;
  if (seat === me) return say(`${key}-you`, { bidder: name(bidder), n });
  if (bidder === me) return say(`${key}-to-you`, { name: name(seat), n });
  return say(key, { name: name(seat), bidder: name(bidder), n });
}

/** Who is first in the turn to come. */
export function firstSaid(seat: number, me: number | null, name: (seat: number) => string, say: Say): string {
  return seat === me ? say("next-first-you") : say("next-first", { name: name(seat) });
}

/** What a fact looks like; null for what needs no scene of its own. */
function sceneOf(fact: WindFact, now: WindView, next: WindView, at: Happening<Wind>): Omit<Scene<Wind>, "facts"> | null {
  const { me, say, seats, names } = at;
  const faces = { faces: { ...now.faces, ...at.after.faces } };
  const name = (seat: number): string => seats[seat]?.name ?? "";
  const card = (code: string): string => called(faces, names, code);
  const gold = (seat: number): Line => ({ seat, text: say("gold"), amount: goldSaid((now.gold[seat] ?? 0) + (now.front[seat]?.money ?? 0), (next.gold[seat] ?? 0) + (next.front[seat]?.money ?? 0)) });
  /** What somebody does, in the second person where it is I. */
  const does = (key: string, seat: number, values: Record<string, string | number> = {}): string => (seat === me ? say(`told.${key}-you`, values) : say(`told.${key}`, { name: name(seat), ...values }));
  const lines = (...involved: number[]): Line[] => involved.filter((seat) => isOpen(at.after, seat)).map(gold);
  switch (fact.kind) {
    case "match-began":
    case "fleet-arrived":
      return { kind: "arrive", lasts: 1500, sound: "bell", title: say("told.arrive"), lines: [{ text: say("fleet.short", { n: shipsToGo(next) }) }] };
    case "goods-chosen":
      return { kind: "choose", lasts: 700, pause: 300, sound: "move", title: does("chosen", fact.seat, { goods: goodsSaid(say, fact.goods) }) };
    case "card-revealed":
      return { kind: "reveal", lasts: 450, sound: "card", title: card(fact.card) };
    case "stack-reshuffled":
      return null;
    case "card-taken":
      return { kind: "take", lasts: 400, pause: 300, sound: "card", title: does("takes", fact.seat), lines: [{ text: card(fact.card) }] };
    case "card-sheltered":
      return { kind: "take", lasts: 700, pause: 500, sound: "knock", title: does("shelters", fact.seat), lines: [{ text: card(fact.card) }] };
    case "card-snatched": {
      const mine = me === fact.seat || me === fact.owner;
      return { kind: "snatch", lasts: 1400, pause: mine ? "continue" : 800, sound: "knock", title: say("told.snatches", { name: name(fact.seat), owner: name(fact.owner), n: fact.n }), lines: [{ text: card(fact.card) }, ...lines(fact.owner)] };
    }
    case "bidding-opened":
      return { kind: "bid", lasts: 300, pause: 400, sound: "coin", title: does("opens", fact.seat, { owner: name(fact.owner), n: fact.n }), lines: [{ text: card(fact.card) }] };
    case "offer-made":
      return { kind: "bid", lasts: 300, pause: 400, sound: "coin", title: does("bids", fact.seat, { n: fact.n }) };
    case "offer-declined":
      return { kind: "bid", lasts: 300, pause: 400, sound: "knock", title: does(fact.able ? "passes" : "no-gold", fact.seat) };
    case "card-sold":
    case "card-kept": {
      const mine = me === fact.seat || me === fact.bidder;
      return { kind: "settle", lasts: 2200, pause: mine ? "continue" : 1600, sound: "coin", title: verdictOf(fact, me, name, say), lines: [{ text: card(fact.card) }, ...lines(fact.seat, fact.bidder)] };
    }
    case "cards-discarded":
      return { kind: "discard", lasts: 400, sound: "card", title: say("told.discarded"), lines: fact.cards.map((code) => ({ text: card(code) })) };
    case "goods-bought":
      return { kind: "buy", lasts: Math.min(800, 350 + 150 * fact.goods.length), pause: 300, sound: "move", title: does("buys", fact.seat, { goods: goodsSaid(say, fact.goods) || say("nothing") }), lines: fact.missing.length ? [{ text: say("told.missing", { goods: goodsSaid(say, fact.missing) }) }] : [] };
    case "goods-stored":
      return { kind: "store", lasts: 200 * fact.goods.length + 400, pause: 300, sound: "knock", title: does("stores", fact.seat, { goods: goodsSaid(say, fact.goods), n: fact.n }), lines: lines(fact.seat) };
    case "goods-shipped":
      return { kind: "ship", lasts: 200 * fact.ships.length * 3 + 900, pause: 500, sound: "water", title: does("ships", fact.seat, { n: fact.n }), lines: fact.ships.map((code) => ({ text: card(code), amount: `+${faceOf(faces, code).points}` })) };
    case "income-taken":
      return { kind: "income", lasts: 500, pause: 300, sound: "coin", title: does("income", fact.seat, { n: fact.n }), lines: lines(fact.seat) };
    case "action-forgone":
      return { kind: "forgone", lasts: 500, pause: 300, title: does(fact.able ? "forgoes" : "cannot", fact.seat), lines: [{ text: card(fact.card) }] };
    case "special-gained":
      return null;
    case "special-played":
    case "goods-traded":
    case "goods-bought-and-stored":
    case "goods-swapped":
    case "goods-sold": {
      const kind = faceOf(faces, fact.card).kind;
      const goods = "goods" in fact ? [{ text: goodsSaid(say, fact.goods) || say("nothing") }] : [];
      return { kind: "special", lasts: 900, pause: 700, sound: "card", title: does("special", fact.seat, { card: card(fact.card) }), lines: [{ text: say(`about.${kind}`), tone: "soft" }, ...goods, ...("n" in fact ? lines(fact.seat) : [])] };
    }
    case "first-passed":
      return { kind: "turn-end", lasts: 1200, pause: 2000, title: say("turn-end", { n: now.turn_number }), lines: [{ seat: fact.seat, text: firstSaid(fact.seat, me, name, say) }] };
    case "fleet-left":
      return { kind: "leave", lasts: 2200, pause: 600, sound: "wind", title: say("fleet.sails"), lines: [{ text: say("fleet.rule") }] };
    case "goods-conserved":
    case "goods-spoiled":
      return { kind: "spoil", lasts: 1800, pause: 900, sound: "knock", title: say("fleet.title"), lines: [] };
    case "match-ended":
      return { kind: "end", lasts: 250 * at.after.delivered.reduce((sum, ships) => sum + ships.length, 4), sound: "end", title: say("final"), lines: [] };
  }
}

/** What was lost, merchant by merchant: the same for one and for several. */
function lossLines(facts: WindFact[], at: Happening<Wind>): Line[] {
  return facts.flatMap((fact) => (fact.kind === "goods-spoiled" ? [{ seat: fact.seat, text: goodsSaid(at.say, fact.goods) || at.say("nothing"), amount: fact.goods.length ? `−${fact.goods.length}` : "0", tone: fact.goods.length ? ("bad" as const) : ("good" as const) }] : []));
}

function scenes(at: Happening<Wind>): Scene<Wind>[] {
  const out: Scene<Wind>[] = [];
  let now = at.before;
  at.told.forEach(({ fact }, i) => {
    const next = applied(now, fact, at.after);
    const made = sceneOf(fact, now, next, at);
    const last = out.at(-1);
    if (made?.kind === "spoil" && last?.kind === "spoil") {
      // One picture for all who lose goods one after the other.
      last.facts = [...last.facts, fact];
      last.view = next;
    } else if (made) out.push({ ...made, facts: [fact], earlier: at.told.slice(0, i).map((told) => told.fact), view: next });
    else if (last) last.view = next;
    now = next;
    const spoil = out.at(-1);
    if (spoil?.kind === "spoil") {
      spoil.lines = lossLines(spoil.facts, at);
      spoil.lasts = 1200 + 600 * spoil.lines.length;
      // The last of them: time to read, before the new fleet comes in.
      if (at.told[i + 1]?.fact.kind === "fleet-arrived") spoil.pause = "continue";
    }
  });
  const last = out.at(-1);
  if (last) last.view = at.after;
  return out;
}

function where(view: WindView, say: Say): string {
  return view.turn_number ? say("where", { n: view.turn_number, target: view.options.target }) : say("where.start", { target: view.options.target });
}

/** Scenes in which nobody is at work, whatever step the picture before them was in. */
const OF_ALL: readonly string[] = ["arrive", "discard", "turn-end", "leave", "spoil", "end"];

/** What those told of in a scene are at, as the step in which they would be asked. */
const AT: Readonly<Record<string, WindView["step"]>> = {
  choose: "choosing",
  reveal: "revealing",
  take: "trading",
  snatch: "trading",
  bid: "bidding",
  settle: "settling",
  buy: "acting",
  store: "storing",
  ship: "shipping",
  income: "acting",
  forgone: "acting",
  special: "free-trading",
};
const WITH_SPECIALS: readonly WindView["step"][] = ["free-trading", "buying-and-storing", "exchanging", "selling"];
const OF_A_CARD: readonly string[] = ["buy", "store", "ship", "income", "forgone"];

function prompt({ view, asked, scene, me, seats, names, say }: Asking<Wind>): Prompt | null {
  const name = (seat: number | null | undefined): string => (seat === null || seat === undefined ? "" : (seats[seat]?.name ?? ""));
  if (view.over) return { strong: view.winners.length === 1 && view.winners[0] === me ? say("prompt.over-you") : say("prompt.over", { name: view.winners.map(name).join(", ") }), rest: "" };
  const turn = view.turn ?? 0;
  if (scene?.title && OF_ALL.includes(scene.kind)) return { strong: "", rest: `${scene.title}.` };
  if (!asked || me === null) {
    const fact = scene?.facts[0];
    const who = fact && "seat" in fact ? fact.seat : turn;
    if (who === me) return { strong: "", rest: say(scene && OF_A_CARD.includes(scene.kind) ? "waits.your-card" : "waits.you") };
    // Others see a draft as the step in which it began.
    const step = (scene && AT[scene.kind]) ?? view.step;
    const rest = say(`waits.${step}`, { name: name(who) });
    return WITH_SPECIALS.includes(step) ? { strong: "", rest, short: { strong: "", rest: say("short.special", { name: name(who) }) } } : { strong: "", rest };
  }
  const side = sideOf(view, me);
  const face = faceOf(view, view.front[me]?.card);
  const stack = (code: string | null | undefined): string => {
    const found = faceOf(view, code);
    return found.special ? say(`card.${found.kind}`) : (names[found.stack] ?? "");
  };
  const ask = (key: string, values: Record<string, string | number> = {}, rest = key, brief = ""): Prompt => {
    const strong = say(`prompt.${key}`, values);
    // What stands alone ends as a sentence does.
    const alone = /[.?!:,]$/.test(strong) ? strong.replace(/[:,]$/, ".") : `${strong}.`;
    return { strong, rest: say(`rest.${rest}`, values), short: { strong: brief ? strong : alone, rest: brief && say(brief, values) } };
  };
  switch (asked.step) {
    case "revealing":
      return ask("revealing", { n: view.row.length + 1, all: view.players }, "revealing", "short.revealing");
    case "trading":
      return ask("trading", {}, view.front.some((front, seat) => seat !== me && front?.face === "up") ? "trading-bid" : "trading");
    case "offering":
      return ask("offering", { name: name(side.bid), card: stack(view.front[side.bid ?? 0]?.card) }, "offering", "short.bidding");
    case "bidding": {
      const { owner, opener, offers } = view.bidding!;
      const bids = bidders(view, owner, opener).flatMap((seat) => (offers[seat] ? [`${name(seat)} ${offers[seat]}`] : offers[seat] === 0 ? [`${name(seat)} –`] : []));
      return ask("bidding", { name: name(owner), card: stack(view.front[owner]?.card), bids: bids.join(", ") }, "bidding", "short.bidding");
    }
    case "settling":
      return ask("settling", { n: view.bidding?.offers.filter((offer) => offer).length ?? 0, card: stack(view.front[me]?.card) }, "settling", "short.settling");
    case "storing":
      return ask("storing", { n: side.coming.length, all: face.number ?? 0 });
    case "shipping":
      return ask("shipping", { n: side.ships.length, points: side.points }, "shipping", "rest.shipping");
    case "acting":
      if (asked.actions.some((each) => each.kind === "buy")) return ask("buying");
      if (face.kind === "store" && !view.acted) return ask("storing", { n: 0, all: face.number ?? 0 });
      if (asked.actions.some((each) => each.kind === "income")) return ask("income", { n: face.gold ?? 0 }, asked.actions.some((each) => each.kind === "ship") ? "income-ships" : "income");
      return ask("special");
    case "free-trading":
    case "buying-and-storing":
      return ask("getting", { n: side.arriving.length + side.coming.length, all: faceOf(view, side.special).number ?? 0 });
    case "selling":
      return ask("selling", { n: side.laid, gold: side.gold - side.purse }, "selling", "rest.selling");
    case "exchanging":
      return ask("exchanging", { n: side.swaps.length });
    case "conserving":
      return ask("conserving", { n: side.laid, all: view.spoils?.conserved ?? 0 });
    case "spoiling":
      return ask("spoiling", { n: asked.actions.flatMap((each) => (each.kind === "spoil" ? [each.goods.length] : []))[0] ?? 0 }, "spoiling", "short.spoiling");
    default:
      return ask("choosing");
  }
}

function spoken({ view, me, seats, names, say }: Asking<Wind>): string[] {
  const name = (seat: number): string => seats[seat]?.name ?? "";
  const goods = (list: readonly ("apple" | "spice" | "cheese" | "silk")[]): string => goodsSaid(say, list) || say("nothing");
  const code = (each: string | null): string => called(view, names, each);
  const present = (list: (string | null)[]): string => list.filter((each) => each !== null).map(code).join("; ") || say("nothing");
  const lines = [`${say("port")}: ${present(view.port)}. ${say("fleet.short", { n: shipsToGo(view) })}`, `${say("row")}: ${present(view.row)}.`];
  if (view.bidding) {
    const { owner, opener, offers } = view.bidding;
    const bids = bidders(view, owner, opener).map((seat) => {
      const offer = offers[seat];
      return `${name(seat)}: ${offer ? offer : offer === 0 ? say("bid.passes") : say("bid.to-come")}`;
    });
    lines.push(`${say("bids.of", { name: name(owner) })} ${code(view.front[owner]?.card ?? null)}. ${bids.join("; ")}.`);
  }
  for (const seat of around(view.players, me ?? 0)) {
    const front = view.front[seat];
    const before = !front ? say("nothing") : front.card !== null ? code(front.card) : say("before.paid");
    const laden = view.delivered[seat]?.length ?? 0;
    const points = isOpen(view, seat) ? say("points-of-target", { n: view.scores[seat] ?? 0, target: view.options.target }) : `${laden} ${say("ships-laden", { n: laden })}`;
    lines.push(`${name(seat)}: ${points}; ${say("lies-before")}: ${before}; ${say("warehouse")}: ${goods(view.warehouses[seat] ?? [])}; ${view.cards_in_hand[seat] ?? 0} ${say("cards-in-hand", { n: view.cards_in_hand[seat] ?? 0 })}.`);
  }
  if (me !== null) lines.push(`${say("hand")}: ${goods(view.hands[me] ?? [])}; ${say("gold")}: ${view.gold[me] ?? 0}.`);
  return lines;
}

const turns: Staging<Wind>["turns"] = {
  ends: ["goods-chosen", "first-passed", "fleet-left", "goods-conserved", "goods-spoiled", "fleet-arrived", "match-ended"],
  anew: ["match-began"],
};

export const staging: Staging<Wind> = { scenes, where, prompt, spoken, things, turns };
