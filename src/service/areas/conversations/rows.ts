/** Rows of conversations and issues: load and present them. */

import type * as conversationContract from "../../../contract/conversation.ts";
import type * as issueContract from "../../../contract/conversation-issue.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { ConversationIssueTable, ConversationTable } from "./tables.ts";

type Detail = Output<typeof conversationContract.get>;
type Conversation = Detail["conversation"];
type ConversationIssue = Output<typeof issueContract.get>["issue"];

/** @throws ApiError 404 for users outside the organization, 403 for guests */
export async function requireReader(call: Call, organizationId: string): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, "listConversations");
}

/** The columns of a conversation in lists, without its messages. */
export const briefColumns = [
  "organization_id",
  "id",
  "subject",
  "source",
  "metadata",
  "created_at",
  "processed_at",
] as const;
type BriefRow = Pick<ConversationTable, (typeof briefColumns)[number]>;

export function presentConversation(row: BriefRow, base: string): Conversation {
  const { url }: { readonly url?: string } = JSON.parse(row.metadata);
  const path = `/v1/orgs/${row.organization_id}/conversations/${encodeURIComponent(row.id)}`;
  return {
    object: "conversation",
    id: row.id,
    subject: row.subject ?? undefined,
    createdAt: row.created_at,
    processedAt: row.processed_at ?? undefined,
    source: row.source,
    urls: { location: `${base}${path}`, ...(url !== undefined && { source: url }) },
  };
}

export function presentDetail(row: ConversationTable, base: string): Detail {
  return {
    conversation: presentConversation(row, base),
    parts: JSON.parse(row.parts),
    metadata: JSON.parse(row.metadata),
  };
}

export function presentIssue(row: ConversationIssueTable, base: string): ConversationIssue {
  return {
    object: "conversation-issue",
    id: row.id,
    title: row.title,
    summary: row.summary,
    createdAt: row.created_at,
    ingestedAt: row.ingested_at,
    conversation: row.conversation_id,
    ...(row.cluster_id !== null && { cluster: row.cluster_id }),
    urls: {
      location: `${base}/v1/orgs/${row.organization_id}/conversations-issues/${row.id}`,
    },
  };
}

/** The conversations of a page of issues, by id, in one query. */
export async function readConversations(
  call: Call,
  organizationId: string,
  issues: readonly ConversationIssueTable[],
): Promise<ReadonlyMap<string, BriefRow>> {
  if (issues.length === 0) return new Map();
  const rows = await call.db
    .selectFrom("conversations")
    .select(briefColumns)
    .where("organization_id", "=", organizationId)
    .where("id", "in", [...new Set(issues.map((issue) => issue.conversation_id))])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
