/* The director plays every scene to its end; after any hurrying the picture is the one a fresh load shows. */
import { describe, expect, it } from "vitest";
import { Director, type Frames, type Staged, type Tempo } from "./director.svelte";

interface Shown {
  view: number | null;
  name: string;
}

/** Frames that come when the test says so. */
function clock(): { frames: Frames; pass: (milliseconds: number) => void } {
  let now = 0;
  let next: ((time: number) => void) | null = null;
  return {
    frames: (callback) => {
      next = callback;
      return () => (next = null);
    },
    pass: (milliseconds) => {
      for (const end = now + milliseconds; now < end; now += 10) {
        const callback = next;
        next = null;
        callback?.(now);
      }
    },
  };
}

const usual: Tempo = { pace: 1, still: false, patience: 3000 };
function direct(tempo: Tempo = usual) {
  const { frames, pass } = clock();
  const begun: Staged<number>[] = [];
  const director = new Director<number, Staged<number>, Shown>(() => tempo, (scene) => begun.push(scene), frames);
  director.show({ view: 0, name: "start" });
  return { director, pass, begun };
}
const move = (to: number, ...scenes: Staged<number>[]) => ({ scenes, end: { view: to, name: `move ${to}` } });

describe("the director", () => {
  it("shows the picture of each scene when it is over, and the move's own at its end", () => {
    const { director, pass } = direct();
    director.add(move(9, { lasts: 300, view: 4 }, { lasts: 300 }));
    pass(150);
    expect(director.shown?.view).toBe(0);
    expect(director.progress).toBeGreaterThan(0.3);
    expect(director.idle).toBe(false);
    pass(250);
    expect(director.shown).toEqual({ view: 4, name: "start" });
    pass(500);
    expect(director.shown).toEqual({ view: 9, name: "move 9" });
    expect(director.idle).toBe(true);
  });

  it("plays moves one after the other", () => {
    const { director, pass, begun } = direct();
    director.add(move(1, { lasts: 300 }));
    director.add(move(2, { lasts: 300 }));
    expect(begun).toHaveLength(1);
    pass(350);
    expect(director.shown?.view).toBe(1);
    pass(400);
    expect(director.shown?.view).toBe(2);
    expect(begun).toHaveLength(2);
  });

  it("waits for Continue, and no longer than its patience", () => {
    const { director, pass } = direct();
    director.add(move(1, { lasts: 100, pause: "continue" }));
    pass(200);
    expect(director.waiting).toBe(true);
    director.hurry();
    expect(director.shown?.view).toBe(1);
    director.add(move(2, { lasts: 100, pause: "continue" }));
    pass(2500);
    expect(director.waiting).toBe(true);
    expect(director.patience).toBeLessThan(0.3);
    pass(800);
    expect(director.shown?.view).toBe(2);
  });

  it("waits as long as it takes for those who want that", () => {
    const { director, pass } = direct({ ...usual, patience: null });
    director.add(move(1, { lasts: 100, pause: "continue" }));
    pass(60_000);
    expect(director.waiting).toBe(true);
  });

  it("moves nothing for those who asked for that, but keeps its pauses", () => {
    const { director, pass } = direct({ ...usual, still: true });
    director.add(move(1, { lasts: 2000, pause: "continue" }));
    expect(director.progress).toBe(1);
    pass(700);
    expect(director.waiting).toBe(true);
  });

  it("ends in the same picture however it is hurried", () => {
    for (let seed = 1; seed < 200; seed++) {
      let state = seed;
      const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
      const { director, pass } = direct();
      let last = 0;
      for (let step = 0; step < 30; step++) {
        const doing = random(4);
        if (doing === 0) director.hurry();
        else if (doing === 1) pass(random(400));
        else {
          last = step + 1;
          director.add(move(last, ...Array.from({ length: random(3) }, (_, i) => ({ lasts: random(300), ...(i ? { view: 1000 + i } : {}) }))));
        }
      }
      if (random(2)) director.finish();
      else pass(60_000);
      expect(director.shown?.view).toBe(last);
      expect(director.idle).toBe(true);
    }
  });

  it("shows the present at once when too much has been missed", () => {
    const { director } = direct();
    for (let i = 1; i < 80; i++) director.add(move(i, { lasts: 1000 }));
    expect(director.shown!.view).toBeGreaterThan(50);
  });
});
