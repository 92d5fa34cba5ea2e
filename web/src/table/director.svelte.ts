/* The director: what happened is a queue of moves, each a few scenes; every scene is played to its
 * end, and the picture is always the one after the last scene that ended. Hurrying finishes scenes,
 * it never cuts them, so that after any sequence the picture is the one a fresh load would show. */

/** A scene as the director needs it; boards have more in theirs. */
export interface Staged<V> {
  lasts: number;
  pause?: number | "continue";
  view?: V;
}

/** A move: its scenes, and what the table shows when they are over. */
export interface Move<V, S extends Staged<V>, P> {
  scenes: S[];
  end: P;
}

/** Calls back at the next frame with a time in milliseconds; answers a way to call it off. */
export type Frames = (callback: (time: number) => void) => () => void;

export const frames: Frames = (callback) => {
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
};

export interface Tempo {
  /** Durations are multiplied by it; 0 shows results only. */
  pace: number;
  /** Nothing moves: each scene is its last picture for a while. */
  still: boolean;
  /** How long "Continue" waits before it goes on by itself; null waits for ever. */
  patience: number | null;
}

const STILL = 600;
const LONGEST_QUEUE = 60;

export class Director<V, S extends Staged<V>, P extends { view: V | null }> {
  /** What the table shows: with the picture after the last finished scene. */
  shown = $state.raw<P | null>(null);
  scene = $state.raw<S | null>(null);
  progress = $state(0);
  /** Whether "Continue" is waited for, and how much of its patience is left: 1 to 0. */
  waiting = $state(false);
  patience = $state(1);
  #moves: Move<V, S, P>[] = [];
  #at = 0;
  #start: number | null = null;
  #cancel: (() => void) | null = null;

  constructor(
    private readonly tempo: () => Tempo,
    private readonly begins: (scene: S) => void = () => undefined,
    private readonly frame: Frames = frames,
  ) {}

  /** Whether everything that happened has been shown: input is open only then. */
  get idle(): boolean {
    return this.scene === null && this.#moves.length === 0;
  }

  /** Show this at once, without scenes: the first picture, another seat, a jump in a replay. */
  show(end: P): void {
    this.#stop();
    this.#moves = [];
    this.shown = end;
  }

  /** Something happened. */
  add(move: Move<V, S, P>): void {
    this.#moves.push(move);
    const scenes = this.#moves.reduce((sum, each) => sum + each.scenes.length, 0);
    if (this.shown === null || scenes > LONGEST_QUEUE) this.finish();
    else if (this.scene === null) this.#next();
  }

  /** The picture that will be shown when all scenes are over. */
  get last(): P | null {
    return this.#moves.at(-1)?.end ?? this.shown;
  }

  /** End the running scene, or the wait after it. */
  hurry(): void {
    if (this.scene !== null) this.#end();
  }

  /** Show the end of everything at once. */
  finish(): void {
    const last = this.last;
    if (last !== null) this.show(last);
  }

  close(): void {
    this.#stop();
    this.#moves = [];
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#start = null;
    this.#at = 0;
    this.scene = null;
    this.waiting = false;
    this.progress = 0;
  }

  #next(): void {
    for (;;) {
      const move = this.#moves[0];
      if (!move) return;
      const scene = move.scenes[this.#at];
      if (!scene) {
        this.#moves.shift();
        this.#at = 0;
        this.shown = move.end;
        continue;
      }
      const { still, pace } = this.tempo();
      if (pace === 0) {
        // Nothing is staged for those who want results only.
        this.#at += 1;
        continue;
      }
      this.scene = scene;
      this.progress = still ? 1 : 0;
      this.waiting = false;
      this.#start = null;
      this.begins(scene);
      this.#cancel = this.frame((time) => this.#tick(time));
      return;
    }
  }

  #tick(time: number): void {
    const scene = this.scene;
    if (scene === null) return;
    const { pace, still, patience } = this.tempo();
    this.#start ??= time;
    const passed = time - this.#start;
    const lasts = pace === 0 ? 0 : still ? Math.min(scene.lasts, STILL) : scene.lasts * pace;
    if (passed < lasts) {
      if (!still) this.progress = passed / lasts;
    } else {
      this.progress = 1;
      const rested = passed - lasts;
      if (scene.pause === "continue") {
        this.waiting = true;
        this.patience = patience === null ? 1 : Math.max(0, 1 - rested / patience);
        if (patience !== null && rested >= patience) return this.#end();
      } else if (rested >= (scene.pause ?? 0) * pace) return this.#end();
    }
    this.#cancel = this.frame((next) => this.#tick(next));
  }

  #end(): void {
    const move = this.#moves[0];
    const ended = this.scene;
    this.#cancel?.();
    this.scene = null;
    this.waiting = false;
    this.progress = 0;
    if (!move || !ended) return;
    this.#at += 1;
    if (ended.view !== undefined && this.shown) this.shown = { ...this.shown, view: ended.view };
    this.#next();
  }
}
