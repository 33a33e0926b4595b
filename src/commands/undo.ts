/** `tome undo`. */
import { flag, optional, text, whole } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Take back what a command has sent: the last one, several, or any entry of the history",
  fields: {
    entry: optional(
      text("Entry or group of the history; the last group that is not undone if left out", {
        placeholder: "entry",
      }),
    ),
    last: optional(
      whole("Take back this many of the last commands that can be undone", {
        min: 1,
        max: 100,
      }),
    ),
    force: optional(flag("Also what somebody has changed since")),
  },
  arguments: ["entry"],
  writes: true,
  asks: true,
  list: true,
  examples: ["undo", "undo --last 3", "undo k3x9q2vm.1 --dry-run", "undo k3x9q2vm --force"],
  load: () => import("../features/history/undo.ts").then((m) => m.undo),
});
