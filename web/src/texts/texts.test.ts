/* No text is missing in a language, none is left over, and all have the same places. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LANGUAGES, line } from "../words";

type Texts = Record<string, string>;
const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Texts;
const forms = (key: string) => key.replace(/\/(zero|one|two|few|many|other)$/, "");
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && /\.(svelte|ts)$/.test(file.name) && !file.name.endsWith(".test.ts"))
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
}

/** Every string in the sources that might be a key; ${...} in it stands for anything. */
function mentioned(code: string[]): RegExp[] {
  const found = new Set<string>();
  for (const text of code) {
    for (const match of text.matchAll(/["'`]([a-z][\w-]*(?:[./](?:[\w-]|\$\{[^}]*\})+)+)["'`]/g)) found.add(match[1]!);
    // Boards name labels without a dot as well, and as fields.
    for (const match of text.matchAll(/["'`]((?:[\w-]|\$\{[^}]*\})+)["'`]/g)) found.add(match[1]!);
    for (const match of text.matchAll(/labels\.(\w+)/g)) found.add(match[1]!);
  }
  return [...found].map((key) => new RegExp(`^${key.replace(/\$\{[^}]*\}/g, "<any>").replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("<any>", "[\\w-]+")}$`));
}

/** What a reader of books would stumble over: typewriter apostrophes and quotation marks, and in French signs that
 * stand too near. */
function set(language: string, text: string): string[] {
  const wrong = [/'/, /"/, ...(language === "fr" ? [/[^\s\u00a0\u202f][;!?»]/, /[^\s\u00a0\u202f]:(?!\/)/, /«[^\s\u00a0\u202f]/, /[“”„]/] : []), ...(language === "de" ? [/”/] : [])];
  return wrong.flatMap((each) => text.match(each)?.[0] ?? []);
}

function compare(folder: string): void {
  const all = Object.fromEntries(LANGUAGES.map((language) => [language, read(join(folder, `${language}.json`))])) as Record<string, Texts>;
  const english = all["en"]!;
  for (const language of LANGUAGES) {
    const texts = all[language]!;
    expect(new Set(Object.keys(texts).map(forms)), language).toEqual(new Set(Object.keys(english).map(forms)));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language}: ${key}`).not.toBe("");
      expect(set(language, text), `${language}: ${key}: ${text}`).toEqual([]);
      if (key in english) {
        const spoken = (each: string) => places(each).filter((place) => place !== "n");
        expect(spoken(text), `${language}: ${key}`).toEqual(spoken(english[key]!));
      }
    }
    for (const key of Object.keys(texts).filter((key) => forms(key) !== key))
      for (const n of [0, 1, 2, 5]) expect(line(texts, language, forms(key), { n }), `${language}: ${key}`).not.toBe(forms(key));
  }
}

describe("the texts of the pages", () => {
  const texts = read(join(root, "texts", "en.json"));
  const code = sources(root);

  it("are complete in every language", () => compare(join(root, "texts")));

  it("are all there", () => {
    const keys = new Set(Object.keys(texts).map(forms));
    for (const source of code.filter((each) => each.includes("speech.svelte")))
      for (const match of source.matchAll(/\bt\(\s*"([^"]+)"/g)) expect(keys, `t("${match[1]}")`).toContain(match[1]);
  });

  it("are all used", () => {
    const used = mentioned(code);
    const unused = [...new Set(Object.keys(texts).map(forms))].filter((key) => !used.some((one) => one.test(key)));
    expect(unused).toEqual([]);
  });
});

const boards = join(root, "boards");
const withTexts = readdirSync(boards, { withFileTypes: true }).filter((file) => file.isDirectory() && readdirSync(join(boards, file.name)).includes("texts"));

describe.each(withTexts.map((file) => file.name))("the texts of the board %s", (name) => {
  const folder = join(boards, name);
  it("are complete in every language", () => compare(join(folder, "texts")));
  it("are all used", () => {
    const used = mentioned(sources(folder).concat(sources(boards)));
    const unused = [...new Set(Object.keys(read(join(folder, "texts", "en.json"))).map(forms))].filter((key) => !used.some((one) => one.test(key)));
    expect(unused).toEqual([]);
  });
});
