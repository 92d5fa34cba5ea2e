/* What is said of things in several places: names, tiles, cards, the lines of a total. */
import type { Line, Say, SeatShown } from "../board";
import { SIGNS } from "./symbols";
import { endLines, endPoints, faceOf, matchLines, pointsBefore, type Box, type TableView } from "./table";

export interface Speech {
  readonly view: TableView;
  readonly seats: SeatShown[];
  readonly names: Record<string, string>;
  readonly say: Say;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const named = ({ names }: Pick<Speech, "names">, code: string): string => names[code] ?? code;
export const nameOf = ({ seats, say }: Pick<Speech, "seats" | "say">, seat: number | null | undefined): string =>
  seat === null || seat === undefined ? say("nobody") : (seats[seat]?.name ?? String(seat + 1));
/** Ports as players read them: Curaçao is written with plain letters in notation. */
export const ports = (speech: Pick<Speech, "names">, codes: readonly string[]): string[] => codes.map((code) => named(speech, code));
export const listed = (say: Say, items: string[]): string => (items.length > 0 ? items.join(", ") : say("none"));

export function tileWords(speech: Speech, tile: string | undefined): string {
  const { points, symbols } = faceOf(speech.view, tile);
  return [speech.say("vp-of", { vp: points }), ...symbols.map((symbol) => named(speech, symbol))].join(", ");
}

export function cardWords(speech: Speech, name: string): string {
  const card = speech.view.cards[name];
  if (!card) return name;
  return card.ports.length > 0 ? `${named(speech, card.kind)} (${ports(speech, card.ports).join(", ")})` : named(speech, card.kind);
}

export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/** What a player would add if the match ended now, or has added at its end. */
export function endWords(speech: Speech, seat: number): Line[] {
  return endLines(speech.view, seat).map(({ kind, count, each, points }) => ({
    text: speech.say(kind === "markers" ? "end-markers" : each === 1 ? "end-each" : "end-line", { what: speech.say(`many-${kind}`), count, each }),
    amount: signed(points),
  }));
}

/** The lines of a player's points: what the match brought, and what the end would add. */
export function vpLines(speech: Speech, box: Box, seat: number): Line[] {
  const { view, say } = speech;
  const { booty, zones, rest } = matchLines(view, box, seat);
  const [now, end] = [pointsBefore(view, seat), endPoints(view, seat)];
  return [
    { text: say(zones === null ? "vp-rest-zones" : "vp-rest"), amount: String(rest) },
    { text: say("vp-booty", { n: view.booty[seat] ?? 0 }), amount: signed(booty) },
    ...(zones ? [{ text: say("vp-zones"), amount: signed(zones) }] : []),
    { text: say(view.over ? "vp-before" : "vp-now"), amount: String(now), tone: "soft" as const },
    ...endWords(speech, seat),
    { text: say(view.over ? "vp-all" : "vp-if-over"), amount: String(now + end), tone: "good" as const },
  ];
}

export const sign = SIGNS;
