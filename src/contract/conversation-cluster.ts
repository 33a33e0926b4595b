/** Operations on clusters of issues. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional } from "./fields.ts";

export const list = endpoint({
  summary: "List clusters of similar issues",
  operation: "listConversationsIssuesClusters",
  route: "GET /orgs/{organizationId}/conversations-clusters",
  input: {
    organizationId: id("org"),
    status: optional(
      enumeration(["pending", "analysing"], "Only clusters with pending or running analysis"),
    ),
    order: optional(enumeration(["asc", "desc"], "Sort order", { default: "desc" })),
    orderBy: optional(
      enumeration(
        ["updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted"],
        "Sort field",
        { default: "updatedAt" },
      ),
    ),
    ...paging,
  },
  output: () => import("./conversation.model.ts").then((m) => m.clusters),
  list: true,
});

export const get = endpoint({
  summary: "Show a cluster of similar issues",
  operation: "getConversationsIssuesCluster",
  route: "GET /orgs/{organizationId}/conversations-clusters/{clusterId}",
  input: { organizationId: id("org"), clusterId: id("cluster") },
  output: () => import("./conversation.model.ts").then((m) => m.cluster),
});
