/**
 * Ingestion of conversations: a new one waits for its analysis, a changed one loses its issues and
 * waits again.
 */
import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { ApiError } from "../../../errors.ts";
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { inBatches } from "../content/tree/tree-store.ts";
import { type ClusterCounts, countIssue, storeCounts } from "./counts.ts";
import { requestSorting } from "./sort-issues.ts";
import type { ConversationTable } from "./tables.ts";

/** The context of ingestion, for requests and for the sample. */
type IngestCall = Pick<Call, "db" | "caller" | "now" | "newId" | "enqueue">;

/** In one request; the command line splits longer lists. */
const largestBatch = 1000;

/** A conversation in stored form. */
interface StoredTexts {
  readonly parts: string;
  readonly metadata: string;
  readonly hash: string;
}

/** By the conversations of a request, so that both are garbage-collected together. */
const prepared = new WeakMap<IngestedConversation, StoredTexts>();

function toTexts(conversation: IngestedConversation): StoredTexts {
  const { subject, parts, metadata = {} } = conversation;
  return (
    prepared.get(conversation) ?? {
      parts: JSON.stringify(parts),
      metadata: JSON.stringify(metadata),
      hash: computeHash(toCanonicalText({ subject, parts, metadata })),
    }
  );
}

/**
 * Prepares the stored form before the transaction, in turns with other requests.
 * @throws ApiError 400 for too many conversations
 */
export async function prepareIngest(
  conversations: readonly IngestedConversation[],
  caller: string,
): Promise<void> {
  refuseMany(conversations);
  for (const conversation of conversations) {
    await takeTurn(caller);
    prepared.set(conversation, toTexts(conversation));
  }
}

/** The limits of a transaction, because other requests wait for its end. */
const sliceLimits = { conversations: 100, characters: 128 * 1024 };

/**
 * Stores the first slice of the new and changed conversations.
 * @returns the other slices, each for `ingestSlice` in another transaction
 * @throws ApiError 400 for too many conversations
 */
export async function ingest(
  call: IngestCall,
  organizationId: string,
  conversations: readonly IngestedConversation[],
): Promise<readonly (readonly IngestedConversation[])[]> {
  refuseMany(conversations);
  // If several have the same id, the last one applies, as with several requests.
  const latest = new Map(conversations.map((one) => [one.id, one]));
  const stale: IngestedConversation[] = [];
  for (const batch of inBatches([...latest.values()], sliceLimits.conversations)) {
    const existing = await findStored(call, organizationId, batch);
    for (const one of batch) {
      if (existing.get(one.id)?.hash !== toTexts(one).hash) stale.push(one);
    }
  }
  const [first, ...others] = sliceConversations(stale);
  if (first) await ingestSlice(call, organizationId, first);
  return others;
}

export async function ingestSlice(
  call: IngestCall,
  organizationId: string,
  slice: readonly IngestedConversation[],
): Promise<void> {
  const isChange = await storeConversations(call, organizationId, slice);
  if (isChange) await call.enqueue(requestSorting(organizationId));
}

/** A conversation that exceeds the limits is a separate slice. */
function sliceConversations(
  conversations: readonly IngestedConversation[],
): readonly (readonly IngestedConversation[])[] {
  const slices: IngestedConversation[][] = [];
  let characters = 0;
  for (const one of conversations) {
    const { parts, metadata } = toTexts(one);
    const slice = slices.at(-1);
    characters += parts.length + metadata.length;
    if (
      slice !== undefined &&
      slice.length < sliceLimits.conversations &&
      characters <= sliceLimits.characters
    ) {
      slice.push(one);
    } else {
      slices.push([one]);
      characters = parts.length + metadata.length;
    }
  }
  return slices;
}

function refuseMany({ length }: readonly IngestedConversation[]): void {
  if (length <= largestBatch) return;
  throw new ApiError(
    400,
    `The body has ${length} conversations, which exceeds the limit of ${largestBatch}. Split it into several requests.`,
  );
}

