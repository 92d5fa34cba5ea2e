/* What the server sends, from its OpenAPI document; what that leaves open is written down here. */
import type { Action, Asked, Data, Fact, Refused } from "../boards/board";
import type { components } from "./openapi";

type Schemas = components["schemas"];
export type User = Schemas["UserOut"];
export type Listed = Schemas["MatchListed"];
export type Made = Schemas["MatchMade"];
export type MatchIn = Schemas["MatchIn"];
export type SeatIn = Schemas["SeatIn"];
export type ClockIn = Schemas["ClockIn"];
export type Token = Schemas["TokenOut"];
export type NewToken = Schemas["NewTokenOut"];

export type { Action, Asked, Data, Fact, Refused };

export interface Choice {
  name: string;
  type: "flag" | "choice" | "number";
  default: boolean | number | string;
  label: string;
  help: string;
  choices: { value: string; label: string }[];
  low: number | null;
  high: number | null;
  /** Defaults that depend on the number of players. */
  per_players: Record<string, boolean | number | string>;
}

export interface Game {
  id: string;
  title: string;
  tagline: string;
  players: number[];
  minutes: [number, number];
  weight: number;
  options: Choice[];
  rules_version: number;
  designers: string[];
  publisher: string;
  year: number;
  reconstructed: boolean;
  usual_players: number;
}

export interface GameWhole extends Game {
  names: Record<string, string>;
  labels: Record<string, string>;
  components: Data;
}

export interface Bot {
  name: string;
  label: string;
  help: string;
  level: number;
}

export interface Rule {
  number: string;
  text: string;
  marks: string[];
}

export interface RulesOut {
  sections: { number: string; title: string; rules: Rule[] }[];
}

export interface SeatAt {
  kind: "me" | "open" | "invited" | "hot-seat" | "bot";
  name: string;
  bot: string | null;
  stand_in: string | null;
  resigned: boolean;
  free: boolean;
  salted: boolean;
}

export interface ClockAt {
  kind: "none" | "move" | "total" | "days";
  amount: number;
  increment: number;
  left: number[];
  ends: (number | null)[];
}

export interface Result {
  by: string;
  winners: number[];
  scores: number[] | null;
  secret: string;
  salts: string[];
}

export interface Table {
  game: string;
  options: Data;
  status: "open" | "running" | "over";
  rated: boolean;
  private: boolean;
  seats: SeatAt[];
  clock: ClockAt;
  commitment: string;
  proposal: { what: "undo" | "end"; seat: number; asks: number[] } | null;
  result: Result | null;
  next_match: string | null;
  waiting?: string | null;
}

export interface Event extends Data {
  kind: string;
  seat?: number | null;
  fact?: Fact;
  words?: string;
}

export interface Update {
  number: number;
  time: number;
  events: Event[];
}

export interface Message {
  match: string;
  viewer: number | null;
  number: number;
  updates: Update[];
  table: Table;
  view: Data | null;
  asked: Asked | null;
  present: boolean[];
  now: number;
}

export interface Hint {
  actions: {
    action: number;
    text: string;
    words: string;
    share: number;
    low: number;
    high: number;
    points: number | null;
    line: string[];
  }[];
}

export interface MoveSaid {
  move: number;
  seat: number;
  text: string;
  words: string;
}

export interface Replayed {
  move: number;
  moves: number;
  view: Data;
  facts?: (Fact & { words?: string })[];
  seat?: number | null;
  text?: string | null;
  words?: string | null;
}

export interface Analysis {
  status: "thinking" | "ready";
  done: number;
  of: number;
  moves: { move: number; seat: number; chances: number[]; loss: number; best: { text: string; words: string } | null }[];
}
