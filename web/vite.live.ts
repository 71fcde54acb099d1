/** Builds what makes the documentation alive: one script, its style sheet, and the worker that runs Python. */
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  publicDir: false,
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "../docs/live",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/live/live.ts",
      output: {
        entryFileNames: "live.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