/** @returns whether a conversation is new or changed */
async function storeConversations(
  call: IngestCall,
  organizationId: string,
  conversations: readonly IngestedConversation[],
): Promise<boolean> {
  const { db } = call;
  const existing = await findStored(call, organizationId, conversations);
  const rows = conversations.map((one) => toRow(call, organizationId, one, existing.get(one.id)));
  const newRows = rows.filter(({ id }) => !existing.has(id));
  const changed = rows.filter(({ id, hash }) => (existing.get(id)?.hash ?? hash) !== hash);
  await deleteIssues(
    call,
    organizationId,
    changed.flatMap(({ id }) => existing.get(id) ?? []),
  );
  const stale = [...newRows, ...changed];
  if (stale.length === 0) return false;
  await db
    .insertInto("conversations")
    .values(stale)
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "id"]).doUpdateSet((row) => ({
        subject: row.ref("excluded.subject"),
        source: row.ref("excluded.source"),
        parts: row.ref("excluded.parts"),
        metadata: row.ref("excluded.metadata"),
        hash: row.ref("excluded.hash"),
        created_at: row.ref("excluded.created_at"),
        ingested_at: row.ref("excluded.ingested_at"),
        processed_at: row.ref("excluded.processed_at"),
      })),
    )
    .execute();
  return true;
}

/** The stored conversations with the same ids. */
async function findStored(
  { db }: IngestCall,
  organizationId: string,
  conversations: readonly IngestedConversation[],
): Promise<ReadonlyMap<string, KnownConversation>> {
  const stored = await db
    .selectFrom("conversations")
    .select(["organization_id", "id", "hash", "source", "created_at"])
    .where("organization_id", "=", organizationId)
    .where(
      "id",
      "in",
      conversations.map(({ id }) => id),
    )
    .execute();
  return new Map(stored.map((row) => [row.id, row]));
}

type KnownConversation = Pick<
  ConversationTable,
  "organization_id" | "id" | "hash" | "source" | "created_at"
>;

function toRow(
  call: IngestCall,
  organizationId: string,
  conversation: IngestedConversation,
  existing: KnownConversation | undefined,
): ConversationTable {
  const { id, subject, metadata } = conversation;
  const now = call.now.toISOString();
  return {
    ...toTexts(conversation),
    organization_id: organizationId,
    id,
    subject: subject ?? null,
    source: metadata?.attributes?.source === "email" ? "email" : `integration:api:${call.caller}`,
    created_at: parseTime(metadata?.createdAt) ?? existing?.created_at ?? now,
    ingested_at: now,
    processed_at: null,
  };
}

/** In UTC with milliseconds, as all times of the platform. */
function parseTime(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Clusters remain, even without issues. */
async function deleteIssues(
  { db }: IngestCall,
  organizationId: string,
  conversations: readonly KnownConversation[],
): Promise<void> {
  if (conversations.length === 0) return;
  const ids = conversations.map(({ id }) => id);
  const issues = await db
    .selectFrom("conversation_issues")
    .select(["conversation_id", "cluster_id"])
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "in", ids)
    .execute();
  const counts = new Map<string, ClusterCounts>();
  for (const conversation of conversations) {
    const counted = new Set<string>();
    for (const { conversation_id, cluster_id } of issues) {
      if (conversation_id !== conversation.id || cluster_id === null) continue;
      countIssue(counts, cluster_id, conversation, !counted.has(cluster_id), -1);
      counted.add(cluster_id);
    }
  }
  await storeCounts(db, counts);
  for (const [id, { issues: fewer, conversations: without }] of counts) {
    await db
      .updateTable("conversation_clusters")
      .set((old) => ({
        issues: old("issues", "+", fewer),
        conversations: old("conversations", "+", without),
      }))
      .where("id", "=", id)
      .execute();
  }
  await db
    .deleteFrom("conversation_issues")
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "in", ids)
    .execute();
}
