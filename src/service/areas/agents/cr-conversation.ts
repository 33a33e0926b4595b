/** Handlers for the agent conversations of change requests, of which there are none without an agent. */
import type * as contract from "../../../contract/cr-conversation.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildEmptyPage } from "../../core/pages.ts";
import { requireChangeRequest } from "../../core/rows/change-request-rows.ts";

export const handlers = {
  async list({ spaceId, changeRequestId, ...paging }, call) {
    await requireChangeRequest(call, { spaceId, changeRequestId });
    return buildEmptyPage(paging, `agent conversations of change request ${changeRequestId}`);
  },

  async update({ spaceId, changeRequestId, conversationId }, call) {
    const { space } = await requireChangeRequest(call, { spaceId, changeRequestId });
    authorize(space.role, "updateChangeRequestConversation");
    throw createNotFoundError("conversation", conversationId, "conversationId");
  },

  async remove({ spaceId, changeRequestId }, call) {
    const { space } = await requireChangeRequest(call, { spaceId, changeRequestId });
    authorize(space.role, "deleteChangeRequestConversation");
    return false;
  },
} satisfies Handlers<typeof contract>;
