/** `tome org ai-usage`. */
import * as contract from "../contract/ai-usage.ts";
import { getCommandFields } from "./field-words.ts";
import { optional, text } from "./fields.ts";
import { parseTime } from "./times.ts";
import { custom } from "./verb.ts";

const { organizationId, interval } = getCommandFields(contract.get);

export const aiUsage = custom({
  summary: contract.get.summary,
  fields: {
    organizationId,
    from: optional(
      text("Start, at most two years ago; default 30d", { flag: "since", placeholder: "time" }),
    ),
    to: optional(text("End, exclusive; default now", { flag: "until", placeholder: "time" })),
    interval,
  },
  operations: [contract.get],
  list: true,
  examples: ["org ai-usage", "org ai-usage --since 2026-01-01 --interval month --json"],
  load: async () => {
    const { showUsage } = await import("../features/organization/ai-usage.ts");
    return (context, { from = "30d", to, ...input }) =>
      showUsage(context, {
        ...input,
        from: parseTime("--since", from, "since"),
        to: to === undefined ? new Date().toISOString() : parseTime("--until", to, "until"),
      });
  },
});
