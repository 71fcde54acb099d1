/** Builds the explanation player as one script and one style sheet, which Python puts into every HTML it writes. */
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "../src/plywise/explain/built",
    emptyOutDir: true,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: {
      entry: "src/player/page.ts",
      name: "PlywisePlayer",
      formats: ["iife"],
      fileName: () => "player.js",
      cssFileName: "player",
    },
  },
});
