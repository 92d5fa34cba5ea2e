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
export type Command = Exclude<Schemas["ChannelReceived"], "ping">;
export type Acknowledged = Schemas["Acknowledged"];
/** Why an action cannot be done, in words; asked for by `whyNot`. */
export type Refusal = Schemas["Refusal"];
export type Message = Schemas["Message"];
export type ReplayedMatch = Schemas["ReplayedMatch"];
export type Update = Schemas["Update"];
export type Event = Update["events"][number];
export type Table = Schemas["Table"];
export type Replayed = Schemas["Replayed"];
export type MoveSaid = Schemas["MovePlayed"];
export type Hint = Schemas["Hint"];
export type PuzzleShown = Schemas["PuzzleOut"];
export type PuzzleSolved = Schemas["PuzzleSolved"];
export type PositionForm = Schemas["PositionForm"];
export type PositionField = Schemas["PositionField"];
export type PositionShown = Schemas["PositionOut"];
export type PositionTrouble = Schemas["PositionTrouble"];
export type Analysis = Schemas["Analysis"];

export type Game = Schemas["GameListed"];
export type GameWhole = Schemas["GameOut"];
export type RulesOut = Schemas["RulesOut"];
export type Form = Schemas["FormOut"];
export type FormSection = Schemas["FormSectionOut"];
export type FormField = Schemas["FormFieldOut"];
export type Checked = Schemas["CheckedOut"];
export type BoxProblem = Schemas["ProblemOut"];
export type BoxListed = Schemas["BoxListed"];
export type BoxWhole = Schemas["BoxOut"];
export type Bot = Schemas["BotOut"];
export type LessonListed = Schemas["LessonListed"];
/** A lesson after some answers; its pictures are those of its game. */
export type LessonPicture = Omit<Schemas["LessonPicture"], "view" | "asked" | "played"> & {
  view: View;
  asked: Asked | null;
  played: { events: Schemas["FactEvent"][]; view: View }[];
};

export type User = Schemas["UserOut"];
export type Listed = Schemas["MatchListed"];
export type OpenTable = Schemas["OpenTable"];
export type LiveTable = Schemas["LiveTable"];
export type ReplayListed = Schemas["ReplayListed"];
export type Pace = OpenTable["pace"];
export type Mine = Schemas["MyMatch"];
export type SeatIn = Schemas["SeatIn"];
export type Token = Schemas["TokenOut"];
export type Rated = Schemas["RatingOut"];
export type Profile = Schemas["ProfileOut"];
export type RatingPoint = Schemas["RatingPoint"];
export type MatchPlayed = Schemas["MatchPlayed"];
export type AccuracyPoint = Schemas["AccuracyPoint"];
export type Standing = Schemas["Standing"];
export type Friend = Schemas["FriendOut"];
export type Friends = Schemas["FriendsOut"];
export type InvitationListed = Schemas["InvitationOut"];
export type PersonFound = Schemas["PersonFound"];
export type Club = Schemas["ClubOut"];
export type ClubListed = Schemas["ClubListed"];
export type Duplicate = Schemas["DuplicateOut"];
export type DuplicateListed = Schemas["DuplicateListed"];
export type DuplicateOutcome = Schemas["DuplicateResults"];
export type Daily = Schemas["DailyOut"];
export type TournamentListed = Schemas["TournamentListed"];
export type TournamentIn = Schemas["TournamentIn"];
export type Tournament = Schemas["TournamentOut"];
export type TournamentTable = Schemas["TableOfRound"];
export type BotLeague = Schemas["BotLeague"];
export type Likeness = Schemas["LikenessOut"];
export type DailyBoard = Schemas["DailyBoard"];
export type Report = Schemas["ReportOut"];
export type Ban = Schemas["BanOut"];
export type Notices = Schemas["NoticesOut"];
export type Privacy = Schemas["PrivacyOut"];
