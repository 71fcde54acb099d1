/** Where the user is in the app, as the part of the address after #. */

/** A game and the actions played in it, or the id of a saved one; on the page of all games there is no game. */
export interface Route {
  game: string | null;
  actions: string[];
  saved?: string;
}

/** Read "#/connect-four?actions=4,4" or "#/connect-four?saved=lx2". */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const listed = query.startsWith("actions=") ? query.slice("actions=".length) : "";
  const saved = query.startsWith("saved=") ? { saved: decode(query.slice("saved=".length)) } : {};
  return { game: path ? decode(path) : null, actions: listed ? listed.split(",").map(decode) : [], ...saved };
}

/** Write a route as the part of an address after #. */
export function writeRoute({ game, actions, saved }: Route): string {
  if (game === null) return "#/";
  if (saved) return `#/${encodeURIComponent(game)}?saved=${encodeURIComponent(saved)}`;
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
