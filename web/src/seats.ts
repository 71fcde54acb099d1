/** The looks of the players, the same on boards, in trees and in the app. */
import "./seats.css";

/** How many players have a colour of their own. */
export const COLOURS = 4;

/** Return the class that gives an element its player's colour; empty if it belongs to nobody, or to chance. */
export function seatClass(player: number | null): string {
  return player === null || player < 0 ? "" : `seat-${player % COLOURS}`;
}
