/** `tome history`. */
import { optional, text } from "../contract/fields.ts";
import { parseTime } from "./times.ts";
import { noun, task } from "./verb.ts";

export const commands = noun({
  does: "Look up what tome has sent from this machine, and how it ended",
  verbs: {
    list: task({
      does: "List the writes that tome has sent, whatever the command; the newest first",
      fields: {
        since: optional(
          text("Only those since then: 12h, yesterday, 2026-03-01", { placeholder: "when" }),
        ),
        target: optional(
          text("Only those to this thing, or in it: its id, or its title", { placeholder: "ref" }),
        ),
      },
      list: true,
      examples: ["history list", "history list --since yesterday", "history list --target S1"],
      load: async () => {
        const { listHistory } = await import("../features/history/list.ts");
        return (context, { since, target }) =>
          listHistory(context, {
            target,
            since: since && parseTime("since", since, "begins", "history list"),
          });
      },
    }),
    show: task({
      does: "Show one write; if its end is not known, look again and settle it",
      fields: { entry: text("Entry", { placeholder: "entry" }) },
      arguments: ["entry"],
      examples: ["history show k3x9q2vm.1"],
      load: () => import("../features/history/show.ts").then((m) => m.showHistoryEntry),
    }),
  },
});
