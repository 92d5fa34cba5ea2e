/* What the slot says of something one is about to do: line by line, in the order in which it would happen. */
import type { Preview } from "../../wire/types";
import type { Line, Plan } from "../board";
import type { Deck } from "./deck.svelte";
import { SIGNS } from "./symbols";
import { ROMAN, TRACKS, faceOf, portsOf, tally, tileAt, trackOf, type GameName, type Offer } from "./table";
import { capital, listed, nameOf, named, tileWords } from "./words";

type Sailing = Extract<Preview<GameName>, { kind: "sail" }>;

/** What arriving would bring (WP-6), each thing with its sum. */
function arrivalLines(deck: Deck, { port, tile, arrival }: Sailing): Line[] {
  const { view, say, me } = deck;
  if (arrival === null || me === null) return [];
  const lines: Line[] = [];
  for (const { item, track, advantage } of TRACKS) {
    if (!faceOf(view, tile).symbols.includes(item)) continue;
    const taken = arrival.advantages.includes(advantage) ? `, ${named(deck, advantage)}` : "";
    const now = view[track][me] ?? 0;
    const amount = arrival[item] > 0 ? `${now} → ${now + arrival[item]}` : say("full");
    lines.push({ sign: SIGNS[item], text: say("brings-item", { item: named(deck, item) }) + taken, amount, ...(taken ? { tone: "good" as const } : {}) });
  }
  if (faceOf(view, tile).symbols.includes("treasure"))
    lines.push({ sign: SIGNS.treasure, text: say("brings-treasure"), amount: say(view.treasure_deck > 0 ? "unknown" : "none-left") });
  const parts = [
    say("part-tile", { vp: arrival.tile }),
    ...(arrival.extra > 0 ? [say("part-extra", { vp: arrival.extra, what: named(deck, "most-provisions") })] : []),
  ];
  lines.push({ sign: SIGNS.vp, text: parts.join(", "), amount: say("plus-vp", { vp: arrival.tile + arrival.extra }), tone: "good" });
  for (const victim of arrival.victims)
    lines.push({ seat: victim, text: say("brings-boarding", { who: nameOf(deck, victim) }), amount: say("you-may") });
  if (arrival.booty)
    lines.push({ sign: SIGNS.booty, text: say("brings-booty", { step: (view.booty[me] ?? 0) + 1 }), amount: say("plus-vp", { vp: arrival.treasure }), tone: "good" });
  const zone = view.chart.find((each) => each.port === port)?.zone ?? 0;
  const known = portsOf(view, zone).filter((each) => view.reputation[me]?.includes(each)).length;
  if (arrival.reputation)
    lines.push({
      sign: SIGNS.cube,
      text: say("brings-reputation", { zone: ROMAN[zone] ?? zone }),
      amount: arrival.bonus > 0 ? say("plus-vp", { vp: arrival.bonus }) : say("of-three", { known: known + 1 }),
      ...(arrival.bonus > 0 ? { tone: "good" as const } : {}),
    });
  else if (!view.reputation[me]?.includes(port)) lines.push({ sign: SIGNS.cube, text: say("no-reputation"), tone: "soft" });
  return lines;
}

function strikeLines(deck: Deck, item: "weapon" | "crew" | "provision", victim: number): Line[] {
  const now = deck.view[trackOf(item).track][victim] ?? 0;
  const text = named(deck, item);
  return [{ seat: victim, text, amount: now > 0 ? `${now} → ${now - 1}` : deck.say("in-vain"), tone: now > 0 ? "good" : "soft" }];
}

