/* The page's own texts, in the language chosen; another one is fetched when it is asked for. */
import { keep, settings } from "./settings.svelte";
import { line, number, type Language, type Texts, type Values } from "./words";

const files = import.meta.glob<{ default: Texts }>("./texts/*.json");
let current = $state.raw<{ language: Language; texts: Texts }>({ language: "en", texts: {} });

export async function speak(language: Language): Promise<void> {
  const found = await files[`./texts/${language}.json`]!();
  current = { language, texts: found.default };
  document.documentElement.lang = language;
  if (settings.language !== language) keep({ language });
}

export const language = (): Language => current.language;

/** A text of the page. */
export function t(key: string, values: Values = {}): string {
  return line(current.texts, current.language, key, values);
}

export function n(value: number, options: Intl.NumberFormatOptions = {}): string {
  return number(value, current.language, options);
}

export function percent(share: number): string {
  return n(share, { style: "percent", maximumFractionDigits: 0 });
}

/** How long ago, or when, in a few words. */
export function ago(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const format = new Intl.RelativeTimeFormat(current.language, { numeric: "auto" });
  const units: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, "second");
}

export function date(time: number): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

export function day(time: number): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium" }).format(time);
}
