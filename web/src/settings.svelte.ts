/* What this browser keeps: language, theme, speed, sound, notices, and the name of a coming guest. */
import { LANGUAGES, type Language } from "./words";

export type Theme = "system" | "day" | "night";
export const THEMES: readonly Theme[] = ["system", "day", "night"];
/** How long a movement lasts, as a part of the usual. */
export const PACES: readonly number[] = [0, 0.5, 1, 2];

interface Kept {
  language: Language;
  theme: Theme;
  pace: number;
  sound: boolean;
  notices: boolean;
  name: string;
}

const KEY = "fourwinds";

function spoken(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase() as Language;
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

function read(): Kept {
  let kept: Partial<Kept> = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    // Nothing kept, or a browser that keeps nothing.
  }
  return {
    language: LANGUAGES.includes(kept.language!) ? kept.language! : spoken(),
    theme: THEMES.includes(kept.theme!) ? kept.theme! : "system",
    pace: PACES.includes(kept.pace!) ? kept.pace! : 1,
    sound: kept.sound === true,
    notices: kept.notices === true,
    name: typeof kept.name === "string" ? kept.name.slice(0, 24) : "",
  };
}

export const settings: Kept = $state(read());

export function keep(change: Partial<Kept>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It holds for this visit, then.
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
still.addEventListener("change", () => (system.still = still.matches));

export function isNight(): boolean {
  return settings.theme === "system" ? system.dark : settings.theme === "night";
}

/** How long movements last: nothing moves for those who asked their system so. */
export function pace(): number {
  return system.still ? 0 : settings.pace;
}
