/** The first board of each game, for the page of all games. */

import type { ViewData } from "../../board";
import { fetchPosition, type OfferedGame } from "./api";

/** Boards by the games' ids, as they arrive. */
export const previews = $state<{ views: Record<string, ViewData> }>({ views: {} });

/** Ask for the boards that aren't known yet, one after the other, until `signal` says to stop. */
export async function loadPreviews(games: OfferedGame[], signal: AbortSignal): Promise<void> {
  for (const { id } of games) {
    if (signal.aborted) return;
    if (previews.views[id]) continue;
    try {
      previews.views[id] = (await fetchPosition(id, [])).view;
    } catch {
      // A game that can't show its board has no preview; the reason is shown when the game is opened.
    }
  }
}
