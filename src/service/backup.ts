/** The whole data as one JSON document, and back. */
import { sql } from "kysely";
import { Problem } from "../errors.ts";
import type { BackupTables } from "./admin.model.ts";
import { schemaVersion } from "./database/migrate.ts";
import type { Queries, Tables } from "./database/tables.ts";
import { beginningOf } from "./first-start.ts";
import { adminFact } from "./tokens.ts";

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
  link_invites: ["id"],
  collections: ["id"],
  spaces: ["id"],
  jobs: ["id"],
} as const satisfies Record<keyof Tables, readonly string[]>;

type Row = BackupTables[string][number];
const tableNames = Object.keys(keys) as readonly (keyof Tables)[];
/** Rows in one statement; SQLite takes some 32 000 values. */
const batch = 200;

/**
 * The two secrets that belong to this installation stay out: that for `/_tome/`, and the token of
 * the data folder.
 * @param folderToken the digest of the data folder's token
 */
export async function exportAll(db: Queries, folderToken: string): Promise<Backup> {
  return db.transaction().execute(async (transaction) => {
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
  const replaced = db.transaction().execute(async (transaction) => {
    await clear(transaction);
    for (const table of tableNames) await fill(transaction, table, backup.tables[table]);
    if (!(await beginningOf(transaction))) {
      throw unfit("tables.facts must name the owner and the organization");
    }
  });
  // The references between rows are checked by the database, some of them at the very end.
  await replaced.catch((error) => {
    throw isConstraint(error) ? unfit(`tables do not fit together: ${error.message}`) : error;
  });
}

function isConstraint(error: unknown): error is Error {
  return error instanceof Error && /constraint|no column/i.test(error.message);
}

/** Removes everything but the secret for `/_tome/`. */
export async function clear(db: Queries): Promise<void> {
  for (const table of tableNames.toReversed()) {
    if (table === "facts") {
      await db.deleteFrom("facts").where("name", "not in", [adminFact, "schema-version"]).execute();
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
    ? row.name === adminFact || row.name === "schema-version"
    : table === "tokens" && row.hash === folderToken;
}

function unfit(rule: string): Problem {
  return new Problem(400, `${rule}; the export cannot be imported.`);
}
