/** The player as the script of a page: shows the explanation that the page carries as data. */
import { type PackedExplanation, unpack } from "./packing";
import { mountPlayer } from "./player";

const data = document.getElementById("plywise-explanation");
const parent = document.getElementById("plywise-player");
if (data === null || parent === null)
  throw new Error("The page has no explanation, or no element to show it in: write the page again.");
// "#step-12" opens a page at its twelfth step, so that a lesson can point there; "#end" at its last.
const named = /^#step-(\d+)$/.exec(location.hash);
const step = location.hash === "#end" ? Infinity : Number(named?.[1] ?? 1) - 1;
parent.replaceChildren();
mountPlayer(parent, unpack(JSON.parse(data.textContent ?? "") as PackedExplanation), {
  heading: 1,
  ownsKeys: true,
  fills: true,
  step,
});
