/** The first board of each game, for the page of all games. */

import type { ViewData } from "../../board";
import { fetchPosition, tellProblem } from "./api";

/** Boards by the games' ids, as they arrive; for values that a game refuses, its reason. */
export const previews = $state<{ views: Record<string, ViewData>; refusals: Record<string, string> }>({
  views: {},
  refusals: {},
});

/** Ask for a board that isn't known yet. */
export async function loadPreview(id: string): Promise<void> {
  if (previews.views[id]) return;
  try {
    previews.views[id] = (await fetchPosition(id, [])).view;
    Reflect.deleteProperty(previews.refusals, id);
  } catch (error) {
    previews.refusals[id] = tellProblem(error);
  }
}

/** Ask for boards one after the other, until `signal` says to stop. */
export async function loadPreviews(ids: string[], signal: AbortSignal): Promise<void> {
  for (const id of ids) {
    if (signal.aborted) return;
    await loadPreview(id);
  }
}
