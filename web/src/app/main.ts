/** Starts the app. */
import { mount } from "svelte";
import "../board/board.css";
import "../board/looks.css";
import App from "./App.svelte";
import "./app.css";
import { service } from "./lib/service";
import { applyTheme } from "./lib/settings.svelte";
import { useTransport } from "./lib/transport";

applyTheme();
const target = document.getElementById("app");
if (target === null) throw new Error("The page has no element with the id app.");
// A page that `plywise export` wrote says so, and brings its engine along.
const isSite = document.querySelector('meta[name="plywise-site"]') !== null;
useTransport(isSite ? await (await import("../engine")).openSite() : service);
mount(App, { target });
