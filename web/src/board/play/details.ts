/** What else there is to know of a state, as a small table below the board: names with values. */

import type { ViewData } from "../data";

/** The table of a board's details, hidden where there are none. */
export class Details {
  readonly element = document.createElement("dl");

  constructor() {
    this.element.className = "pw-details";
    this.element.hidden = true;
  }

  /** Show the details of a view. */
  show({ details = [] }: ViewData): void {
    this.element.hidden = details.length === 0;
    this.element.replaceChildren(
      ...details.flatMap(([name, value]) => {
        const [term, description] = [document.createElement("dt"), document.createElement("dd")];
        term.textContent = name;
        description.textContent = value;
        return [term, description];
      }),
    );
  }
}
