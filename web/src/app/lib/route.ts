/** Where the user is in the app, as the part of the address after #. */

/** A game and the actions played in it; on the page of all games there is no game. */
export interface Route {
  game: string | null;
  actions: string[];
}

/** Read "#/connect-four?actions=4,4". */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const listed = query.startsWith("actions=") ? query.slice("actions=".length) : "";
  return { game: path ? decode(path) : null, actions: listed ? listed.split(",").map(decode) : [] };
}

/** Write a route as the part of an address after #. */
export function writeRoute({ game, actions }: Route): string {
  if (game === null) return "#/";
  const listed = actions.length > 0 ? `?actions=${actions.map(encodeURIComponent).join(",")}` : "";
  return `#/${encodeURIComponent(game)}${listed}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
