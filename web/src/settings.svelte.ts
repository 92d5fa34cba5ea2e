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
  /** null: nobody has been asked yet. */
  sound: boolean | null;
  /** Whether a first tap plays, without a preview. */
  oneTap: boolean;
  /** Whether boards tell what a move would do, where the match allows it. */
  aids: boolean;
  /** Whether a coach speaks up after a costly move, where the match is not rated. */
  coach: boolean;
  /** One's own rating at the puzzles of each game. */
  puzzles: Record<string, number>;
  /** The bots one plays against by one click. */
  level: string;
  /** The tables last laid here: their host may sit at none of their seats. */
  hosted: string[];
  /** The games of which a match was played to its end here. */
  known: string[];
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
    sound: typeof kept.sound === "boolean" ? kept.sound : null,
    oneTap: kept.oneTap === true,
    aids: kept.aids !== false,
    coach: kept.coach === true,
    puzzles: Object.fromEntries(Object.entries(kept.puzzles ?? {}).filter(([, rating]) => Number.isFinite(rating))),
    level: typeof kept.level === "string" ? kept.level : "mate",
    hosted: Array.isArray(kept.hosted) ? kept.hosted.filter((match) => typeof match === "string") : [],
    known: Array.isArray(kept.known) ? kept.known.filter((game) => typeof game === "string") : [],
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
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: calm.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
calm.addEventListener("change", () => (system.still = calm.matches));

export function isNight(): boolean {
  return settings.theme === "system" ? system.dark : settings.theme === "night";
}

/** How long scenes last, as a part of the usual. */
export const pace = (): number => settings.pace;

/** Whether nothing may move, as people can ask of their system. */
export const still = (): boolean => system.still;

const PATIENCE = 3000;
const LONGEST_PATIENCE = 20_000;

/** How long "Continue" waits; those who want it slow, or play a first match, get all the time that is fair to others. */
export function patience(): number {
  if (settings.pace === 0) return 0;
  return settings.pace > 1 || settings.known.length === 0 ? LONGEST_PATIENCE : PATIENCE;
}
