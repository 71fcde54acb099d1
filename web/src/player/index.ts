/** The explanation player, for pages and for the app. */
export type { Explanation, Step, Trace, TreeNode } from "./explanation";
export { type MountedPlayer, mountPlayer, type PlayerOptions } from "./player";