/** The plan of an offered action. */
export function planOf(deck: Deck, offer: Offer): Plan {
  const { view, say, foreseen, me } = deck;
  const seen = foreseen[offer.action];
  const seat = me ?? 0;
  const plain = (title: string, lines: Line[], confirm: string): Plan => ({ title, lines, confirm });
  switch (offer.kind) {
    case "sail":
      return plain(say("brings", { port: named(deck, offer.port) }), seen?.kind === "sail" ? arrivalLines(deck, seen) : [], say("do-sail"));
    case "vote":
    case "turn": {
      const ports = view.gusts?.[offer.wind] ?? [];
      // Where there is little room the chart shows which ports they are.
      const text = deck.layout === "wide" ? say("wind-takes-you", { ports: listed(say, ports.map((port) => named(deck, port))) }) : say("wind-opens", { n: ports.length });
      const lines: Line[] = [{ sign: SIGNS.ship, text }];
      return plain(capital(named(deck, offer.wind)), lines, say(offer.kind === "vote" ? "do-vote" : "do-turn", { wind: named(deck, offer.wind) }));
    }
    case "stake": {
      const [cubes, reserve] = [view.cubes[seat] ?? 0, view.reserve[seat] ?? 0];
      const way = view.votes[seat];
      return plain(
        say("stake-title", { n: offer.n, wind: way ? named(deck, way) : "" }),
        [
          { sign: SIGNS.cube, text: say("many-cubes"), amount: `${cubes} → ${cubes - offer.n}` },
          { text: say("in-reserve"), amount: `${reserve} → ${reserve + offer.n}`, tone: "soft" },
        ],
        say("do-stake", { n: offer.n }),
      );
    }
    case "crown":
      return plain(say("crown-title", { who: nameOf(deck, offer.holder) }), [{ text: say("crown-help"), tone: "soft" }], say("do-crown"));
    case "name-first": {
      const order = deck.seats.map((_, i) => ((offer.first ?? 0) + i) % view.players);
      const lines = order.map((each, i): Line => ({ seat: each, text: nameOf(deck, each), amount: String(i + 1) }));
      return plain(say("first-title", { who: nameOf(deck, offer.first) }), lines, say("do-first"));
    }
    case "draw":
      return plain(say("draw-title"), [{ sign: SIGNS.card, text: say("draw-line"), amount: say("unknown") }, cost(deck, offer.points)], say("do-draw"));
    case "add-cubes":
      return plain(
        say("add-title", { n: offer.n }),
        [{ sign: SIGNS.cube, text: say("many-cubes"), amount: `${view.cubes[seat]} → ${(view.cubes[seat] ?? 0) + offer.n}` }, cost(deck, offer.points)],
        say("do-add"),
      );
    case "purchase": {
      const now = view[trackOf(offer.item).track][seat] ?? 0;
      const lines: Line[] = [{ sign: SIGNS[offer.item], text: named(deck, offer.item), amount: now < 9 ? `${now} → ${now + 1}` : say("full"), tone: "good" }];
      if (offer.price > 0) lines.push({ sign: SIGNS.vp, text: say("price"), amount: `−${offer.price}`, tone: "bad" });
      else lines.push({ text: say("free-here"), tone: "soft" });
      return plain(named(deck, offer.card), [...lines, cost(deck, offer.points)], say("do-card"));
    }
    case "heave":
      return plain(named(deck, "heave"), [{ sign: SIGNS.crew, text: named(deck, "crew"), amount: "−1", tone: "bad" }, { text: say("about-heave") }, cost(deck, offer.points)], say("do-card"));
    case "rumour":
      return plain(named(deck, "rumour"), [{ sign: SIGNS.treasure, text: say("brings-treasure"), amount: say("unknown") }, cost(deck, offer.points)], say("do-card"));
    case "strike":
      return plain(say("pair", { what: named(deck, offer.card), who: nameOf(deck, offer.victim) }), [...strikeLines(deck, offer.item, offer.victim ?? 0), cost(deck, offer.points)], say("do-card"));
    case "swap": {
      const draft = view.turn_state?.draft;
      const first = draft?.kind === "intrigue" ? draft.place : null;
      const lines = [first, offer.place].flatMap((place, i, both): Line[] => {
        const other = both[1 - i];
        return place && other ? [{ text: placeWords(deck, place), amount: tileWords(deck, tileAt(view, other)) }] : [];
      });
      return plain(say("swap-title"), lines, say("do-swap"));
    }
    case "board":
      return plain(say("board-title", { who: nameOf(deck, offer.victim) }), boardLines(deck, offer), say("do-board"));
    case "pass":
      return plain(say("pass-title"), [], say("do-pass"));
    case "done": {
      const points = view.turn_state?.points ?? 0;
      const title = view.turn_state?.blocked && view.turn_state.sailed === 0 ? say("blocked") : say("points-left", { n: points });
      return plain(title, [{ text: say("done-help"), tone: "soft" }], say("do-done"));
    }
    default:
      return plain(offer.words, [], offer.words);
  }
}

const cost = (deck: Deck, points: number): Line => ({ text: deck.say("costs"), amount: deck.say("points", { n: points }), tone: "soft" });

export function placeWords(deck: Pick<Deck, "say" | "names">, place: string): string {
  const found = /^bar(\d)$/.exec(place);
  return found ? deck.say("bar-place", { place: found[1]! }) : named(deck, place);
}

function boardLines(deck: Deck, offer: Extract<Offer, { kind: "board" }>): Line[] {
  const { view, me, say } = deck;
  if (me === null || offer.victim === null) return [];
  const of = (seat: number): number => (offer.loot === "vp" ? view.vp[seat] : view[trackOf(offer.loot).track][seat]) ?? 0;
  const what = offer.loot === "vp" ? named(deck, "vp") : named(deck, offer.loot);
  const full = offer.loot !== "vp" && of(me) >= 9;
  return [
    { seat: me, text: what, amount: full ? say("full") : `${of(me)} → ${of(me) + offer.n}`, tone: full ? "soft" : "good" },
    { seat: offer.victim, text: what, amount: `${of(offer.victim)} → ${of(offer.victim) - offer.n}`, tone: "bad" },
  ];
}

/** Why the wind blows as it does: the ways with their cubes, the most first. */
export function windLines(deck: Pick<Deck, "say" | "names">, votes: Deck["view"]["votes"], bids: Deck["view"]["bids"]): Line[] {
  const cubes = Object.entries(tally(votes, bids)).filter((entry): entry is [string, number] => entry[1] !== null);
  return cubes.sort((a, b) => b[1] - a[1]).map(([way, n]) => ({ text: capital(named(deck, way)), amount: deck.say("n-cubes", { n }) }));
}
