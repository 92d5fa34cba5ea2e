/* Texts with places: "{seat} laid {card}". A text that depends on a number n has a key for each
 * form its languages know: "cards/one", "cards/other". */

export type Language = "en" | "fr" | "de";
export const LANGUAGES: readonly Language[] = ["en", "fr", "de"];
export type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(store: Map<string, T>, key: string, make: () => T): T {
  let found = store.get(key);
  if (found === undefined) store.set(key, (found = make()));
  return found;
}

export function number(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  const key = language + JSON.stringify(options);
  return kept(numbers, key, () => new Intl.NumberFormat(language, options)).format(value);
}

/** French sets a space before these signs; no line begins with one of them. */
const FRENCH_SPACE = / (?=[;:!?»])|(?<=«) /g;

/** The text of a key with its places filled in; the key itself if there is none. */
export function line(texts: Texts, language: string, key: string, values: Values = {}): string {
  const n = values["n"];
  let text = texts[key];
  if (text === undefined && typeof n === "number") {
    const form = kept(plurals, language, () => new Intl.PluralRules(language)).select(n);
    text = texts[`${key}/${form}`] ?? texts[`${key}/other`];
  }
  if (text === undefined) return key;
  if (language === "fr") text = text.replace(FRENCH_SPACE, "\u00a0");
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === "number" ? number(value, language) : value;
  });
}
