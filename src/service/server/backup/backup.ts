/** Export of all data as one JSON document, and import. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ApiError } from "../../../errors.ts";
import { readObject } from "../../areas/content/files/file-storage.ts";
import { listInParts, writeObjectInParts } from "../../core/deferred-response.ts";
import { countChanges } from "../../database/data-state.ts";
import { generationFact, writeFact } from "../../database/facts.ts";
import { migrations } from "../../database/migrations.ts";
import { getSearch } from "../../database/search/search.ts";
import type { CoreTables, Queries } from "../../database/tables.ts";
import { inSnapshot, inTransaction } from "../../database/transaction.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { releaseLeases } from "../../jobs/leases.ts";
import type { BackupTables } from "../admin/model.ts";
import { findFirstStart } from "../first-start.ts";
import {
  type BackupRow,
  belongsToInstallation,
  createUnusableError,
  insertRows,
  ownFacts,
  refuseUnknownTables,
  withConstraintProblems,
  withoutOwnTokens,
} from "./rows.ts";

export interface Backup {
  readonly format: typeof format;
  /** The schema version. */
  readonly version: number;
  readonly tables: BackupTables;
}

export const format = "tome-export";

/** The tables with their keys, each after the tables that its rows refer to. */
const keys = {
  facts: ["name"],
  users: ["id"],
  tokens: ["hash"],
  organizations: ["id"],
  organization_domains: ["organization_id", "domain"],
  members: ["organization_id", "user_id"],
  collections: ["id"],
  spaces: ["id"],
  link_invites: ["id"],
  teams: ["id"],
  team_members: ["team_id", "user_id"],
  grants: ["content_id", "holder_id"],
  saml_providers: ["id"],
  saml_failures: ["id"],
  saml_groups: ["provider_id", "name", "team_id"],
  webhooks: ["id"],
  webhook_deliveries: ["id"],
  former_members: ["organization_id", "user_id"],
  invitations: ["organization_id", "user_id"],
  sign_ins: ["hash"],
  used_once: ["hash"],
  change_requests: ["id"],
  change_request_contributors: ["change_request_id", "user_id"],
  review_requests: ["change_request_id", "user_id"],
  reviews: ["id"],
  comments: ["id"],
  comment_replies: ["id"],
  reactions: ["subject_id", "emoji", "user_id"],
  revisions: ["id"],
  page_paths: ["space_id", "path", "page_id", "position"],
  tree_objects: ["space_id", "hash"],
  documents: ["space_id", "hash"],
  document_spaces: ["target_space_id", "space_id", "hash"],
  blobs: ["hash"],
  space_blobs: ["space_id", "hash"],
  file_objects: ["name"],
  uploads: ["key"],
  custom_fonts: ["id"],
  custom_font_faces: ["font_id", "weight"],
  ai_usage: ["organization_id", "hour", "feature"],
  agent_instructions: ["organization_id"],
  git_installations: ["id"],
  git_syncs: ["space_id"],
  git_operations: ["id"],
  git_files: ["space_id", "path"],
  imports: ["id"],
  integrations: ["name"],
  integration_facets: ["integration", "kind", "value"],
  integration_versions: ["integration", "version"],
  integration_images: ["integration", "hash"],
  integration_secrets: ["integration", "name"],
  integration_feeds: ["integration"],
  installations: ["id"],
  agent_tokens: ["hash"],
  installation_contents: ["installation_id", "content_id"],
  integration_events: ["id"],
  sites: ["id"],
  site_section_groups: ["id"],
  site_sections: ["id"],
  site_spaces: ["id"],
  site_external_links: ["id"],
  site_paths: ["site_id", "path", "space_id", "since"],
  site_redirects: ["id"],
  site_share_links: ["id"],
  site_mcp_servers: ["id"],
  site_channels: ["id"],
  site_agent_settings: ["site_id"],
  site_auth: ["site_id"],
  site_customizations: ["id"],
  context_connections: ["id"],
  context_records: ["id"],
  site_scans: ["id"],
  site_findings: ["id"],
  finding_change_requests: ["change_request_id"],
  site_topics: ["id"],
  site_questions: ["id"],
  site_answers: ["id"],
  site_answer_sources: ["id"],
  visitor_tokens: ["hash"],
  insight_counts: ["site_id", "day", "key"],
  insight_visitors: ["site_id", "day", "page"],
  styleguides: ["space_id"],
  site_styleguides: ["site_id"],
  styleguide_runs: ["id"],
  styleguide_checks: ["change_request_id"],
  specifications: ["id"],
  specification_versions: ["id"],
  specification_contents: ["version_id"],
  translations: ["id"],
  glossary_entries: ["id"],
  glossary_terms: ["entry_id", "language"],
  conversations: ["organization_id", "id"],
  conversation_clusters: ["id"],
  conversation_issues: ["id"],
  cluster_counts: ["cluster_id", "kind", "name"],
  conversation_terms: ["organization_id", "term"],
  audit_events: ["id"],
  jobs: ["id"],
} as const satisfies Record<keyof CoreTables, readonly string[]>;

