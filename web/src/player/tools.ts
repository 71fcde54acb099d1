/** The tools above the tree: buttons that show or hide something, each with its key. */
import { html } from "./dom";

/** A tool: what it is called, its key, and what it does. */
export interface Tool {
  name: string;
  key: string;
  /** What it does, for the list of keys. */
  meaning: string;
  act(): void;
}

/** The bar of tools. */
export class Tools {
  readonly element = html("div", { class: "ply-tools", role: "group", "aria-label": "Tools" });
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly tools: Tool[]) {
    for (const { name, key, act } of tools) {
      const title = `${name} (${key})`;
      const button = html("button", { type: "button", title, "aria-pressed": "false" }, name);
      button.addEventListener("click", act);
      this.buttons.set(key, button);
      this.element.append(button);
    }
  }

  /** Use the tool of a key; false if there is none. */
  use(key: string): boolean {
    const tool = this.tools.find((each) => each.key === key.toUpperCase());
    tool?.act();
    return tool !== undefined;
  }

  /** Show whether a tool is in use. */
  mark(key: string, isOn: boolean): void {
    this.buttons.get(key)?.setAttribute("aria-pressed", String(isOn));
  }

  /** The keys and what they do. */
  get keys(): [string, string][] {
    return this.tools.map(({ key, meaning }) => [key, meaning]);
  }
}
