/** Starts the app. */
import { mount } from "svelte";
import "../board/board.css";
import "../board/looks.css";
import App from "./App.svelte";
import "./app.css";
import { service } from "./lib/service";
import { applyTheme } from "./lib/settings.svelte";
import { type Transport, useTransport } from "./lib/transport";

applyTheme();
const target = document.getElementById("app");
if (target === null) throw new Error("The page has no element with the id app.");
function begin(chosen: Transport): void {
  useTransport(chosen);
  mount(App, { target: target as HTMLElement });
}

// A page that `plywise export` wrote says so, and brings its engine along.
if (document.querySelector('meta[name="plywise-site"]') === null) begin(service);
else void import("../engine").then(({ openSite }) => openSite()).then(begin);