/**
 * Belongs to the installation, like its secrets: exports contain the contents of objects, and objects
 * that a replaced database no longer uses are removed later.
 */
const ownTable = "file_objects";

const tableNames = Object.keys(keys) as readonly (keyof CoreTables)[];

/**
 * Exports all data except the secrets of this installation: the admin token, the keys that sign
 * tokens of pings and download URLs, and the token of the data folder.
 * @param folderToken the digest of the data folder's token
 */
export async function exportAll(db: Queries, folderToken: string): Promise<Backup> {
  const read = (queries: Queries) => readTables(queries, folderToken);
  const tables = (await readUnchanged(db, read)) ?? (await inSnapshot(db, read));
  const backup = { format, version: migrations.version, tables } as const;
  // After the snapshot, which must not wait for another machine; objects are kept for a day at least.
  const blobs = await withObjectContents(db, backup.tables.blobs ?? []);
  return { ...backup, tables: { ...backup.tables, blobs } };
}

/** Of the turns of the main thread. */
const turnName = "export";
const mostReads = 3;

/**
 * Reads the data in several queries, between which other clients use the connection, until no data
 * changed meanwhile.
 * @returns undefined if data changes too often, or other processes may change it
 */
async function readUnchanged<T>(
  db: Queries,
  read: (db: Queries) => Promise<T>,
): Promise<T | undefined> {
  for (let count = 0; count < mostReads; count++) {
    const before = countChanges(db);
    if (before === undefined) return undefined;
    const result = await read(db);
    if (countChanges(db) === before) return result;
  }
  return undefined;
}

async function readTables(db: Queries, folderToken: string): Promise<BackupTables> {
  const tables: Record<string, BackupRow[]> = {};
  const ownTokens: string[] = [];
  for (const table of tableNames) {
    const rows = table === ownTable ? [] : await readRows(db, table);
    if (table === "tokens") {
      const ownRows = rows.filter((row) => belongsToInstallation(table, row, folderToken));
      for (const { hash } of ownRows) ownTokens.push(String(hash));
    }
    tables[table] = rows
      .filter((row) => !belongsToInstallation(table, row, folderToken))
      .map((row) => withoutOwnTokens(table, row, ownTokens));
  }
  return tables;
}

/** Rows that are read at once; the first one shows how large they are. */
const mostRows = 500;
/** In characters; they are read in a few milliseconds. */
const charactersAtOnce = 1024 * 1024;

