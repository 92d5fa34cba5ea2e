/* The channel of one match: everything since the last number heard, again after any break. */
import { address } from "./client";
import type { ChannelSent, Message, Problem, Update } from "./types";

const WAITS = [300, 700, 1500, 3000, 6000];
const PING = 20_000;

export type Line = "connecting" | "open" | "lost" | "closed";

export class Channel {
  message = $state.raw<Message | null>(null);
  /** All updates heard, for the log. */
  updates = $state.raw<Update[]>([]);
  line = $state<Line>("connecting");
  refusal = $state.raw<Problem | null>(null);
  /** Milliseconds by which the server's clock is ahead of ours. */
  ahead = $state(0);

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #pinging = 0;
  #answered = true;
  #ended = false;
  #heard: ((message: Message, fresh: Update[]) => void) | null;

  constructor(
    readonly match: string,
    private seat: number | null,
    private readonly invitation: string | null,
    heard: ((message: Message, fresh: Update[]) => void) | null = null,
  ) {
    this.#heard = heard;
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#seen);
    this.#open();
  }

  close(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#seen);
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    this.#socket?.close();
  }

  /** Look from another seat, or hear all words anew in another language. */
  anew(seat: number | null): void {
    this.seat = seat;
    this.updates = [];
    this.#socket?.close();
    this.#tries = 0;
    this.#open();
  }

  readonly #now = (): void => {
    if (this.line === "lost") this.#open();
  };
  readonly #seen = (): void => {
    if (document.visibilityState === "visible") this.#now();
  };

  #open(): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    const since = this.updates.at(-1)?.number ?? 0;
    const path = address("/matches/{match}/channel", { match: this.match, seat: this.seat, since, invitation: this.invitation });
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #hear(text: string): void {
    this.#answered = true;
    const data = JSON.parse(text) as ChannelSent;
    if (data === "pong") return;
    if ("error" in data) {
      this.refusal = data.error;
      return;
    }
    this.#tries = 0;
    this.refusal = null;
    if (this.line !== "open") {
      this.line = "open";
      clearInterval(this.#pinging);
      this.#answered = true;
      this.#pinging = window.setInterval(() => this.#ping(), PING);
    }
    this.ahead = data.now - Date.now();
    const known = this.message?.viewer === data.viewer ? (this.updates.at(-1)?.number ?? 0) : 0;
    if (known === 0) this.updates = [];
    const fresh = data.updates.filter((update) => update.number > known);
    if (fresh.length) this.updates = [...this.updates, ...fresh];
    this.message = data;
    this.#heard?.(data, fresh);
  }

  #ping(): void {
    if (!this.#answered) {
      this.#socket?.close();
      return;
    }
    this.#answered = false;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send("ping");
  }

  #lost(): void {
    clearInterval(this.#pinging);
    if (this.#ended) return;
    if (this.refusal && this.refusal.code !== "unavailable") {
      this.line = "closed";
      return;
    }
    this.line = "lost";
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)]!;
    this.#timer = window.setTimeout(() => this.#open(), wait);
  }
}
