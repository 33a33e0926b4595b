/** Detection of columns that refer to collections and spaces, from the schema and the stored data. */
import { sql } from "kysely";
import { isShared } from "../../../src/service/database/sqlite/dialect.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { exportAll } from "../../../src/service/server/backup/backup.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<string, readonly Row[]>>;

interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

export interface ContentColumn {
  readonly table: string;
  readonly column: string;
  /** Whether the whole value is an id, rather than a text that contains one. */
  readonly isPlain: boolean;
}

export async function readRows(db: Queries): Promise<Rows> {
  return (await exportAll(db, "")).tables;
}

export async function readForeignKeys(db: Queries): Promise<readonly ForeignKey[]> {
  const query = isShared(db)
    ? sql<ForeignKey>`
        select child.relname as "table", own.attname as "column", parent.relname as "parent",
          other.attname as "parentColumn"
        from pg_constraint as key
        join pg_class as child on child.oid = key.conrelid
        join pg_class as parent on parent.oid = key.confrelid
        join pg_attribute as own on own.attrelid = child.oid and own.attnum = key.conkey[1]
        join pg_attribute as other on other.attrelid = parent.oid and other.attnum = key.confkey[1]
        where key.contype = 'f' and array_length(key.conkey, 1) = 1`
    : sql<ForeignKey>`
        select child.name as "table", key."from" as "column", key."table" as "parent",
          key."to" as "parentColumn"
        from sqlite_master as child, pragma_foreign_key_list(child.name) as key
        where child.type = 'table'`;
  return (await query.execute(db)).rows;
}

/** The columns with foreign keys to content. */
export function findDeclared(keys: readonly ForeignKey[]): ContentColumn[] {
  return keys
    .filter(({ parent }) => parent === "spaces" || parent === "collections")
    .map(({ table, column }) => ({ table, column, isPlain: true }));
}

/** The columns that contain ids of content, regardless of the schema. */
export function findStored(rows: Rows, content: Iterable<string>): ContentColumn[] {
  const ids = [...content];
  const found = new Map<string, ContentColumn>();
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== "string" || !ids.some((id) => value.includes(id))) continue;
        const isPlain = ids.includes(value);
        const known = found.get(`${table}.${column}`);
        found.set(`${table}.${column}`, {
          table,
          column,
          isPlain: isPlain || known?.isPlain === true,
        });
      }
    }
  }
  return [...found.values()];
}

/** The organization of each collection and space. */
export function readOwners(rows: Rows): ReadonlyMap<string, string> {
  return new Map(
    [...(rows.spaces ?? []), ...(rows.collections ?? [])].map((row) => [
      String(row.id),
      String(row.organization_id),
    ]),
  );
}

/**
 * The organization of a row, from its own column or transitively from its references.
 * @returns undefined for a row that belongs to content or to no organization
 */
export function organizationFor(
  table: string,
  row: Row,
  rows: Rows,
  keys: readonly ForeignKey[],
): string | undefined {
  if (typeof row.organization_id === "string") return row.organization_id;
  const content = new Set(findDeclared(keys).map((one) => `${one.table}.${one.column}`));
  for (const key of keys) {
    const isUp = key.table === table && key.parent !== table && key.parent !== "users";
    if (!isUp || content.has(`${table}.${key.column}`)) continue;
    const value = row[key.column];
    const above = rows[key.parent]?.find(
      (one) => value !== null && one[key.parentColumn] === value,
    );
    const organization = above && organizationFor(key.parent, above, rows, keys);
    if (organization !== undefined) return organization;
  }
  return undefined;
}
