/** `tome org ai-usage`. */
import * as contract from "../contract/ai-usage.ts";
import { getCommandFields } from "./field-words.ts";
import { optional } from "./fields.ts";
import { parseTime } from "./times.ts";
import { custom } from "./verb.ts";

const { organizationId, from, to, interval } = getCommandFields(contract.get);

export const aiUsage = custom({
  summary: contract.get.summary,
  fields: {
    organizationId,
    from: optional({ ...from, help: "Start, at most two years ago; default 30d" }),
    to: optional({ ...to, help: "End, exclusive; default now" }),
    interval,
  },
  operations: [contract.get],
  list: true,
  examples: ["org ai-usage", "org ai-usage --since 2026-01-01 --interval month --json"],
  load: async () => {
    const { showUsage } = await import("../features/organization/ai-usage.ts");
    return (context, input) =>
      showUsage(context, {
        from: parseTime("--since", "30d", "since"),
        to: new Date().toISOString(),
        ...input,
      });
  },
});
