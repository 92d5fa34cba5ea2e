import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { LETTERS, letters } from "./letters.ts";
import { packing } from "./packing.ts";

const server = process.env["FOURWINDS_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [letters(), svelte(), packing()],
  resolve: { alias: { "@letters": LETTERS }, ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}) },
  build: {
    outDir: "../src/fourwinds/web",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the pages lets no data: address in, so that nothing small is put inline either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long plugins take is nothing to those who only want to play.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // A file for each part that two pages share would cost a request and its headers each.
          groups: [
            { name: "common", test: /\/src\/(parts\/|wire\/|[^/]+$)/, minShareCount: 3 },
            { name: "table", test: /\/src\/(kit|table)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
