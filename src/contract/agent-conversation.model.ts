/** A conversation of a user with the agent of an organization, or about a change request. */
import * as z from "zod/mini";
import { createPageModel, time } from "./shared.model.ts";

export const agentConversation = z.looseObject({
  object: z.literal("agent-conversation"),
  id: z.string(),
  title: z.optional(z.string()),
  shared: z.boolean(),
  changeRequest: z.optional(z.string()),
  createdAt: time,
  updatedAt: time,
});

export const agentConversations = createPageModel(agentConversation);
