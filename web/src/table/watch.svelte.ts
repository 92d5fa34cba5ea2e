/* Watching a match: what is shown follows what is heard at a pace people can follow. */
import { untrack } from "svelte";
import { seatColour, seatShape, type Data, type Fact, type SeatShown } from "../boards/board";
import { pace } from "../settings.svelte";
import { Channel } from "../wire/channel.svelte";
import { get, newKey, post } from "../wire/client";
import type { Message, Update } from "../wire/types";

/** How long what one update shows stays alone on the table, in milliseconds at the usual pace. */
const DWELL = 650;
const LONGEST_QUEUE = 12;

export class Watch {
  readonly channel: Channel;
  /** The message on the table now; later ones may wait for their turn. */
  shown = $state.raw<Message | null>(null);
  facts = $state.raw<Fact[]>([]);
  #queue: { message: Message; facts: Fact[] }[] = [];
  #timer = 0;
  #answered = "";
  #previews = new Map<string, Promise<Data>>();

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
    const actors = (shown.view["actors"] ?? []) as number[];
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
    const facts = fresh.flatMap((update) => update.events.flatMap((event) => (event.fact ? [event.fact] : [])));
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

  act(what: string, body: Data = {}): Promise<unknown> {
    return post(`/matches/${this.match}/${what}`, { ...body, key: newKey() });
  }

  send(what: string, body: Data = {}): Promise<unknown> {
    return post(`/matches/${this.match}/${what}`, body);
  }

  /** What is asked is answered once: a second click comes too late, whatever it was meant for. */
  async play(action: number): Promise<unknown> {
    const decision = this.shown?.asked?.decision;
    const asked = `${this.me} ${this.shown?.number} ${decision}`;
    if (asked === this.#answered) return;
    this.#answered = asked;
    try {
      return await this.act("actions", { seat: this.me, action, decision });
    } catch (error) {
      this.#answered = "";
      throw error;
    }
  }

  preview = (action: number): Promise<Data> => {
    const key = `${this.shown?.number} ${action}`;
    let found = this.#previews.get(key);
    if (!found) {
      found = get<Data>(`/matches/${this.match}/preview`, { seat: this.me, action });
      found.catch(() => this.#previews.delete(key));
      this.#previews.set(key, found);
    }
    return found;
  };

  previews = async (actions: number[]): Promise<Record<number, Data>> => {
    const number = this.shown?.number;
    const missing = actions.filter((action) => !this.#previews.has(`${number} ${action}`));
    if (missing.length) {
      const all = post<Record<number, Data>>(`/matches/${this.match}/previews`, { seat: this.me, actions: missing });
      for (const action of missing) {
        const one = all.then((found) => found[action] ?? {});
        one.catch(() => this.#previews.delete(`${number} ${action}`));
        this.#previews.set(`${number} ${action}`, one);
      }
    }
    const found = await Promise.all(actions.map((action) => this.#previews.get(`${number} ${action}`)!));
    return Object.fromEntries(actions.map((action, i) => [action, found[i]!]));
  };
}
