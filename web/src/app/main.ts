/** Starts the app. */
import { mount } from "svelte";
import "../board/board.css";
import "../board/looks.css";
import App from "./App.svelte";
import "./app.css";
import { applyTheme } from "./lib/settings.svelte";

applyTheme();
const target = document.getElementById("app");
if (target === null) throw new Error("The page has no element with the id app.");
mount(App, { target });
