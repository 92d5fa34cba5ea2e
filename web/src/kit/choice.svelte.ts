/* What a player is about to do: the first tap on a thing previews it, the second does it. */
import type { Line, Plan, Prompt } from "../boards/board";
import type { Action, Asked, GameId, Refused } from "../wire/types";

interface Doing {
  play: (action: number) => Promise<unknown>;
  retract: () => Promise<unknown>;
  /** Whether a first tap already plays: for people who know the game. */
  oneTap: () => boolean;
  /** Whether something may be planned while others are asked; never in a replay. */
  plans?: () => boolean;
}

/** What I mean to do when my turn comes: a thing of the board by its name, and what it is called. */
export interface Wish {
  thing: string;
  words: string;
}

export class Choice<G extends GameId = GameId> {
  /** The action being previewed. */
  picked = $state<number | null>(null);
  /** The action that is ready without a tap: it ends what is laid out, or is the only sensible one. Set by the board. */
  ready = $state<number | null>(null);
  /** The action under the pointer or the keyboard's focus: a light preview that changes no button. */
  hovered = $state<number | null>(null);
  /** Something forbidden that was tried: the slot says why not. */
  refused = $state.raw<Refused<G> | null>(null);
  /** What the slot says of the picked action; set by the board. */
  plan = $state.raw<Plan | null>(null);
  /** What the slot says of the action under the pointer, while nothing is picked; set by the board. */
  glance = $state.raw<Plan | null>(null);
  /** How things stand: what the slot says while nothing is looked at; set by the board. */
  standing = $state.raw<Line[]>([]);
  /** What the slot says in place of that where something is taken up but nothing looked at; set by the board. */
  rest = $state.raw<Plan | null>(null);
  /** What the bar asks in place of the staging's prompt, by what is taken up on the board; set by the board. */
  prompt = $state.raw<Prompt | null>(null);
  /** The action on its way to the server. */
  sending = $state<number | null>(null);
  /** What was planned while others are asked. */
  wished = $state.raw<Wish | null>(null);
  /** What may be done now; null while scenes are shown. */
  asked = $state.raw<Asked<G> | null>(null);
  #doing: Doing;

  constructor(doing: Doing) {
    this.#doing = doing;
  }

  /** The action looked at: picked, or else under the pointer. */
  get looked(): number | null {
    return this.picked ?? this.hovered;
  }

  get open(): boolean {
    return this.asked !== null && this.sending === null;
  }

  /** What is offered under a number. */
  offered(action: number | null): Action<G> | null {
    return this.asked?.actions.find((each) => each.action === action) ?? null;
  }

  /** A tap on something that stands for this action: a preview, or the deed if it was previewed. */
  tap(action: number): void {
    if (!this.open) return;
    const forbidden = this.asked!.refused.find((each) => each.action === action);
    if (forbidden) return this.whyNot(forbidden);
    if (!this.offered(action)) return;
    this.refused = null;
    if (this.picked === action || this.#doing.oneTap()) this.do(action);
    else this.picked = action;
  }

  /** Whether a tap now plans: nothing is asked, and the match goes on. */
  get mayWish(): boolean {
    return this.asked === null && this.sending === null && (this.#doing.plans?.() ?? false);
  }

  /** Plan to do something with a thing, or give the plan up. */
  wish(wish: Wish): void {
    if (this.mayWish) this.wished = this.wished?.thing === wish.thing ? null : wish;
  }

  /** I am asked: what was planned is previewed, where it can still be done. */
  grant(action: number | null): void {
    this.wished = null;
    if (this.offered(action)) this.picked = action;
  }

  /** Look at an action without touching it; null for none. */
  hover(action: number | null): void {
    this.hovered = action;
  }

  whyNot(refused: Refused<G>): void {
    this.picked = null;
    this.refused = refused;
  }

  /** Do at once what needs no preview: a part of a move that can be taken back freely. */
  do(action: number): void {
    if (!this.open || !this.offered(action)) return;
    this.refused = null;
    this.sending = action;
    void this.#doing.play(action).finally(() => {
      this.sending = null;
      this.picked = null;
    });
  }

  confirm(): void {
    const action = this.picked ?? this.ready;
    if (action !== null && !this.plan?.unfinished) this.do(action);
  }

  /** One step back: the refusal, the preview, then the part of the move already laid out. */
  back(): void {
    if (this.refused) this.refused = null;
    else if (this.wished && !this.asked) this.wished = null;
    else if (this.picked !== null) this.picked = null;
    else if (this.asked?.retractable && this.open) void this.#doing.retract();
  }

  /** Another decision is asked: nothing of the last one stays. */
  renew(asked: Asked<G> | null): void {
    const same = asked !== null && this.asked?.decision === asked.decision && this.offered(this.picked) !== null;
    this.asked = asked;
    if (same) return;
    this.picked = null;
    this.hovered = null;
    this.refused = null;
    this.ready = null;
    this.plan = null;
    this.glance = null;
    this.rest = null;
    this.prompt = null;
  }
}
