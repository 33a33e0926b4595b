/** `tome history`. */
import { boolean, optional, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

export const commands = noun({
  summary: "View the log of write requests",
  verbs: {
    list: custom({
      summary: "List the write requests of all commands, newest first",
      fields: {
        since: optional(
          text("Only requests since this time: 12h, yesterday, 2026-03-01", {
            format: "date-time",
            time: "since",
          }),
        ),
        target: optional(
          text("Only requests that changed this resource or its content, by id or title", {
            placeholder: "ref",
          }),
        ),
      },
      list: true,
      examples: ["history list", "history list --since yesterday", "history list --target S1"],
      load: () => import("../features/history/list.ts").then((m) => m.listHistory),
    }),
    show: custom({
      summary: "Show a write request; checks the platform if its result is unknown",
      fields: {
        entry: optional(
          text("Entry or group of the history; default the last one", { placeholder: "entry" }),
        ),
        curl: optional(boolean("Print the request as a curl command, without sending it")),
      },
      arguments: ["entry"],
      examples: ["history show k3x9q2vm.1", "history show --curl"],
      load: () => import("../features/history/show.ts").then((m) => m.showHistoryEntry),
    }),
  },
});
