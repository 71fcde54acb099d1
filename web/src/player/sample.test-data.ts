/** A small search for tests: MAX has a1, worth 3; at a2 MIN finds 2, and the rest is cut off. */
import type { Step, Trace, TreeNode } from "./explanation";

const node = (parent: number | null, action: string, player: number | null, x: number, y: number): TreeNode => {
  return { parent, action, player, state: action || "root", view: null, probability: null, folded: 0, x, y };
};

const step = (kind: Step["kind"], at: number, text: string, rest: Partial<Step>): Step => {
  return {
    kind,
    node: at,
    text,
    window: [null, null],
    depth: null,
    because: null,
    states: 1,
    leaves: 0,
    pruned: 0,
    changes: [],
    ...rest,
  };
};

/** Make the trace of the small search. */
export function sampleTrace(): Trace {
  return {
    name: "alpha-beta",
    note: "",
    marks: "range",
    viewpoint: 0,
    has_roles: true,
    players: ["A", "B"],
    nodes: [
      node(null, "", 0, 60, 20),
      node(0, "a1", null, 20, 90),
      node(0, "a2", 1, 90, 90),
      node(2, "b1", null, 70, 160),
      node(2, "b2", 0, 110, 160),
      node(4, "c1", null, 110, 230),
    ],
    views: [],
    steps: [
      step("enter", 0, "MAX moves.", {
        changes: [{ node: 0, status: "open", label: "[−∞, +∞]", range: [null, null] }],
      }),
      step("enter", 1, "a1 is worth 3.", {
        states: 2,
        leaves: 1,
        changes: [
          { node: 1, status: "done", label: "3", range: [3, 3] },
          { node: 0, label: "[3, +∞]", range: [3, null] },
        ],
      }),
      step("enter", 2, "MIN moves.", {
        window: [3, null],
        states: 3,
        leaves: 1,
        changes: [{ node: 2, status: "open", label: "[−∞, +∞]" }],
      }),
      step("enter", 3, "b1 is worth 2.", {
        window: [3, null],
        states: 4,
        leaves: 2,
        changes: [{ node: 3, status: "done", label: "2", range: [2, 2] }],
      }),
      step("cutoff", 2, "MIN already has 2: b2 is not looked at.", {
        window: [3, 2],
        states: 4,
        leaves: 2,
        pruned: 1,
        because: 1,
        changes: [
          { node: 2, status: "done", label: "[−∞, 2]", range: [null, 2] },
          { node: 4, status: "pruned" },
          { node: 5, status: "pruned" },
        ],
      }),
      step("leave", 0, "MAX takes a1.", {
        states: 4,
        leaves: 2,
        pruned: 1,
        changes: [
          { node: 0, status: "done", label: "[3, 3]", range: [3, 3] },
          { node: 1, best: true },
        ],
      }),
    ],
    width: 140,
    height: 250,
  };
}
