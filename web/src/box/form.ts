/* What a form of a component file does with its data; it knows no game. */
import type { FormField, FormSection } from "../wire/types";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };

export const isTable = (value: Json | undefined): value is Table => value !== null && typeof value === "object" && !Array.isArray(value);

/** What stands at a path such as `course.short`; undefined if nothing does. */
export function at(data: Table, path: string): Json | undefined {
  let found: Json | undefined = data;
  for (const key of path.split(".")) {
    if (!isTable(found)) return undefined;
    found = found[key];
  }
  return found;
}

/** Put something at a path; undefined takes it away. */
export function put(data: Table, path: string, value: Json | undefined): void {
  const keys = path.split(".");
  const last = keys.pop()!;
  let inner = data;
  for (const key of keys) {
    if (!isTable(inner[key])) inner[key] = {};
    inner = inner[key] as Table;
  }
  if (value === undefined) delete inner[last];
  else inner[last] = value;
}

/** The rows of a section: those of a list, or the one table it is. */
export function rows(data: Table, section: FormSection): Table[] {
  const found = at(data, section.name);
  if (section.many) return Array.isArray(found) ? found.filter(isTable) : [];
  return isTable(found) ? [found] : [];
}

/** A new row for a list: like the one above it, or the least of everything. */
export function newRow(section: FormSection, above: Table | undefined): Table {
  const row: Table = above ? (JSON.parse(JSON.stringify(above)) as Table) : {};
  if (!above) {
    for (const field of section.fields) {
      if (field.optional) continue;
      if (field.type === "number") put(row, field.name, Math.max(field.low, 1));
      else if (field.type === "flag") put(row, field.name, false);
      else if (field.type === "choice") put(row, field.name, field.choices[0]?.value ?? "");
      else put(row, field.name, field.type === "text" ? "" : []);
    }
  }
  delete row["note"];
  mark(row);
  return row;
}

/** What somebody reads off his own card is printed on it. */
export function mark(row: Table): void {
  row["mark"] = "printed";
  for (const key of Object.keys(row)) if (key.endsWith("_mark")) row[key] = "printed";
}

/** A value as it stands in a line of text. */
export function written(field: FormField, value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (field.type === "numbers" && Array.isArray(value) && value.every((each) => typeof each === "number")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What somebody has written; undefined if nothing, and the text itself where it cannot be read: the check says what is wrong. */
export function read(field: FormField, text: string): Json | undefined {
  const kept = text.trim();
  if (!kept && field.optional) return undefined;
  if (field.type === "text") return kept;
  if (field.type === "number") return /^-?\d{1,9}$/.test(kept) ? Number(kept) : kept;
  if (field.type === "numbers") {
    const parts = kept.split(/[\s,;]+/).filter(Boolean);
    return parts.every((part) => /^-?\d{1,9}$/.test(part)) ? parts.map(Number) : kept;
  }
  try {
    return JSON.parse(kept) as Json;
  } catch {
    return kept;
  }
}

/** How many pieces the rows of a section are. */
export const pieces = (found: Table[]): number => found.reduce((sum, row) => sum + (typeof row["count"] === "number" ? row["count"] : 1), 0);

/** Which row of a section a place such as `card[3].count` is in; null if it is not of this section. */
export function rowOf(where: string, section: FormSection): number | null {
  if (section.many) {
    const found = new RegExp(`^${section.name}\\[(\\d+)\\]`).exec(where);
    return found ? Number(found[1]) : null;
  }
  return where === section.name || where.startsWith(`${section.name}.`) ? 0 : null;
}

/** Which field of a row a place such as `card[3].goods[2]` is about; null if it is about the whole row. */
export function fieldOf(where: string, section: FormSection): string | null {
  if (rowOf(where, section) === null) return null;
  const inner = where.slice(section.name.length).replace(/^\[\d+\]/, "").replace(/^\./, "");
  const found = section.fields.filter((field) => inner === field.name || inner.startsWith(`${field.name}.`) || inner.startsWith(`${field.name}[`));
  return found.sort((one, two) => two.name.length - one.name.length)[0]?.name ?? null;
}
