/** The view of Regatta and its moves, as the board has them. */
import type { Preview, View } from "../../wire/types";
import type { OfKind } from "../kinds";
import type { Tried } from "../tries";

export type RegattaView = View<"regatta">;
export type CardFace = RegattaView["faces"][string];
export type Arrow = CardFace["arrows"][number];

type Boat = NonNullable<RegattaView["boats"][number]>;
export type Afloat = Extract<Boat, { afloat: true }>;

/** A boat that lies on the water, null for one that does not. */
export const afloat = (boat: Boat | null | undefined): Afloat | null => (boat?.afloat ? boat : null);

export type Try = Tried<"regatta">;
export type SailTry = OfKind<Try, "sail">;
export type TurnTry = OfKind<Try, "turn-port">;
export type StartTry = OfKind<Try, "start">;
export type SunTry = OfKind<Try, "sun">;

/** Where a move would bring the boat. */
export type Way = NonNullable<OfKind<Preview<"regatta">, "sail">["way"]>;

export const GATES = ["line", "red-west", "red-north", "green-north", "green-east", "finish"];
