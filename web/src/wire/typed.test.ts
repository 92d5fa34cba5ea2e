import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !/(\.test\.ts|openapi\.ts)$/.test(name))
    .map((name) => join(folder, name));
/** The code of a file, without comments and texts. */
const code = (file: string): string =>
  readFileSync(file, "utf8")
    .replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/"[^"\n]*"/g, '""');

describe.each(["wire", "boards", "table", "pages"])("what goes over the wire, in %s,", (folder) => {
  const found = files(join(HERE, "..", folder));

  it("is never of any type", () => {
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((file) => /[:<|,(]\s*any\b|\bas any\b/.test(code(file)))).toEqual([]);
  });
  it("is not said to be something else than the server says", () => {
    expect(found.filter((file) => /\bas unknown as\b|\bas (View|Preview|Fact|Action|Refused|Asked|Message|Update)\b/.test(code(file)))).toEqual([]);
  });
});
