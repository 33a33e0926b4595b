/** `tome undo`. */
import { flag, optional, text, whole } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Undo recent changes",
  fields: {
    entry: optional(
      text("Entry or group of the history; default the last group not undone", {
        placeholder: "entry",
      }),
    ),
    last: optional(
      whole("Number of recent commands to undo", {
        min: 1,
        max: 100,
      }),
    ),
    force: optional(flag("Undo even if the resource has changed since")),
  },
  arguments: ["entry"],
  writes: true,
  asks: true,
  list: true,
  examples: ["undo", "undo --last 3", "undo k3x9q2vm.1 --dry-run", "undo k3x9q2vm --force"],
  load: () => import("../features/history/undo.ts").then((m) => m.undo),
});
