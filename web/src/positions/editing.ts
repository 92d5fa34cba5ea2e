/* Changing a position: by paths, with cards that lie in one place only, and as an address. */
import type { PositionField, PositionForm } from "../wire/types";

export type Position = Record<string, unknown>;
type Laid = { seat: number; card: string };

/** What stands at a path such as "hands.0"; undefined where it leads nowhere. */
export function at(position: unknown, path: string): unknown {
  let there: unknown = position;
  for (const part of steps(path)) {
    if (there === null || typeof there !== "object") return undefined;
    there = (there as Record<string, unknown>)[part];
  }
  return there;
}

/** A port may have a space in its name, none has a point. */
const steps = (path: string): string[] => path.split(".");

function put(position: Position, path: string, value: unknown): void {
  const parts = steps(path);
  const last = parts.pop()!;
  const there = parts.length ? at(position, parts.join(".")) : position;
  if (there !== null && typeof there === "object") (there as Record<string, unknown>)[last] = value;
}

/** The position after a change, without what follows from it: the rules fill that in again. */
export function changed(position: Position, form: PositionForm, changes: Record<string, unknown>, field?: PositionField): Position {
  const next = structuredClone(position);
  for (const [path, value] of Object.entries(changes)) put(next, path, value);
  for (const [path, value] of Object.entries(field?.implies ?? {})) put(next, path, value);
  for (const name of [...form.drawn, ...form.derived, ...(field?.drops ?? [])]) delete next[name];
  return next;
}

/** The cards of a field, whatever else it says of them. */
export function cardsOf(position: Position, field: PositionField): string[] {
  const there = at(position, field.path);
  if (typeof there === "string") return [there];
  return Array.isArray(there) ? there.map((each: string | Laid) => (typeof each === "string" ? each : each.card)) : [];
}

/** Cards of a field as the position has them. */
function written(position: Position, field: PositionField, cards: string[]): unknown {
  if (field.kind === "slot") return cards[0];
  if (field.kind !== "laid") return cards;
  const before = at(position, field.path) as Laid[];
  const players = Number(position["players"]);
  const first = Number(field.leader ? at(position, field.leader) : 0);
  return cards.map((card, i) => ({ seat: field.fixed ? before[i]!.seat : (first + i) % players, card }));
}

/** Put a card in a place of a field (its end: one more). Where it lay elsewhere, it is exchanged. */
export function placed(position: Position, form: PositionForm, field: PositionField, place: number, card: string): Position {
  const changes: Record<string, unknown> = {};
  const cards = cardsOf(position, field);
  const old = cards[place];
  const all = form.groups.flatMap((group) => group.fields).filter((each) => each.pool !== null && each.pool === field.pool);
  const lying = all.flatMap((each) => cardsOf(position, each)).filter((each) => each === card).length;
  if (card !== old && lying >= (form.counts[field.pool!]?.[card] ?? 0)) {
    const other = all.find((each) => each.path !== field.path && cardsOf(position, each).includes(card));
    if (other) {
      const theirs = cardsOf(position, other);
      const where = theirs.indexOf(card);
      if (old !== undefined) theirs[where] = old;
      else if (!other.fixed) theirs.splice(where, 1);
      changes[other.path] = written(position, other, theirs);
    } else if (cards.includes(card) && old !== undefined) cards[cards.indexOf(card)] = old;
  }
  cards[place] = card;
  changes[field.path] = written(position, field, cards);
  return changed(position, form, changes, field);
}

export function taken(position: Position, form: PositionForm, field: PositionField, place: number): Position {
  const cards = cardsOf(position, field);
  cards.splice(place, 1);
  return changed(position, form, { [field.path]: written(position, field, cards) }, field);
}

/* A position as a part of an address: JSON, made small, in letters that need no escaping. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(position: Position): Promise<string> {
  const small = await through(new TextEncoder().encode(JSON.stringify(position)), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const LONGEST = 20_000;
export async function unpacked(text: string): Promise<Position | null> {
  try {
    if (text.length > LONGEST) return null;
    const small = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(await through(small, new DecompressionStream("deflate-raw"))));
    return found !== null && typeof found === "object" && !Array.isArray(found) ? (found as Position) : null;
  } catch {
    return null;
  }
}
