/* The palette keeps its promises: contrast of texts, and seats that stay apart for everybody. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Rgb = [number, number, number];
const css = readFileSync(new URL("./look.css", import.meta.url), "utf8");

function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]));
}

const day = tokens(":root");
const night = { ...day, ...tokens(':root[data-theme="night"]') };

function linear(hex: string): Rgb {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// Machado, Oliveira and Fernandes 2009, full severity, on linear light.
const SIGHTS: Record<string, number[][]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function seen(colour: string, sight: number[][]): Rgb {
  const from = linear(colour);
  return sight.map((row) => Math.min(1, Math.max(0, row.reduce((sum, k, i) => sum + k * from[i]!, 0)))) as Rgb;
}

function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each([["day", day], ["night", night]] as const)("the palette by %s", (_, colours) => {
  const at = (name: string) => colours[name]!;
  const grounds = ["paper", "paper-raised", "paper-sunken"];

  it.each(["ink", "ink-soft", "compass", "good", "bad", "warn"])("%s is readable on every paper", (name) => {
    for (const ground of grounds) expect(contrast(at(name), at(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it("ink is readable on water and sand", () => {
    for (const ground of ["sea", "sea-deep", "sand"]) expect(contrast(at("ink"), at(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it("filled buttons and signals are readable", () => {
    expect(contrast(at("on-compass"), at("compass"))).toBeGreaterThanOrEqual(4.5);
    for (const name of ["good", "bad", "warn"]) expect(contrast(at("on-signal"), at(name))).toBeGreaterThanOrEqual(4.5);
  });

  const seats = [0, 1, 2, 3, 4].map((seat) => at(`seat-${seat}`));

  it("seats stand out from paper and water, and carry large text", () => {
    for (const seat of seats) {
      for (const ground of ["paper", "paper-raised", "sea"]) expect(contrast(seat, at(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(seat, at("on-seat"))).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.entries(SIGHTS))("seats stay apart for %s sight", (_name, sight) => {
    for (const [i, a] of seats.entries())
      for (const b of seats.slice(i + 1)) {
        const [p, q] = [lab(seen(a, sight)), lab(seen(b, sight))];
        expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeGreaterThanOrEqual(20);
      }
  });
});
