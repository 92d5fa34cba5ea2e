/* The channel of one match: commands go out over it, what changes on the table comes in.
 *
 * For who draws the page, all of it reactive:
 *   message      what is to be seen, whole; patches are applied in here, and what did not change is
 *                the same object as before
 *   updates      all that was heard, for the log
 *   connection   "connecting" at first; "open"; "lost" (noticed within 8 seconds, also where the
 *                network is frozen; it is tried again without end); "closed" (the server said why:
 *                `refusal`)
 *   pending      the command that is being sent, until the server has it on disk; while the
 *                connection is lost it is kept and sent again, under the same key, so that it is
 *                never done twice
 *   ahead        milliseconds by which the server's clock is ahead of ours
 * and to call:
 *   send({do: ...})        do something; resolves once it is on disk, throws Trouble if it is refused
 *   whyNot(seat, action)   why an action cannot be done, in words; null if it can
 *   anew(seat)             look from another seat, or hear everything in another language
 * Where the WebSocket is not open, commands go over HTTP instead. */
import { address, newKey, request, Trouble } from "./client";
import { patched, type Change } from "./patch";
import type { Acknowledged, ChannelSent, Command, Message, Problem, Refusal, Update } from "./types";

/** How long to wait before the next try to connect. */
const WAITS = [300, 700, 1500, 3000, 6000];
/** After so long a silence we ask whether the other end is still there ... */
const QUIET = 5000;
/** ... and wait so long for any answer; the sum is below 8 seconds. */
const PATIENCE = 2500;
const TICK = 500;

export type Connection = "connecting" | "open" | "lost" | "closed";
type Keyless<C> = C extends unknown ? Omit<C, "key"> : never;
/** What patches are of: a message without what each push brings anew. */
type Picture = Omit<Message, "number" | "now" | "updates">;
/** A command before it has its key. */
export type Order = Keyless<Command>;

interface Waiting {
  command: Command;
  done: (answer: Acknowledged) => void;
  failed: (trouble: Trouble) => void;
}

const ROUTES: Partial<Record<Command["do"], string>> = { play: "actions", say: "chat" };

export class Channel {
  message = $state.raw<Message | null>(null);
  updates = $state.raw<Update[]>([]);
  connection = $state<Connection>("connecting");
  pending = $state.raw<Command | null>(null);
  refusal = $state.raw<Problem | null>(null);
  ahead = $state(0);

  #socket: WebSocket | null = null;
  #tries = 0;
  #retry = 0;
  #ticking = 0;
  #ended = false;
  /** When something was last heard, and when we asked for a sign of life since. */
  #heard = 0;
  #pinged: number | null = null;
  #pushes = 0;
  /** What is patched: the message without what each push brings whole. Null after a gap. */
  #picture: Picture | null = null;
  #waiting = new Map<string, Waiting>();
  #listener: ((message: Message, fresh: Update[]) => void) | null;

  constructor(
    readonly match: string,
    private seat: number | null,
    private readonly invitation: string | null,
    listener: ((message: Message, fresh: Update[]) => void) | null = null,
    /** Look as nobody, whatever seat is one's own. */
    private readonly watching = false,
  ) {
    this.#listener = listener;
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#seen);
    this.#ticking = window.setInterval(() => this.#tick(), TICK);
    this.#open();
  }

