import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Channel } from "./channel.svelte";

vi.mock("../speech.svelte", () => ({ language: () => "en" }));

/** What the page has at the other end of its sockets. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  say(data: unknown): void {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(data) });
  }
  /** The commands it was sent. */
  get commands(): { do: string; key: string }[] {
    return this.sent.filter((text) => text !== "ping").map((text) => JSON.parse(text) as { do: string; key: string });
  }
}

const whole = (push: number, number: number, more: object = {}) => ({
  push,
  number,
  now: Date.now(),
  updates: [{ number, time: 0, events: [] }],
  match: "m",
  viewer: 0,
  table: { game: "x" },
  view: { hand: ["N1", "N2"] },
  asked: null,
  ...more,
});
const patch = (push: number, number: number, change: object) => ({ push, number, now: Date.now(), updates: [{ number, time: 0, events: [] }], patch: change });

const latest = () => FakeSocket.all.at(-1)!;
const asked = vi.fn<(url: string, options: { body: string }) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  asked.mockReset();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { href: "http://here/" });
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened(): Channel {
  const channel = new Channel("m", null, null);
  latest().say(whole(1, 1));
  return channel;
}

describe("a channel", () => {
  it("shows the picture and applies patches to it", async () => {
    const channel = opened();
    const before = channel.message!;
    latest().say(patch(2, 2, { view: { hand: [0, 1] } }));
    expect(channel.message!.view).toEqual({ hand: ["N2"] });
    expect(channel.message!.number).toBe(2);
    expect(channel.message!.table).toBe(before.table);
    expect(before.view).toEqual({ hand: ["N1", "N2"] });
    expect(channel.updates.map((update) => update.number)).toEqual([1, 2]);
    channel.close();
  });

  it("asks for the whole picture after a gap, and takes no patch until it comes", async () => {
    const channel = opened();
    latest().say(patch(3, 3, { view: { hand: [0, 1] } }));
    expect(latest().commands).toEqual([{ do: "look" }]);
    latest().say(patch(4, 4, { view: { hand: [0, 1] } }));
    expect(channel.message!.number).toBe(1);
    expect(latest().commands.length).toBe(1);
    latest().say(whole(5, 4, { updates: [2, 3, 4].map((number) => ({ number, time: 0, events: [] })), view: { hand: [] } }));
    expect(channel.message!.view).toEqual({ hand: [] });
    expect(channel.updates.map((update) => update.number)).toEqual([1, 2, 3, 4]);
    latest().say(patch(6, 5, { view: { hand: [0, 0, "E1"] } }));
    expect(channel.message!.view).toEqual({ hand: ["E1"] });
    channel.close();
  });

  it("says what is being sent until it is acknowledged", async () => {
    const channel = opened();
    const sent = channel.send({ do: "resign", seat: 0 });
    expect(channel.pending?.do).toBe("resign");
    const { key } = latest().commands[0]!;
    latest().say({ ack: key, number: 7 });
    expect((await sent).number).toBe(7);
    expect(channel.pending).toBeNull();
    channel.close();
  });

  it("takes the acknowledgement that a push brings", async () => {
    const channel = opened();
    const sent = channel.send({ do: "resign", seat: 0 });
    const { key } = latest().commands[0]!;
    latest().say({ ...patch(2, 2, { view: { hand: [0, 1] } }), ack: key });
    expect((await sent).number).toBe(2);
    expect(channel.pending).toBeNull();
    expect(channel.message!.view).toEqual({ hand: ["N2"] });
    const whole_one = channel.send({ do: "undo", seat: 0 });
    latest().say({ ...whole(3, 3), ack: latest().commands[1]!.key });
    expect((await whole_one).number).toBe(3);
    expect("ack" in channel.message!).toBe(false);
    channel.close();
  });

  it("tells why something is refused", async () => {
    const channel = opened();
    const sent = channel.send({ do: "resign", seat: 0 });
    latest().say({ nack: latest().commands[0]!.key, error: { code: "not-your-seat", message: "No.", rule: null } });
    await expect(sent).rejects.toMatchObject({ code: "not-your-seat", message: "No." });
    const why = channel.whyNot(0, 17);
    const refusal = { action: 17, words: "Play N1", why: "Follow suit.", code: "follow", rule: "ST-4.4" };
    latest().say({ ack: latest().commands[1]!.key, refusal });
    expect(await why).toEqual(refusal);
    expect(channel.pending).toBeNull();
    channel.close();
  });

  it("notices within eight seconds that nobody answers, and sends the same command again", async () => {
    const channel = opened();
    const sent = channel.send({ do: "undo", seat: 0 });
    const first = latest();
    vi.advanceTimersByTime(5000);
    expect(first.sent).toContain("ping");
    expect(channel.connection).toBe("open");
    vi.advanceTimersByTime(3000);
    expect(channel.connection).toBe("lost");
    expect(channel.pending?.do).toBe("undo");
    vi.advanceTimersByTime(1000);
    expect(latest()).not.toBe(first);
    expect(latest().url.searchParams.get("since")).toBe("1");
    latest().say(whole(1, 2));
    expect(channel.connection).toBe("open");
    expect(latest().commands).toEqual(first.commands);
    latest().say({ ack: first.commands[0]!.key, number: 3 });
    await sent;
    expect(channel.pending).toBeNull();
    channel.close();
  });

  it("stays open while it is answered", async () => {
    const channel = opened();
    for (let round = 0; round < 5; round++) {
      vi.advanceTimersByTime(5000);
      latest().say("pong");
    }
    expect(channel.connection).toBe("open");
    expect(FakeSocket.all.length).toBe(1);
    channel.close();
  });

  it("goes over HTTP while the socket is not open", async () => {
      const channel = new Channel("m", null, null);
    asked.mockResolvedValue(new Response(JSON.stringify({ number: 4 })));
    expect((await channel.send({ do: "play", seat: 0, action: 3, decision: "1.0" })).number).toBe(4);
    expect(asked.mock.calls[0]![0]).toContain("/api/v1/matches/m/actions");
    expect(JSON.parse(asked.mock.calls[0]![1].body)).toMatchObject({ seat: 0, action: 3, decision: "1.0" });
    channel.close();
  });

  it("keeps what got through neither way and sends it once it is open", async () => {
      const channel = new Channel("m", null, null);
    asked.mockRejectedValue(new TypeError("no network"));
    const sent = channel.send({ do: "say", text: "ahoy" });
    await vi.advanceTimersByTimeAsync(100);
    expect(channel.pending?.do).toBe("say");
    latest().say(whole(1, 1));
    const { key } = latest().commands[0]!;
    expect(JSON.parse(asked.mock.calls[0]![1].body)).toMatchObject({ key });
    latest().say({ ack: key, number: 2 });
    await sent;
    channel.close();
  });

  it("ends where the server says why", async () => {
    const channel = opened();
    const sent = channel.send({ do: "undo", seat: 0 });
    latest().say({ error: { code: "not-signed-in", message: "Sign in.", rule: null }, present: null });
    latest().onclose?.();
    expect(channel.connection).toBe("closed");
    await expect(sent).rejects.toMatchObject({ code: "not-signed-in" });
    channel.close();
  });
});
