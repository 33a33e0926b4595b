/** Ingests conversations: a new one waits for its analysis, a changed one loses its issues and waits again. */
import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { Problem } from "../../../errors.ts";
import { canonicalText, hashOf } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import { type Counts, countIssue, storeCounts } from "./counts.ts";
import { requestSorting } from "./sort-issues.ts";
import type { ConversationTable } from "./tables.ts";

/** What ingesting needs; a request and the seeding of the sample both have it. */
type IngestCall = Pick<Call, "db" | "caller" | "now" | "newId" | "enqueue">;

/** In one request; the command line splits longer lists. */
const largestBatch = 1000;

/** @throws Problem 400 for too many conversations */
export async function ingest(
  call: IngestCall,
  organizationId: string,
  conversations: readonly IngestedConversation[],
): Promise<void> {
  if (conversations.length > largestBatch) {
    throw new Problem(
      400,
      `The body holds ${conversations.length} conversations; send at most ${largestBatch} at once.`,
    );
  }
  let isNew = false;
  // Of several with the same id the last one counts, as with several requests.
  for (const conversation of new Map(conversations.map((one) => [one.id, one])).values()) {
    const changed = await storeConversation(call, organizationId, conversation);
    isNew ||= changed;
  }
  if (isNew) await call.enqueue(requestSorting(organizationId));
}

/** @returns whether it is new or changed */
async function storeConversation(
  call: IngestCall,
  organizationId: string,
  conversation: IngestedConversation,
): Promise<boolean> {
  const { db } = call;
  const { id, subject, parts, metadata = {} } = conversation;
  const hash = hashOf(canonicalText({ subject, parts, metadata }));
  const known = await db
    .selectFrom("conversations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (known?.hash === hash) return false;
  const now = call.now.toISOString();
  const row: ConversationTable = {
    organization_id: organizationId,
    id,
    subject: subject ?? null,
    source: metadata.attributes?.source === "email" ? "email" : `integration:api:${call.caller}`,
    parts: JSON.stringify(parts),
    metadata: JSON.stringify(metadata),
    hash,
    created_at: timeIn(metadata.createdAt) ?? known?.created_at ?? now,
    ingested_at: now,
    processed_at: null,
  };
  if (known) {
    await deleteIssues(call, known);
    await db
      .updateTable("conversations")
      .set(row)
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
  } else {
    await db.insertInto("conversations").values(row).execute();
  }
  return true;
}

/** In UTC, with milliseconds, as all times of the platform. */
function timeIn(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

async function deleteIssues({ db }: IngestCall, conversation: ConversationTable): Promise<void> {
  const issues = await db
    .selectFrom("conversation_issues")
    .select(["id", "cluster_id"])
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.id)
    .execute();
  const counts = new Map<string, Counts>();
  for (const { cluster_id } of issues) {
    if (cluster_id !== null) {
      countIssue(counts, cluster_id, conversation, !counts.has(cluster_id), -1);
    }
  }
  await storeCounts(db, counts);
  for (const [id, { issues: fewer, conversations }] of counts) {
    await db
      .updateTable("conversation_clusters")
      .set((old) => ({
        issues: old("issues", "+", fewer),
        conversations: old("conversations", "+", conversations),
      }))
      .where("id", "=", id)
      .execute();
  }
  await db
    .deleteFrom("conversation_issues")
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.id)
    .execute();
}
