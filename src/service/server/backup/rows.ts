/** Rows of an export: selection of the exported rows, and insertion into tables. */
import { sql } from "kysely";
import { ApiError } from "../../../errors.ts";
import { findOwn } from "../../../json/own-members.ts";
import { locationFact } from "../../areas/content/files/file-storage.ts";
import { visitorKeyFact } from "../../areas/people/members/visitor-claims.ts";
import { downloadKeyFact } from "../../core/downloads.ts";
import { storedKeys } from "../../core/encryption-keys.ts";
import { generationFact, sealingCheckFact, sealingKeyFact } from "../../database/facts.ts";
import { oldestProgramFact, versionFact } from "../../database/migrate.ts";
import type { Queries } from "../../database/tables.ts";
import type { BackupTables } from "../admin/model.ts";
import { adminFact, folderLabel } from "../tokens.ts";

export type BackupRow = BackupTables[string][number];

/** Facts of this installation: its secrets, and the schema version. */
export const ownFacts = [
  adminFact,
  downloadKeyFact,
  ...Object.values(storedKeys),
  visitorKeyFact,
  sealingKeyFact,
  sealingCheckFact,
  generationFact,
  versionFact,
  locationFact,
  oldestProgramFact,
];
/** Rows per statement; SQLite accepts about 32,000 values. */
const batch = 200;

/** @throws ApiError 400 for an unknown table name */
export function refuseUnknownTables(names: readonly string[], tables: BackupTables): void {
  for (const name of Object.keys(tables)) {
    if (!names.includes(name)) throw createUnusableError(`tables.${name} is not a known table`);
  }
}

/**
 * Inserts rows into an empty table.
 * @throws ApiError 400 if the rows are missing or have different columns
 */
export async function insertRows(
  db: Queries,
  table: string,
  rows: readonly BackupRow[] | undefined,
): Promise<void> {
  if (!rows) throw createUnusableError(`tables.${table} is required`);
  const exportedRows = rows.filter((row) => !belongsToInstallation(table, row, ""));
  const names = Object.keys(exportedRows[0] ?? {});
  for (let start = 0; start < exportedRows.length; start += batch) {
    const values = exportedRows.slice(start, start + batch).map((row) => {
      const same = names.every((name) => Object.hasOwn(row, name));
      if (!same || Object.keys(row).length !== names.length) {
        throw createUnusableError(`tables.${table} has rows with different columns`);
      }
      return sql`(${sql.join(names.map((name) => row[name] ?? null))})`;
    });
    const columns = sql.join(names.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
  }
}

/** @param folderToken the digest of the data folder's token */
export function belongsToInstallation(table: string, row: BackupRow, folderToken: string): boolean {
  return table === "facts"
    ? ownFacts.some((name) => name === row.name)
    : table === "tokens" && (row.hash === folderToken || row.label === folderLabel);
}

/** The columns that contain principals as JSON, with the tokens that they used. */
const requesterColumns: Readonly<Record<string, readonly string[]>> = {
  jobs: ["principal"],
  git_operations: ["principal"],
  translations: ["requests"],
  integration_feeds: ["tunnel_principal"],
  uploads: ["principal"],
};

/**
 * A row whose principals have no tokens of this installation. The tokens do not exist where the row
 * is imported, and jobs of the owner would be canceled as if the token had been revoked.
 * @param ownTokens the digests of the tokens that are not exported
 */
export function withoutOwnTokens(
  table: string,
  row: BackupRow,
  ownTokens: readonly string[],
): BackupRow {
  const changed = { ...row };
  for (const column of findOwn(requesterColumns, table) ?? []) {
    const text = row[column];
    if (typeof text !== "string") continue;
    changed[column] = ownTokens.reduce((rest, hash) => {
      return rest.replaceAll(`,"token":{"store":"tokens","hash":"${hash}"}`, "");
    }, text);
  }
  return changed;
}

export function createUnusableError(rule: string): ApiError {
  return new ApiError(400, `${rule}. The export cannot be imported.`);
}

/**
 * Converts constraint violations to a Problem. The database checks some references only at the
 * commit.
 */
export async function withConstraintProblems(filling: Promise<void>): Promise<void> {
  await filling.catch((error) => {
    throw isConstraint(error)
      ? createUnusableError(`The tables are inconsistent: ${error.message}`)
      : error;
  });
}

function isConstraint(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /constraint|no column|does not exist|invalid input syntax/i.test(error.message)
  );
}
