/* What explains itself: resting the pointer on it, holding a finger on it, or "?" while it has the focus
 * opens a card with what it is and does. For choices too: nothing is chosen by asking. */
import type { Attachment } from "svelte/attachments";

export interface About {
  title: string;
  text: string;
  /** The rule it follows, to be opened from the card. */
  rule?: string | null;
}

interface Opened extends About {
  at: DOMRect;
  /** Asked for on purpose: it stays, and can be touched. A resting pointer only looks. */
  firm: boolean;
}

const REST = 600;
/** What can be chosen shows in the slot what it brings: its card comes later, and covers nothing on the way. */
const REST_ON_CHOICE = 1500;
const HOLD = 450;
const SLACK = 8;
/** On a touch screen a browser moves a pointer of its own to where a finger was last: that is nobody who looks. */
const hovers = (): boolean => matchMedia("(any-hover: hover)").matches;

class Explaining {
  opened = $state.raw<Opened | null>(null);
  #of: Element | null = null;

  open(node: Element, about: About | null, firm: boolean): void {
    if (!about) return;
    this.#of = node;
    this.opened = { ...about, at: node.getBoundingClientRect(), firm };
  }
  /** Close it, if it is about this thing. */
  close(node: Element | null = this.#of): void {
    if (node === this.#of) this.opened = null;
  }
}

export const explaining = new Explaining();

/** What something inside has taken for itself: a good explains itself, not the warehouse it lies in. */
const taken = new WeakSet<Event>();
function take(event: Event): boolean {
  const free = !taken.has(event);
  taken.add(event);
  return free;
}

/** Makes a thing explain itself; what it says is asked for when it is to be shown. What is no choice may do so at a tap. */
export function explains(about: () => About | null, { tap = false, instead = () => false }: { tap?: boolean; /** What holding does in place of explaining; whether it did. */ instead?: () => boolean } = {}): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let timer = 0;
    let begun = { x: 0, y: 0 };
    let held = false;
    // Whether the pointer that is over it has had its answer.
    let rested = false;
    const stop = (): void => clearTimeout(timer);
    const wait = (time: number, firm: boolean): void => {
      stop();
      timer = window.setTimeout(() => {
        held = firm;
        if (!firm || !instead()) explaining.open(node, about(), firm);
      }, time);
    };
    const listeners: [string, (event: Event) => void][] = [
      ["pointerenter", () => (rested = false)],
      [
        "pointerleave",
        () => {
          stop();
          if (!explaining.opened?.firm) explaining.close(node);
        },
      ],
      [
        "pointerdown",
        (event) => {
          const { pointerType, clientX: x, clientY: y } = event as PointerEvent;
          held = false;
          rested = true;
          begun = { x, y };
          stop();
          if (pointerType === "mouse") explaining.close(node);
          else if (take(event)) wait(HOLD, true);
        },
      ],
      [
        "pointermove",
        (event) => {
          const { pointerType, clientX: x, clientY: y, movementX, movementY } = event as PointerEvent;
          if (!take(event)) return stop();
          // A thing that comes to lie under a pointer at rest is not asked about.
          if (pointerType === "mouse" && !rested && hovers() && (movementX !== 0 || movementY !== 0)) {
            rested = true;
            wait(node.matches("[data-choice]:not([aria-disabled=true])") ? REST_ON_CHOICE : REST, false);
          }
          if (pointerType !== "mouse" && Math.hypot(x - begun.x, y - begun.y) > SLACK) stop();
        },
      ],
      ["pointerup", stop],
      ["pointercancel", stop],
      [
        "keydown",
        (event) => {
          if ((event as KeyboardEvent).key !== "?" || !take(event)) return;
          event.preventDefault();
          explaining.open(node, about(), true);
        },
      ],
      ["contextmenu", (event) => held && event.preventDefault()],
    ];
    // A finger that was held has asked, not chosen.
    const click = (event: Event): void => {
      if (!held) {
        if (tap) explaining.open(node, about(), true);
        return;
      }
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const [name, listener] of listeners) node.addEventListener(name, listener);
    node.addEventListener("click", click, true);
    return () => {
      stop();
      explaining.close(node);
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
      node.removeEventListener("click", click, true);
    };
  };
}
