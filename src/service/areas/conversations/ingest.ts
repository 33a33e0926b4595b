/** Takes conversations in: a new one waits for its issues, a changed one loses those it had. */
import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { Problem } from "../../../errors.ts";
import { canonicalText, hashOf } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import { type Counts, countIssue, keepCounts } from "./counts.ts";
import { sortingOf } from "./sort.ts";
import type { ConversationTable } from "./tables.ts";

/** What a request's call has, and the sample workspace too. */
type Taking = Pick<Call, "db" | "caller" | "now" | "newId" | "enqueue">;

/** Of one request; the command line sends many requests. */
const most = 1000;

/** @throws Problem 400 for too many at once */
export async function ingest(
  call: Taking,
  organizationId: string,
  given: readonly IngestedConversation[],
): Promise<void> {
  if (given.length > most) {
    throw new Problem(
      400,
      `The body holds ${given.length} conversations; send at most ${most} at once.`,
    );
  }
  let isNew = false;
  // The last one of an id is the one that holds, as in two requests.
  for (const conversation of new Map(given.map((one) => [one.id, one])).values()) {
    const changed = await keep(call, organizationId, conversation);
    isNew ||= changed;
  }
  if (isNew) await call.enqueue(sortingOf(organizationId));
}

/** @returns whether it says something new */
async function keep(
  call: Taking,
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
    await forgetIssues(call, known);
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

/** As all times here: in UTC, with milliseconds. */
function timeIn(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

async function forgetIssues({ db }: Taking, conversation: ConversationTable): Promise<void> {
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
  await keepCounts(db, counts);
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
