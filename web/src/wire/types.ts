/* What the server sends, from its OpenAPI document; what that leaves open is written down here. */
import type { Action, Asked, Data, Fact, Refused } from "../boards/board";
import type { components } from "./openapi";

type Schemas = components["schemas"];
export type User = Schemas["UserOut"];
export type Listed = Schemas["MatchListed"];
export type Mine = Schemas["MyMatch"];
export type Made = Schemas["MatchMade"];
export type MatchIn = Schemas["MatchIn"];
export type SeatIn = Schemas["SeatIn"];
export type ClockIn = Schemas["ClockIn"];
export type Token = Schemas["TokenOut"];
export type NewToken = Schemas["NewTokenOut"];

export type Game = Schemas["GameListed"];
export type GameWhole = Schemas["GameOut"];
export type Bot = Schemas["BotOut"];
export type RulesOut = Schemas["RulesOut"];
export type Hint = Schemas["Hint"];
export type MoveSaid = Schemas["MovePlayed"];
export type Analysis = Schemas["Analysis"];
export type Components = Schemas["ComponentsOut"];
export type Replayed = Omit<Schemas["Replayed"], "view" | "facts" | "views"> & {
  view: Data;
  facts: { fact: Fact; words: string }[];
  views: Data[] | null;
};

export type Table = Schemas["Table"];
export type Rated = Schemas["RatingOut"];
export type Report = Schemas["ReportOut"];
export type Ban = Schemas["BanOut"];
export type Notices = Schemas["NoticesOut"];
export type NewWebhook = Schemas["NewWebhookOut"];
export type Privacy = Schemas["PrivacyOut"];

export type { Action, Asked, Data, Fact, Refused };

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
  undo: boolean;
  muted: number[];
  present: boolean[];
  now: number;
}
