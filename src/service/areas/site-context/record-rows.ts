/** Rows of context records, and their search. */
import type { Output } from "../../../contract/endpoint.ts";
import type { RecordInput } from "../../../contract/site-context.model.ts";
import type * as contract from "../../../contract/site-context-record.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { countSelected } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { inBatches } from "../content/tree/tree-store.ts";
import type { ContextConnectionTable, ContextRecordTable } from "./tables.ts";

/** Maximum number of records of a site. */
const mostRecords = 10_000;
/** Characters of a record that searches read. */
const longestSearchText = 4000;

type StoreCall = Pick<Call, "db" | "now" | "newId"> & { readonly caller?: string };

/**
 * Records with an id of the connection are replaced; of equal ids, the last one applies.
 * @throws ApiError 409 if the site would have too many records
 */
export async function storeRecords(
  call: StoreCall,
  connection: Pick<ContextConnectionTable, "id" | "site_id">,
  inputs: readonly RecordInput[],
): Promise<void> {
  const latest = new Map(inputs.map((input) => [input.id, input]));
  for (const batch of inBatches([...latest.values()], 100)) {
    const existing = await call.db
      .selectFrom("context_records")
      .select(["id", "source_id", "created_at"])
      .where("connection_id", "=", connection.id)
      .where(
        "source_id",
        "in",
        batch.map(({ id }) => id),
      )
      .execute();
    const bySource = new Map(existing.map((row) => [row.source_id, row]));
    for (const input of batch) {
      const before = bySource.get(input.id);
      const fields = toFields(input, call.now, before?.created_at);
      if (before) {
        await call.db
          .updateTable("context_records")
          .set(fields)
          .where("id", "=", before.id)
          .execute();
        continue;
      }
      const row: ContextRecordTable = {
        id: call.newId(),
        site_id: connection.site_id,
        connection_id: connection.id,
        source_id: input.id,
        ...fields,
      };
      await call.db.insertInto("context_records").values(row).execute();
    }
  }
  const records = call.db.selectFrom("context_records").where("site_id", "=", connection.site_id);
  if ((await countSelected(records)) <= mostRecords) return;
  throw new ApiError(
    409,
    `A site can have at most ${mostRecords} context records. Delete a context connection first.`,
  );
}

function toFields(
  { type, title, description, body, url, createdAt, metadata }: RecordInput,
  now: Date,
  createdBefore: string | undefined,
) {
  const text = `${title}\n${description ?? ""}\n${body}`;
  return {
    type,
    title,
    description: description ?? null,
    body,
    url: url ?? null,
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    search_text: text.slice(0, longestSearchText).toLowerCase(),
    created_at:
      createdAt === undefined
        ? (createdBefore ?? now.toISOString())
        : new Date(createdAt).toISOString(),
    processed_at: now.toISOString(),
  };
}

export interface ListedRecord
  extends Omit<ContextRecordTable, "body" | "search_text" | "metadata"> {
  readonly connector: string;
}

/** The records of a site without their texts. */
export function selectRecords(db: Queries, siteId: string) {
  return db
    .selectFrom("context_records")
    .innerJoin("context_connections", "context_connections.id", "context_records.connection_id")
    .select([
      "context_records.id",
      "context_records.site_id",
      "context_records.connection_id",
      "context_records.source_id",
      "context_records.type",
      "context_records.title",
      "context_records.description",
      "context_records.url",
      "context_records.created_at",
      "context_records.processed_at",
      "context_connections.connector",
    ])
    .where("context_records.site_id", "=", siteId);
}

export function presentRecord(
  base: string,
  organizationId: string,
  row: ListedRecord,
): Output<typeof contract.get> {
  const location = `${base}/v1/orgs/${organizationId}/sites/${row.site_id}/context-records/${row.id}`;
  return {
    object: "context-record",
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    type: row.type,
    createdAt: row.created_at,
    processedAt: row.processed_at,
    connection: row.connection_id,
    connector: row.connector,
    urls: { location, source: row.url ?? undefined },
  };
}

/** A record as a search finds it; a higher score is better. */
export interface RecordMatch {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly url: string;
  readonly score: number;
}

/** Words of a query that are compared; further ones are ignored. */
const mostWords = 12;
/** Records of one search, the best first. */
const mostMatches = 20;
/** Newest records with all words, of which the best are chosen. */
const mostCandidates = 500;

/**
 * Records with all words of the query, of connections whose records appear in search results.
 * A record without a URL has no target, so it is not found.
 */
export async function searchRecords(
  { db, caller }: Pick<Call, "db" | "caller">,
  siteId: string,
  query: string,
): Promise<readonly RecordMatch[]> {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, mostWords);
  if (words.length === 0) return [];
  const connections = await db
    .selectFrom("context_connections")
    .select(["id", "usage_settings"])
    .where("site_id", "=", siteId)
    .execute();
  const boosts = new Map<string, number>();
  for (const { id, usage_settings } of connections) {
    const { search, searchBoost } = JSON.parse(usage_settings);
    if (search === true) boosts.set(id, Number(String(searchBoost).replace("x", "")) || 1);
  }
  if (boosts.size === 0) return [];
  await takeTurn(caller);
  let candidates = db
    .selectFrom("context_records")
    .select(["id", "connection_id", "title", "description", "url"])
    .where("site_id", "=", siteId)
    .where("connection_id", "in", [...boosts.keys()])
    .where("url", "is not", null);
  for (const word of words) candidates = candidates.where("search_text", "like", `%${word}%`);
  const rows = await candidates
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(mostCandidates)
    .execute();
  const matches = rows.map(({ id, connection_id, title, description, url }) => {
    const lower = title.toLowerCase();
    const inTitle = words.filter((word) => lower.includes(word)).length / words.length;
    return {
      id,
      title,
      ...(description !== null && { description }),
      url: url ?? "",
      score: (1 + inTitle) * (boosts.get(connection_id) ?? 1),
    };
  });
  // Of equal scores, the newest record comes first.
  return matches.toSorted((one, other) => other.score - one.score).slice(0, mostMatches);
}
