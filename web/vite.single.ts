/** Builds the page of one game as one script and one style sheet, which `plywise export --single` puts into its HTML. */
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "../src/plywise/export/built",
    emptyOutDir: false,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: {
      entry: "src/single/main.ts",
      name: "PlywiseSingle",
      formats: ["iife"],
      fileName: () => "single.js",
      cssFileName: "single",
    },
  },
});
