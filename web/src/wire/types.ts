/* What goes over the wire, by the names the page uses; all of it stands in the OpenAPI document. */
import type { components } from "./openapi";

type Schemas = components["schemas"];
type Shapes = Schemas["Shapes"];

/* What is a game's own: with the id of a game its own, else that of any game. */
export type GameId = keyof Shapes;
export type View<G extends GameId = GameId> = Shapes[G]["View"];
export type Preview<G extends GameId = GameId> = Shapes[G]["Preview"];
export type Fact<G extends GameId = GameId> = Shapes[G]["Fact"];
export type Action<G extends GameId = GameId> = Shapes[G]["OfferedAction"];
export type Refused<G extends GameId = GameId> = Shapes[G]["RefusedAction"];
export type Components<G extends GameId = GameId> = Shapes[G]["Components"];
export type Asked<G extends GameId = GameId> = Omit<Schemas["Question"], "actions" | "refused"> & { actions: Action<G>[]; refused: Refused<G>[] };

export type Problem = Schemas["Problem"];
export type ChannelSent = Schemas["ChannelSent"];
export type Message = Schemas["Message"];
export type Update = Schemas["Update"];
export type Event = Update["events"][number];
export type Table = Schemas["Table"];
export type Replayed = Schemas["Replayed"];
export type MoveSaid = Schemas["MovePlayed"];
export type Hint = Schemas["Hint"];
export type Analysis = Schemas["Analysis"];

export type Game = Schemas["GameListed"];
export type GameWhole = Schemas["GameOut"];
export type RulesOut = Schemas["RulesOut"];
export type Bot = Schemas["BotOut"];

export type User = Schemas["UserOut"];
export type Listed = Schemas["MatchListed"];
export type Mine = Schemas["MyMatch"];
export type SeatIn = Schemas["SeatIn"];
export type Token = Schemas["TokenOut"];
export type Rated = Schemas["RatingOut"];
export type Report = Schemas["ReportOut"];
export type Ban = Schemas["BanOut"];
export type Notices = Schemas["NoticesOut"];
export type Privacy = Schemas["PrivacyOut"];
