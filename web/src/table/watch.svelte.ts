/* Watching a match: what is shown follows what is heard at a pace people can follow. */
import { untrack } from "svelte";
import { seatColour, seatShape, type SeatShown } from "../boards/board";
import { pace } from "../settings.svelte";
import { Channel } from "../wire/channel.svelte";
import { newKey, post } from "../wire/client";
import type { Fact, Message, Preview, Update } from "../wire/types";

/** How long what one update shows stays alone on the table, in milliseconds at the usual pace. */
const DWELL = 650;
const LONGEST_QUEUE = 12;

/** What a seat asks for without saying more. */
export type Request = "retract" | "undo" | "offer-end" | "resign" | "replace" | "return";

export class Watch {
  readonly channel: Channel;
  /** The message on the table now; later ones may wait for their turn. */
  shown = $state.raw<Message | null>(null);
  facts = $state.raw<Fact[]>([]);
  #queue: { message: Message; facts: Fact[] }[] = [];
  #timer = 0;
  #answered = "";
  #previews = new Map<string, Promise<Preview>>();

  constructor(
    readonly match: string,
    readonly invitation: string | null,
  ) {
    this.channel = new Channel(match, null, invitation, (message, fresh) => this.#hear(message, fresh));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.channel.close();
  }

  get refusal(): { code: string; message: string } | null {
    return this.channel.line === "closed" ? this.channel.refusal : null;
  }

  /** Hear everything again, as the same seat. */
  anew(seat: number | null = this.me): void {
    this.#flush();
    this.#previews.clear();
    this.channel.anew(seat);
  }

  /** Look from another seat at the same screen. */
  sit(seat: number): void {
    this.#flush();
    this.shown = null;
    this.channel.anew(seat);
  }

  get me(): number | null {
    return this.shown?.viewer ?? null;
  }

  /** The seats of whoever sits at this screen: a host has those beside him too. */
  get mine(): number[] {
    const { shown, me } = this;
    if (!shown || me === null) return [];
    const own = (kind: string) => kind === "me" || kind === "hot-seat";
    const seats = shown.table.seats;
    return own(seats[me]!.kind) ? seats.flatMap((seat, i) => (own(seat.kind) && !seat.resigned ? [i] : [])) : [me];
  }

  /** Who else at this screen is asked, while the one who looks is not. */
  get next(): number | null {
    const { shown, me, mine } = this;
    if (!shown?.view || shown.table.status !== "running" || me === null || mine.length < 2) return null;
    const { actors } = shown.view;
    if (actors.includes(me)) return null;
    return mine.find((seat) => actors.includes(seat) && !shown.table.seats[seat]!.stand_in) ?? null;
  }

  get seats(): SeatShown[] {
    return (this.shown?.table.seats ?? []).map((seat, i) => ({
      seat: i,
      name: seat.name,
      colour: seatColour(i),
      shape: seatShape(i),
      bot: seat.bot !== null || seat.stand_in !== null,
      here: this.shown!.present[i] ?? false,
    }));
  }

  #hear(message: Message, fresh: Update[]): void {
    const facts = fresh.flatMap((update) => update.events.flatMap((event) => (event.kind === "fact" ? [event.fact] : [])));
    const first = untrack(() => this.shown) === null || fresh.length > 3;
    this.#queue.push({ message, facts: first ? facts.slice(-4) : facts });
    if (first || pace() === 0 || document.visibilityState === "hidden" || this.#queue.length > LONGEST_QUEUE) this.#flush();
    else if (!this.#timer) this.#step();
  }

  #step(): void {
    this.#timer = 0;
    const next = this.#queue.shift();
    if (!next) return;
    const other = next.message.viewer !== untrack(() => this.shown)?.viewer;
    this.shown = next.message;
    if (next.facts.length || other) this.facts = next.facts;
    const wait = next.facts.length ? DWELL * pace() : 0;
    this.#timer = window.setTimeout(() => this.#step(), wait);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const last = this.#queue.at(-1);
    if (!last) return;
    const facts = this.#queue.flatMap((each) => each.facts);
    this.#queue = [];
    this.shown = last.message;
    if (facts.length) this.facts = facts;
  }

  ask(what: Request, seat: number | null = this.me): Promise<unknown> {
    if (seat === null) return Promise.resolve();
    return post(`/matches/{match}/${what}`, { match: this.match }, { seat, key: newKey() });
  }

  /** What is asked is answered once: a second click comes too late, whatever it was meant for. */
  async play(action: number): Promise<unknown> {
    const { me, match } = this;
    const decision = this.shown?.asked?.decision;
    const asked = `${me} ${this.shown?.number} ${decision}`;
    if (me === null || decision === undefined || asked === this.#answered) return;
    this.#answered = asked;
    try {
      return await post("/matches/{match}/actions", { match }, { seat: me, action, decision, key: newKey() });
    } catch (error) {
      this.#answered = "";
      throw error;
    }
  }

  /** What would follow from each action; asked of the server once for each decision. */
  previews = async (actions: number[]): Promise<Record<number, Preview>> => {
    const { me, match } = this;
    if (me === null) return {};
    const number = this.shown?.number;
    const missing = actions.filter((action) => !this.#previews.has(`${number} ${action}`));
    if (missing.length) {
      const all = post("/matches/{match}/previews", { match }, { seat: me, actions: missing });
      for (const action of missing) {
        const one = all.then((found) => found[action]!);
        one.catch(() => this.#previews.delete(`${number} ${action}`));
        this.#previews.set(`${number} ${action}`, one);
      }
    }
    const found = await Promise.all(actions.map((action) => this.#previews.get(`${number} ${action}`)!));
    return Object.fromEntries(actions.map((action, i) => [action, found[i]!]));
  };
}
