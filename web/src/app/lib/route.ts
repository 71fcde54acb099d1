/** Where the user is in the app, as the part of the address after #. */

/** A game and the actions played in it, or the id of a saved one; on the page of all games there is no game. */
export interface Route {
  game: string | null;
  actions: string[];
  /** Where the game starts, if not as usual. */
  start?: string | null;
  saved?: string;
  /** A seat in a game that hides something, with what opens it. */
  seat?: SeatKey;
  /** Whether only the board is shown, as in a frame of another page. */
  isEmbedded?: boolean;
}

/** A seat in a game under way, and what opens it. */
export interface SeatKey {
  sitting: string;
  player: number;
  token: string;
}

/** What of a query isn't a parameter of the game. */
const OWN_NAMES = ["actions", "start", "saved", "sitting", "seat", "token", "embed"];

/** Read "#/connect-four?actions=4,4", "#/chess?start=8%2F8...&actions=Kd2", "#/connect-four?saved=lx2",
 * "#/othello:size=6", "#/othello?size=6" or "#/othello?embed". */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const given = new Map(query.split("&").map((part) => [part.split("=")[0] ?? "", part.replace(/^[^=]*=?/, "")]));
  const [listed, start, saved, sitting, seat, token] = OWN_NAMES.map((name) => given.get(name));
  const values = [...given].filter(([name]) => name && !OWN_NAMES.includes(name));
  const game = decode(path) + (values.length > 0 ? (path.includes("=") ? "," : ":") : "");
  return {
    game: path ? game + values.map(([name, value]) => `${decode(name)}=${decode(value)}`).join(",") : null,
    actions: listed ? listed.split(",").map(decode) : [],
    ...(start ? { start: decode(start) } : {}),
    ...(saved ? { saved: decode(saved) } : {}),
    ...(sitting && seat && token ? { seat: { sitting, player: Number(seat), token } } : {}),
    ...(given.has("embed") ? { isEmbedded: true } : {}),
  };
}

/** Write a route as the part of an address after #. */
export function writeRoute({ game, actions, start, saved, seat, isEmbedded }: Route): string {
  if (game === null) return "#/";
  if (seat) {
    const query = `sitting=${seat.sitting}&seat=${String(seat.player)}&token=${seat.token}`;
    return `#/${encodeURIComponent(game)}?${query}`;
  }
  if (saved) return `#/${encodeURIComponent(game)}?saved=${encodeURIComponent(saved)}`;
  const parts = [
    ...(isEmbedded ? ["embed"] : []),
    ...(start ? [`start=${encodeURIComponent(start)}`] : []),
    ...(actions.length > 0 ? [`actions=${actions.map(encodeURIComponent).join(",")}`] : []),
  ];
  return `#/${encodeURIComponent(game)}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