  close(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#seen);
    clearTimeout(this.#retry);
    clearInterval(this.#ticking);
    this.#drop();
    this.#giveUp(new Trouble(0, "no-connection", ""));
  }

  /** Look from another seat, or hear all words anew in another language. */
  anew(seat: number | null): void {
    this.seat = seat;
    this.updates = [];
    this.#tries = 0;
    this.#open();
  }

  /** Do something at the table. */
  send(order: Order): Promise<Acknowledged> {
    const command = { ...order, key: newKey() } as Command;
    return new Promise((done, failed) => {
      this.#waiting.set(command.key!, { command, done, failed });
      this.#showPending();
      if (this.#isOpen()) this.#say(command);
      else void this.#overHttp(command);
    });
  }

  async whyNot(seat: number, action: number): Promise<Refusal | null> {
    if (this.#isOpen()) return (await this.send({ do: "why-not", seat, action })).refusal ?? null;
    return (await request("GET", address("/matches/{match}/why-not", { match: this.match, seat, action }))) as Refusal | null;
  }

  // Connecting.

  readonly #now = (): void => {
    if (this.connection === "lost") this.#open();
  };
  readonly #seen = (): void => {
    if (document.visibilityState !== "visible") return;
    this.#now();
    this.#ping();
  };

  #isOpen(): boolean {
    return this.connection === "open" && this.#socket?.readyState === WebSocket.OPEN;
  }

  #open(): void {
    if (this.#ended) return;
    clearTimeout(this.#retry);
    this.#drop();
    const since = this.updates.at(-1)?.number ?? 0;
    const path = address("/matches/{match}/channel", { match: this.match, seat: this.seat, since, invitation: this.invitation, watching: this.watching || null });
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#heard = Date.now();
    this.#pinged = null;
    this.#pushes = 0;
    this.#picture = null;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as ChannelSent);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** Let go of the socket at once: to close one whose other end is gone would take a minute. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(): void {
    this.#drop();
    if (this.#ended) return;
    if (this.refusal && this.refusal.code !== "unavailable") {
      this.connection = "closed";
      this.#giveUp(new Trouble(0, this.refusal.code, this.refusal.message, this.refusal.rule));
      return;
    }
    this.connection = "lost";
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#open(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]!);
  }

  /** Whether the other end is still there. A page that slept has not asked yet, so it asks first. */
  #tick(): void {
    if (!this.#socket) return;
    const now = Date.now();
    if (this.#pinged !== null && now - this.#pinged >= PATIENCE) this.#lost();
    else if (now - this.#heard >= QUIET) this.#ping();
  }

  #ping(): void {
    if (!this.#socket || this.#pinged !== null) return;
    this.#pinged = Date.now();
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send("ping");
  }

  // Hearing.

  #hear(data: ChannelSent): void {
    this.#heard = Date.now();
    this.#pinged = null;
    if (data === "pong") return;
    if ("nack" in data) this.#settle(data.nack, (waiting) => waiting.failed(new Trouble(422, data.error.code, data.error.message, data.error.rule)));
    else if ("error" in data) this.refusal = data.error;
    else if ("push" in data) {
      if ("patch" in data) this.#patch(data);
      else {
        const { push, ack: _, number, now, updates, ...picture } = data;
        this.#pushes = push;
        this.#show(picture, number, now, updates);
      }
      // A push may bring the acknowledgement of the command that it shows.
      const { ack, number } = data;
      if (ack) this.#settle(ack, (waiting) => waiting.done({ ack, number }));
    } else this.#settle(data.ack, (waiting) => waiting.done(data));
  }

  #patch(data: { push: number; number: number; now: number; updates: Update[]; patch: object }): void {
    const before = data.push === this.#pushes + 1 ? this.#picture : null;
    this.#pushes = data.push;
    let picture: Picture;
    try {
      if (!before) throw new Error("expected the push after the last one");
      picture = patched(before, data.patch as Change);
    } catch {
      // Ask for the whole picture, once; patches are of no use until it comes.
      if (this.#picture && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: "look" }));
      this.#picture = null;
      return;
    }
    this.#show(picture, data.number, data.now, data.updates);
  }

  #show(picture: Picture, number: number, now: number, updates: Update[]): void {
    this.#picture = picture;
    const message: Message = { ...picture, number, now, updates };
    const known = this.message?.viewer === message.viewer ? (this.updates.at(-1)?.number ?? 0) : 0;
    if (known === 0) this.updates = [];
    const fresh = updates.filter((update) => update.number > known);
    if (fresh.length) this.updates = [...this.updates, ...fresh];
    this.ahead = now - Date.now();
    this.message = message;
    this.refusal = null;
    this.#tries = 0;
    if (this.connection !== "open") {
      this.connection = "open";
      for (const { command } of this.#waiting.values()) this.#say(command);
    }
    this.#listener?.(message, fresh);
  }

  // Sending.

  #say(command: Command): void {
    this.#socket?.send(JSON.stringify(command));
  }

  async #overHttp(command: Command): Promise<void> {
    const { do: what, ...body } = command;
    try {
      const url = address(`/matches/{match}/${ROUTES[what] ?? what}`, { match: this.match });
      const answer = (await request("POST", url, body)) as { number: number };
      this.#settle(command.key, (waiting) => waiting.done({ ack: command.key!, ...answer }));
    } catch (error) {
      // What did not get through is sent once the channel is open again.
      if (!(error instanceof Trouble) || error.status === 0) return;
      this.#settle(command.key, (waiting) => waiting.failed(error));
    }
  }

  #settle(key: string | null | undefined, how: (waiting: Waiting) => void): void {
    const waiting = key && this.#waiting.get(key);
    if (!waiting) return;
    this.#waiting.delete(key);
    this.#showPending();
    how(waiting);
  }

  #giveUp(trouble: Trouble): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#showPending();
    for (const waiting of all) waiting.failed(trouble);
  }

  #showPending(): void {
    const asked = ({ command }: Waiting) => command.do !== "why-not" && command.do !== "look";
    this.pending = [...this.#waiting.values()].find(asked)?.command ?? null;
  }
}
