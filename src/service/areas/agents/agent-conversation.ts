/**
 * Handlers for conversations with the agent of an organization. Only messages to an agent record a
 * conversation, and there is no agent to send them to, so no conversation exists.
 */
import type * as contract from "../../../contract/agent-conversation.ts";
import { ApiError } from "../../../errors.ts";
import { createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildEmptyPage } from "../../core/pages.ts";

export const handlers = {
  async list({ organizationId, ...paging }, call) {
    await requireMembership(call, organizationId);
    return buildEmptyPage(paging, `agent conversations of ${organizationId}`);
  },

  async provision({ organizationId }, call) {
    await requireMembership(call, organizationId);
    throw new ApiError(
      501,
      "The local platform has no agent to talk to. To ask the language model about the content, run tome org ask.",
    );
  },

  async update({ organizationId, conversationId }, call) {
    await requireMembership(call, organizationId);
    throw createNotFoundError("conversation", conversationId, "conversationId");
  },

  async remove({ organizationId }, call) {
    await requireMembership(call, organizationId);
    return false;
  },
} satisfies Handlers<typeof contract>;
