/** The whole data as one JSON document, and back. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Problem } from "../errors.ts";
import type { BackupTables } from "./admin.model.ts";
import { schemaVersion, versionFact } from "./database/migrate.ts";
import type { Queries, Tables } from "./database/tables.ts";
import { inSnapshot, inTransaction } from "./database/transaction.ts";
import { downloadKeyFact } from "./downloads.ts";
import { releaseLeases } from "./engines/job-leases.ts";
import { searchOf } from "./engines/search.ts";
import { generationFact, sealingCheckFact, sealingKeyFact, writeFact } from "./facts.ts";
import { beginningOf } from "./first-start.ts";
import { visitorKeyFact } from "./people/visitor-claims.ts";
import { adminFact, folderLabel } from "./tokens.ts";

export interface Backup {
  readonly format: typeof format;
  /** The version of the tables. */
  readonly version: number;
  readonly tables: BackupTables;
}

export const format = "tome-export";

/** The tables with their keys; a table stands after all that its rows refer to. */
const keys = {
  facts: ["name"],
  users: ["id"],
  tokens: ["hash"],
  organizations: ["id"],
  members: ["organization_id", "user_id"],
  collections: ["id"],
  spaces: ["id"],
  link_invites: ["id"],
  teams: ["id"],
  team_members: ["team_id", "user_id"],
  grants: ["content_id", "holder_id"],
  saml_providers: ["id"],
  change_requests: ["id"],
  change_request_contributors: ["change_request_id", "user_id"],
  review_requests: ["change_request_id", "user_id"],
  reviews: ["id"],
  comments: ["id"],
  comment_replies: ["id"],
  reactions: ["subject_id", "emoji", "user_id"],
  revisions: ["id"],
  tree_objects: ["space_id", "hash"],
  documents: ["space_id", "hash"],
  document_spaces: ["target_space_id", "space_id", "hash"],
  blobs: ["hash"],
  space_blobs: ["space_id", "hash"],
  agent_instructions: ["organization_id"],
  git_syncs: ["space_id"],
  git_operations: ["id"],
  git_files: ["space_id", "path"],
  integrations: ["name"],
  integration_facets: ["integration", "kind", "value"],
  integration_versions: ["integration", "version"],
  integration_images: ["integration", "hash"],
  integration_secrets: ["integration", "name"],
  integration_feeds: ["integration"],
  installations: ["id"],
  integration_events: ["id"],
  sites: ["id"],
  site_section_groups: ["id"],
  site_sections: ["id"],
  site_spaces: ["id"],
  specifications: ["id"],
  specification_versions: ["id"],
  specification_contents: ["version_id"],
  translations: ["id"],
  conversations: ["organization_id", "id"],
  conversation_clusters: ["id"],
  conversation_issues: ["id"],
  cluster_counts: ["cluster_id", "kind", "name"],
  conversation_terms: ["organization_id", "term"],
  jobs: ["id"],
} as const satisfies Record<keyof Tables, readonly string[]>;

type Row = BackupTables[string][number];
const tableNames = Object.keys(keys) as readonly (keyof Tables)[];
/** Facts of this installation: its secrets, and the form of its tables. */
const ownFacts = [
  adminFact,
  downloadKeyFact,
  visitorKeyFact,
  sealingKeyFact,
  sealingCheckFact,
  generationFact,
  versionFact,
];
/** Rows in one statement; SQLite takes some 32 000 values. */
const batch = 200;

/**
 * The secrets that belong to this installation stay out: that for `/_tome/`, the keys that sign the
 * tokens of pings and the addresses of downloads, and the token of the data folder.
 * @param folderToken the digest of the data folder's token
 */
export async function exportAll(db: Queries, folderToken: string): Promise<Backup> {
  return inSnapshot(db, async (transaction) => {
    const tables: Record<string, Row[]> = {};
    for (const table of tableNames) {
      const order = sql.join(keys[table].map((key) => sql.ref(key)));
      const { rows } = await sql<Row>`select * from ${sql.table(table)} order by ${order}`.execute(
        transaction,
      );
      tables[table] = rows.filter((row) => !belongsHere(table, row, folderToken));
    }
    return { format, version: schemaVersion, tables };
  });
}

/**
 * Replaces all data.
 * @throws Problem 400 for a document of another version, or one that does not fit together; nothing is changed
 */
export async function importAll(db: Queries, backup: Backup): Promise<void> {
  if (backup.version !== schemaVersion) {
    throw new Problem(
      400,
      `version is ${backup.version}, and this program reads exports of version ${schemaVersion}; export again with this program.`,
      { field: "version" },
    );
  }
  for (const name of Object.keys(backup.tables)) {
    if (!Object.hasOwn(keys, name)) throw unfit(`tables.${name} is not a table here`);
  }
  const replaced = inTransaction(db, async (transaction) => {
    await clear(transaction);
    for (const table of tableNames) await fill(transaction, table, backup.tables[table]);
    if (!(await beginningOf(transaction))) {
      throw unfit("tables.facts must name the owner and the organization");
    }
    await releaseLeases(transaction);
  });
  // The references between rows are checked by the database, some of them at the very end.
  await replaced.catch((error) => {
    throw isConstraint(error) ? unfit(`tables do not fit together: ${error.message}`) : error;
  });
}

function isConstraint(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /constraint|no column|column .* does not exist|invalid input syntax/i.test(error.message)
  );
}

/** Removes everything but the secrets of this installation. */
export async function clear(db: Queries): Promise<void> {
  await writeFact(db, generationFact, randomUUID());
  // What can be found is made anew from what is there.
  await searchOf(db).clear(db);
  for (const table of tableNames.toReversed()) {
    if (table === "facts") {
      await db.deleteFrom("facts").where("name", "not in", ownFacts).execute();
    } else {
      await db.deleteFrom(table).execute();
    }
  }
}

async function fill(
  db: Queries,
  table: keyof Tables,
  rows: readonly Row[] | undefined,
): Promise<void> {
  if (!rows) throw unfit(`tables.${table} is required`);
  const given = rows.filter((row) => !belongsHere(table, row, ""));
  const names = Object.keys(given[0] ?? {});
  for (let start = 0; start < given.length; start += batch) {
    const values = given.slice(start, start + batch).map((row) => {
      const same = names.every((name) => Object.hasOwn(row, name));
      if (!same || Object.keys(row).length !== names.length) {
        throw unfit(`tables.${table} has rows of different columns`);
      }
      return sql`(${sql.join(names.map((name) => row[name] ?? null))})`;
    });
    const columns = sql.join(names.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
  }
}

function belongsHere(table: keyof Tables, row: Row, folderToken: string): boolean {
  return table === "facts"
    ? ownFacts.some((name) => name === row.name)
    : table === "tokens" && (row.hash === folderToken || row.label === folderLabel);
}

function unfit(rule: string): Problem {
  return new Problem(400, `${rule}; the export cannot be imported.`);
}
