/** Operations on the agent conversations of a change request. */
import { endpoint, paging } from "./endpoint.ts";
import { id, text } from "./fields.ts";

const spaceId = id("space");
const changeRequestId = id("cr");
const conversationId = id("crConversation");

export const list = endpoint({
  summary: "List the agent conversations of a change request",
  operation: "listChangeRequestConversations",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/conversations",
  input: { spaceId, changeRequestId, ...paging },
  output: () => import("./agent-conversation.model.ts").then((m) => m.agentConversations),
  list: true,
  extension: true,
});

export const update = endpoint({
  summary: "Rename an agent conversation of a change request",
  operation: "updateChangeRequestConversation",
  route: "PATCH /spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}",
  input: {
    spaceId,
    changeRequestId,
    conversationId,
    title: text("New title", { min: 1, max: 255, syntax: "words" }),
  },
  output: () => import("./agent-conversation.model.ts").then((m) => m.agentConversation),
  extension: true,
});

export const remove = endpoint({
  summary: "Delete an agent conversation of a change request",
  operation: "deleteChangeRequestConversation",
  route:
    "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}",
  input: { spaceId, changeRequestId, conversationId },
  extension: true,
});
