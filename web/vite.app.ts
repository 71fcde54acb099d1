/** Builds the browser app that `plywise serve` hands out; with `npm run dev` it asks a service on port 8765. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/app",
  base: "./",
  publicDir: false,
  plugins: [svelte({ configFile: "../../svelte.config.js" })],
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "../../../src/plywise/service/built",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
