/** The operation on clusters of issues. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional } from "./fields.ts";

export const list = endpoint({
  does: "List the clusters of similar issues",
  operation: "listConversationsIssuesClusters",
  route: "GET /orgs/{organizationId}/conversations-clusters",
  input: {
    organizationId: id("org"),
    status: optional(
      enumeration(
        ["pending", "analysing"],
        "Only those that wait for their analysis, or are in it",
      ),
    ),
    order: optional(enumeration(["asc", "desc"], "Direction of the order", { default: "desc" })),
    orderBy: optional(
      enumeration(
        ["updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted"],
        "What they are ordered by",
        { default: "updatedAt" },
      ),
    ),
    ...paging,
  },
  output: () => import("./conversation.model.ts").then((m) => m.clusters),
  list: true,
});