/** The rows of a table by its key, in turns with other requests. */
async function readRows(db: Queries, table: keyof CoreTables): Promise<BackupRow[]> {
  const columns = keys[table];
  const order = sql.join(columns.map((key) => sql.ref(key)));
  const rows: BackupRow[] = [];
  let limit = 1;
  for (;;) {
    const last = rows.at(-1);
    const after =
      last === undefined
        ? sql``
        : sql`where (${order}) > (${sql.join(columns.map((key) => sql.val(last[key])))})`;
    await takeTurn(turnName);
    const { rows: next } =
      await sql<BackupRow>`select * from ${sql.table(table)} ${after} order by ${order} limit ${sql.lit(limit)}`.execute(
        db,
      );
    for (const row of next) rows.push(row);
    if (next.length < limit) return rows;
    const characters = next.reduce((sum, row) => sum + countCharacters(row), 0);
    const fitting = Math.floor((limit * charactersAtOnce) / (characters + 1));
    limit = Math.max(1, Math.min(mostRows, fitting));
  }
}

function countCharacters(row: BackupRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 8),
    0,
  );
}

/** An export as JSON in parts, so that other requests are processed while it is sent. */
export function* writeBackup({ tables, ...head }: Backup): Generator<string> {
  const lists = Object.entries(tables).map(
    ([name, rows]) => [name, listInParts(rows.map(writeRow))] as const,
  );
  yield* writeObjectInParts(head, { tables: writeObjectInParts({}, Object.fromEntries(lists)) });
}

function* writeRow(row: BackupRow): Generator<string> {
  if (countCharacters(row) <= longestPart) {
    yield JSON.stringify(row);
    return;
  }
  const members = Object.entries(row).map(
    ([name, value]) =>
      [name, typeof value === "string" ? writeText(value) : [JSON.stringify(value)]] as const,
  );
  yield* writeObjectInParts({}, Object.fromEntries(members));
}

/** In characters. */
const longestPart = 64 * 1024;

/** A pair of surrogates that is cut becomes two escapes, which stand for the same letter. */
function* writeText(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; at += longestPart) {
    yield JSON.stringify(text.slice(at, at + longestPart)).slice(1, -1);
  }
  yield '"';
}

/** Rows of file contents with the bytes from the object storage. */
async function withObjectContents(db: Queries, rows: readonly BackupRow[]): Promise<BackupRow[]> {
  const complete: BackupRow[] = [];
  for (const row of rows) {
    if (row.object === null) {
      complete.push(row);
      continue;
    }
    const object = { name: String(row.object), hash: String(row.hash), size: Number(row.size) };
    const bytes = Buffer.from(await readObject(db, object)).toString("base64");
    complete.push({ ...row, bytes, object: null });
  }
  return complete;
}

/**
 * Replaces all data.
 * @throws ApiError 400 for a document of another version or with inconsistent rows; nothing is
 * changed
 */
export async function importAll(db: Queries, backup: Backup): Promise<void> {
  if (backup.version !== migrations.version) throw createUnsupportedVersionError(backup.version);
  refuseUnknownTables(tableNames, backup.tables);
  await withConstraintProblems(
    inTransaction(db, async (transaction) => {
      await removeAll(transaction);
      for (const table of tableNames) {
        const rows = backup.tables[table];
        await insertRows(transaction, table, table === ownTable && rows ? [] : rows);
      }
      if (!(await findFirstStart(transaction))) {
        throw createUnusableError("tables.facts must contain the owner and the organization");
      }
      await releaseLeases(transaction, false);
    }),
  );
}

/** @returns the error for an export that this program cannot read */
export function createUnsupportedVersionError(version: number): ApiError {
  const advice =
    version > migrations.version
      ? "Import it with a newer version of tome"
      : "It is not a valid export";
  return new ApiError(
    400,
    `Export version ${version} is not supported; this program reads versions 1 to ${migrations.version}. ${advice}.`,
    { field: "version" },
  );
}

/** Deletes all data except the secrets of this installation. */
export async function removeAll(db: Queries): Promise<void> {
  await writeFact(db, generationFact, randomUUID());
  // The search index is rebuilt from the content.
  await getSearch(db).clear(db);
  for (const table of tableNames.toReversed()) {
    if (table === "facts") {
      await db.deleteFrom("facts").where("name", "not in", ownFacts).execute();
    } else if (table !== ownTable) {
      await db.deleteFrom(table).execute();
    }
  }
}
