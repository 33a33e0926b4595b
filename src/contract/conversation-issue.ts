/** Operations on issues found in conversations. */
import { endpoint, paging } from "./endpoint.ts";
import { id, optional, text } from "./fields.ts";

const organizationId = id("org");

export const list = endpoint({
  summary: "List issues found in conversations",
  operation: "listConversationsIssues",
  route: "GET /orgs/{organizationId}/conversations-issues",
  input: {
    organizationId,
    cluster: optional(id("cluster", "Only issues of this cluster")),
    conversation: optional(text("Only issues of this conversation", { max: 255 })),
    ...paging,
  },
  output: () => import("./conversation.model.ts").then((m) => m.issues),
  list: true,
});

export const get = endpoint({
  summary: "Show an issue with its conversation",
  operation: "getConversationIssueById",
  route: "GET /orgs/{organizationId}/conversations-issues/{issueId}",
  input: { organizationId, issueId: id("issue") },
  output: () => import("./conversation.model.ts").then((m) => m.issueDetail),
});
