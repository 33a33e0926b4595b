/** Operations on a user's conversations with the agent of an organization. */
import { endpoint, paging } from "./endpoint.ts";
import { id, text } from "./fields.ts";

const organizationId = id("org");
const conversationId = id("agentConversation");

export const list = endpoint({
  summary: "List your conversations with the agent of an organization",
  operation: "listOrganizationAgentConversations",
  route: "GET /orgs/{organizationId}/agent/conversations",
  input: { organizationId, ...paging },
  output: () => import("./agent-conversation.model.ts").then((m) => m.agentConversations),
  list: true,
  extension: true,
});

export const provision = endpoint({
  summary: "Prepare a conversation with the agent of an organization",
  operation: "provisionOrganizationAgentConversation",
  route: "PUT /orgs/{organizationId}/agent/conversations/{conversationId}",
  input: {
    organizationId,
    // The client chooses it, so no list contains it.
    conversationId: text("Id of the conversation", { min: 1, max: 255 }),
  },
  status: 204,
  unaudited: true,
  extension: true,
});

export const update = endpoint({
  summary: "Rename a conversation with the agent of an organization",
  operation: "updateOrganizationAgentConversation",
  route: "PATCH /orgs/{organizationId}/agent/conversations/{conversationId}",
  input: {
    organizationId,
    conversationId,
    title: text("New title", { min: 1, max: 255, syntax: "words" }),
  },
  output: () => import("./agent-conversation.model.ts").then((m) => m.agentConversation),
  extension: true,
});

export const remove = endpoint({
  summary: "Delete a conversation with the agent of an organization",
  operation: "deleteOrganizationAgentConversation",
  route: "DELETE /orgs/{organizationId}/agent/conversations/{conversationId}",
  input: { organizationId, conversationId },
  extension: true,
});
