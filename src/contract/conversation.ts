/** Operations on conversations with readers. */
import { endpoint, paging } from "./endpoint.ts";
import { id, json, optional, text } from "./fields.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadIngested = () => import("./conversation.model.ts").then((m) => m.ingestedBody);
const organizationId = id("org");

export const list = endpoint({
  summary: "List the conversations of an organization",
  operation: "listConversations",
  route: "GET /orgs/{organizationId}/conversations",
  input: {
    organizationId,
    source: optional(text("Only conversations from this source, such as email", { max: 255 })),
    ...paging,
  },
  output: () => import("./conversation.model.ts").then((m) => m.conversations),
  list: true,
});

export const ingest = endpoint({
  summary: "Import conversations, replacing those with the same id",
  operation: "ingestConversation",
  route: "POST /orgs/{organizationId}/conversations",
  input: { organizationId, conversations: json(loadIngested, "One conversation or a list") },
  wholeBody: "conversations",
  status: 204,
});

export const get = endpoint({
  summary: "Show a conversation with its messages",
  operation: "getConversationById",
  route: "GET /orgs/{organizationId}/conversations/{conversationId}",
  input: {
    organizationId,
    // The id comes from the source and can be any text.
    conversationId: text("Conversation id", {
      min: 1,
      max: 255,
    }),
  },
  output: () => import("./conversation.model.ts").then((m) => m.conversationDetail),
});
