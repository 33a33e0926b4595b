/** The rows of an export: which of them are told, and how they come into tables. */
import { sql } from "kysely";
import { Problem } from "../../../errors.ts";
import { visitorKeyFact } from "../../areas/people/visitor-claims.ts";
import { downloadKeyFact } from "../../core/downloads.ts";
import { generationFact, sealingCheckFact, sealingKeyFact } from "../../database/facts.ts";
import { versionFact } from "../../database/migrate.ts";
import type { Queries } from "../../database/tables.ts";
import type { BackupTables } from "../admin/model.ts";
import { adminFact, folderLabel } from "../tokens.ts";

export type Row = BackupTables[string][number];

/** Facts of this installation: its secrets, and the form of its tables. */
export const ownFacts = [
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

/** @throws Problem 400 where there is a table that is none of those named */
export function refuseOthers(names: readonly string[], tables: BackupTables): void {
  for (const name of Object.keys(tables)) {
    if (!names.includes(name)) throw unfit(`tables.${name} is not a table here`);
  }
}

/**
 * Puts the rows into a table that is empty.
 * @throws Problem 400 where there are none to put, or they have different columns
 */
export async function fill(
  db: Queries,
  table: string,
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

/** @param folderToken the digest of the data folder's token */
export function belongsHere(table: string, row: Row, folderToken: string): boolean {
  return table === "facts"
    ? ownFacts.some((name) => name === row.name)
    : table === "tokens" && (row.hash === folderToken || row.label === folderLabel);
}

export function unfit(rule: string): Problem {
  return new Problem(400, `${rule}; the export cannot be imported.`);
}

/** Tells as a Problem what the database says of rows: references are checked there, some at the very end. */
export async function unlessUnfit(filling: Promise<void>): Promise<void> {
  await filling.catch((error) => {
    throw isConstraint(error) ? unfit(`tables do not fit together: ${error.message}`) : error;
  });
}

function isConstraint(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /constraint|no column|column .* does not exist|invalid input syntax/i.test(error.message)
  );
}
