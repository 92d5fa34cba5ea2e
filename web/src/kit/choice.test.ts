import { describe, expect, it } from "vitest";
import type { Asked } from "../wire/types";
import { Choice } from "./choice.svelte";

const asked = {
  decision: "1.0",
  step: "playing",
  words: "Lay one steering card.",
  actions: [4, 5].map((action) => ({ action, kind: "play", text: `N${action}`, words: `lay North ${action}` })),
  refused: [{ action: 6, kind: "play", text: "P", words: "lead a pirate", why: "A pirate may not be led.", code: "pirate-led", rule: "ST-5.2", details: {} }],
  chosen: false,
  retractable: false,
} as unknown as Asked;

function table(oneTap = false) {
  const played: number[] = [];
  let arrive = (): void => undefined;
  const choice = new Choice({
    play: (action) => {
      played.push(action);
      return new Promise<void>((done) => (arrive = done));
    },
    retract: () => Promise.resolve(),
    oneTap: () => oneTap,
  });
  choice.renew(asked);
  return { choice, played, arrive: () => arrive() };
}

describe("what a player is about to do", () => {
  it("is previewed by the first tap and done by the second", () => {
    const { choice, played } = table();
    choice.tap(4);
    expect([choice.picked, played]).toEqual([4, []]);
    choice.tap(5);
    expect([choice.picked, played]).toEqual([5, []]);
    choice.tap(5);
    expect(played).toEqual([5]);
  });

  it("says that it is being sent at once, and takes nothing else until it has arrived", async () => {
    const { choice, played, arrive } = table(true);
    choice.tap(4);
    expect(choice.sending).toBe(4);
    choice.tap(5);
    choice.back();
    expect([choice.sending, played]).toEqual([4, [4]]);
    arrive();
    await Promise.resolve();
    await Promise.resolve();
    expect(choice.sending).toBe(null);
  });

  it("is refused with its reason, and taken back step by step", () => {
    const { choice, played } = table(true);
    choice.tap(6);
    expect([choice.refused?.rule, played]).toEqual(["ST-5.2", []]);
    choice.back();
    expect(choice.refused).toBe(null);
  });

  it("is forgotten with its decision", () => {
    const { choice } = table();
    choice.tap(4);
    choice.renew({ ...asked });
    expect(choice.picked).toBe(4);
    choice.renew({ ...asked, decision: "2.0" });
    expect(choice.picked).toBe(null);
  });
});
