/* What the host of a table has that is not full yet: the link for those who are awaited, and bots for free seats. */
import { allBots } from "../games.svelte";
import { attempt } from "../notices.svelte";
import { settings } from "../settings.svelte";
import { get, post } from "../wire/client";
import type { Bot } from "../wire/types";
import type { Watch } from "./watch.svelte";

export class Hosting {
  bots = $state.raw<Bot[]>([]);
  #invitations = $state.raw<Record<number, string>>({});

  /** Call while a component is made: it asks for what the host needs for as long as that is there. */
  constructor(private readonly watch: Watch) {
    $effect(() => {
      if (this.host) void get("/matches/{match}/invitations", { match: watch.match }).then((made) => (this.#invitations = made.invitations));
    });
    $effect(() => {
      if (this.host && this.free > 0) void allBots().then((found) => (this.bots = found));
    });
  }

  get #table() {
    return this.watch.shown!.table;
  }

  /** Whether the table was laid by who looks; he may sit at none of its seats. */
  get host(): boolean {
    const { me, match } = this.watch;
    return me === null ? settings.hosted.includes(match) : ["me", "hot-seat"].includes(this.#table.seats[me]!.kind);
  }

  get free(): number {
    return this.#table.seats.filter((seat) => seat.free).length;
  }

  /** What opens the next free seat that is kept for a guest. */
  get code(): string | undefined {
    return Object.entries(this.#invitations).find(([seat]) => this.#table.seats[Number(seat)]?.free)?.[1];
  }

  /** One link for everybody who is still awaited. */
  get link(): string | null {
    const here = `${location.origin}/match/${this.watch.match}`;
    if (this.code) return `${here}#i=${this.code}`;
    return this.#table.seats.some((seat) => seat.kind === "open" && seat.free) ? here : null;
  }

  seatBot(seat: number, bot: string): void {
    if (bot) void attempt(() => post("/matches/{match}/seats/{seat}/bot", { match: this.watch.match, seat }, { bot }));
  }

  start(): void {
    void attempt(() => this.watch.channel.send({ do: "start" }));
  }
}
