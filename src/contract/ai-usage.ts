/** Operation on the use of AI features in an organization. */
import { endpoint } from "./endpoint.ts";
import { enumeration, id, optional, text } from "./fields.ts";

export const get = endpoint({
  summary: "Show the use of AI features in an organization by period",
  operation: "getOrganizationAIUsage",
  route: "GET /orgs/{organizationId}/billing/ai-usage",
  input: {
    organizationId: id("org"),
    from: text("Start, at most two years ago", { format: "date-time" }),
    to: text("End, exclusive", { format: "date-time" }),
    interval: optional(
      enumeration(["day", "week", "month", "year"], "Length of a period", { default: "day" }),
    ),
  },
  output: () => import("./ai-usage.model.ts").then((m) => m.aiUsage),
  extension: true,
});
