/** Where the user is in the app, as the part of the address after #. */

/** A game and the actions played in it, or the id of a saved one; on the page of all games there is no game. */
export interface Route {
  game: string | null;
  actions: string[];
  saved?: string;
}

/** Read "#/connect-four?actions=4,4", "#/connect-four?saved=lx2", "#/othello:size=6" or "#/othello?size=6". */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const parts = new Map(query.split("&").map((part) => [part.split("=")[0] ?? "", part.replace(/^[^=]*=?/, "")]));
  const listed = parts.get("actions") ?? "";
  const saved = parts.get("saved");
  const values = [...parts].filter(([name]) => name && name !== "actions" && name !== "saved");
  const game = decode(path) + (values.length > 0 ? (path.includes("=") ? "," : ":") : "");
  return {
    game: path ? game + values.map(([name, value]) => `${decode(name)}=${decode(value)}`).join(",") : null,
    actions: listed ? listed.split(",").map(decode) : [],
    ...(saved ? { saved: decode(saved) } : {}),
  };
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
