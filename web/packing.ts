/* Packs what the build wrote, so that the server need not: each file also as .br and .gz. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const PACKED = /\.(html|js|css|svg|json)$/;

export function packing(): Plugin {
  return {
    name: "packing",
    apply: "build",
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!, { withFileTypes: true, recursive: true })) {
        if (!file.isFile() || !PACKED.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const plain = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }));
      }
    },
  };
}
