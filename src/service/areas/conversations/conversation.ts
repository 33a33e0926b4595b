/** Handlers of conversations. */
import type * as contract from "../../../contract/conversation.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import { DeferredResponse } from "../../core/deferred-response.ts";
import type { Call, Handlers, Preparations } from "../../core/handlers.ts";
import { buildPage, inOrder, listRowsWithTexts } from "../../core/pages.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { ingest, ingestSlice, prepareIngest } from "./ingest.ts";
import { briefColumns, presentConversation, presentDetail, requireReader } from "./rows.ts";

export const handlers = {
  /** Newest first. */
  async list({ organizationId, source, ...options }, call) {
    await requireReader(call, organizationId);
    return buildPage({
      ...options,
      list: `conversations of ${JSON.stringify([organizationId, source])}`,
      ...listRowsWithTexts(
        (after, take) =>
          call.db
            .selectFrom("conversations")
            .select(briefColumns)
            .where("organization_id", "=", organizationId)
            .$if(source !== undefined, (query) => query.where("source", "=", source ?? ""))
            .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
            .limit(take),
        ["metadata"],
      ),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentConversation(row, call.base),
    });
  },

  async ingest({ organizationId, conversations }, call) {
    await requireWriter(call, organizationId);
    const slices = await ingest(call, organizationId, listConversations(conversations));
    if (slices.length === 0) return undefined;
    return new DeferredResponse(undefined, async (_, write) => {
      for (const slice of slices) {
        await takeTurn(call.caller);
        await write(async (transaction) => {
          const sliceCall = { ...call, ...transaction };
          await requireWriter(sliceCall, organizationId);
          await ingestSlice(sliceCall, organizationId, slice);
        });
      }
      return undefined;
    });
  },

  async get({ organizationId, conversationId }, call) {
    await requireReader(call, organizationId);
    const row = await call.db
      .selectFrom("conversations")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", conversationId)
      .executeTakeFirst();
    if (!row) throw createNotFoundError("conversation", conversationId, "conversationId");
    return presentDetail(row, call.base);
  },
} satisfies Handlers<typeof contract>;

export const preparations = {
  async ingest({ organizationId, conversations }, call) {
    await requireWriter(call, organizationId);
    await prepareIngest(listConversations(conversations), call.caller);
  },
} satisfies Preparations<typeof contract>;

async function requireWriter(call: Call, organizationId: string): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, "ingestConversation");
}

function listConversations(conversations: Input<typeof contract.ingest>["conversations"]) {
  return Array.isArray(conversations) ? conversations : [conversations];
}
