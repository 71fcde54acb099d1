/** Builds the JavaScript package as one module with its types: what `plywise export GAME --kernel` puts beside a kernel. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { defineConfig, type Plugin } from "vite";

/** Write the types as one file: those that stand alone, and what the package itself declares. */
function oneDeclaration(): Plugin {
  let folder = "";
  const declared = (path: string): string => {
    const found = ts.transpileDeclaration(readFileSync(path, "utf8"), { fileName: path }).outputText;
    return found.replace(/^(import|export (type )?\*)[^;]*;\n/gm, "");
  };
  return {
    name: "one-declaration",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const error = "/** What goes wrong, as a sentence. */\nexport declare class PlywiseError extends Error {}\n";
      const own = declared("src/package/index.ts").match(/\/\*\* Load [^]*?export declare function load[^]*?;\n/)![0];
      writeFileSync(join(folder, "plywise.d.ts"), declared("src/kernel/types.ts") + error + own);
    },
  };
}

export default defineConfig({
  publicDir: false,
  plugins: [oneDeclaration()],
  build: {
    target: "es2022",
    outDir: "../src/plywise/export/built",
    emptyOutDir: false,
    lib: { entry: "src/package/index.ts", formats: ["es"], fileName: () => "plywise.js" },
  },
});
