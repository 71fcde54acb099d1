/** A row of buttons for actions that no click on a cell names. */

/** Callbacks for the buttons pressed. */
export interface ButtonHandlers {
  play(action: string): void;
  hover?(action: string | null): void;
}

/** From how many buttons on they stand in columns, which scroll where there are many rows. */
const MANY = 10;
/** How many characters of a name fit into a line of a button, at the least and at the most. */
const [SHORTEST, LONGEST] = [3, 34];

/** Buttons with the names of actions, hidden if there are none. */
export class ButtonRow {
  readonly element = document.createElement("div");

  constructor(
    title: string,
    private readonly handlers: ButtonHandlers,
    private readonly signal: AbortSignal,
  ) {
    this.element.className = "pw-buttons";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", title);
    this.element.hidden = true;
  }

  /** Show a button for each action. */
  show(actions: string[]): void {
    const longest = Math.max(SHORTEST, ...actions.map((action) => action.length));
    this.element.hidden = actions.length === 0;
    this.element.classList.toggle("pw-many", actions.length >= MANY);
    this.element.style.setProperty("--pw-name", `${String(Math.min(LONGEST, longest))}ch`);
    this.element.replaceChildren(...actions.map((action) => this.makeButton(action)));
  }

  /** Highlight one action's button, or none. */
  light(action: string | null): void {
    for (const button of this.element.children)
      button.classList.toggle("pw-lit", (button as HTMLElement).dataset["action"] === action);
  }

  /** Put the keyboard's focus on the first button. */
  focus(): void {
    this.element.querySelector("button")?.focus();
  }

  private makeButton(action: string): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action;
    button.dataset["action"] = action;
    const on = (event: string, then: () => void): void => button.addEventListener(event, then, { signal: this.signal });
    on("click", () => this.handlers.play(action));
    for (const begin of ["pointerenter", "focus"]) on(begin, () => this.handlers.hover?.(action));
    for (const end of ["pointerleave", "blur"]) on(end, () => this.handlers.hover?.(null));
    return button;
  }
}
