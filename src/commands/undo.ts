/** `tome undo`. */
import { boolean, integer, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Undo recent changes",
  fields: {
    entry: optional(
      text("Entry or group of the history; default the last group not undone", {
        placeholder: "entry",
      }),
    ),
    last: optional(
      integer("Number of last commands to undo", {
        min: 1,
        max: 100,
      }),
    ),
    force: optional(boolean("Undo even if the resource has changed since")),
  },
  arguments: ["entry"],
  isWrite: true,
  mayPrompt: true,
  list: true,
  examples: ["undo", "undo --last 3", "undo k3x9q2vm.1 --dry-run", "undo k3x9q2vm --force"],
  load: () => import("../features/history/undo.ts").then((m) => m.undo),
});
