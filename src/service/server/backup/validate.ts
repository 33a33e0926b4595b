/** Checks the rows of an export that come from elsewhere: what no platform writes is refused, by its row. */
import { levels, roles } from "../../../contract/roles.ts";
import { computeHash } from "../../../json/canonical.ts";
import { isPossibleOffset } from "../../core/clock.ts";
import { offsetFact } from "../../database/facts.ts";
import type { BackupTables } from "../admin/model.ts";
import { type Row, unusable } from "./rows.ts";

type Check = (value: Row[string]) => boolean;

const isRole: Check = (value) => value === null || includes(roles, value);
const isLevel: Check = (value) => value === null || includes(levels, value);
const isResolvedLevel: Check = (value) => includes([...roles, "member", "none"], value);

/** The columns that contain a role, with the values that they take. */
const roleColumns: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  organizations: { default_role: isRole },
  members: { role: isRole },
  link_invites: { role: isRole, level: isRole },
  collections: { default_level: isLevel, resolved_level: isResolvedLevel },
  spaces: { default_level: isLevel, resolved_level: isResolvedLevel },
  sites: { default_level: isLevel },
  saml_providers: { default_role: isRole },
  team_members: { role: (value) => includes(["owner", "member"], value) },
  grants: {
    strength: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= roles.length,
  },
};

/** The tables whose rows are in other rows of the same table. */
const trees = ["collections", "site_section_groups"] as const;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** @throws Problem 400 that names the table, the row and the value */
export function validateRows(tables: BackupTables): void {
  for (const [table, rows] of Object.entries(tables)) {
    const checks = Object.entries(roleColumns[table] ?? {});
    for (const row of rows) {
      for (const [name, check] of checks) {
        const value = row[name];
        if (value !== undefined && !check(value)) refuse(table, row, name, "is no role");
      }
      for (const [name, value] of Object.entries(row)) {
        if (name.endsWith("_at") && !isTime(value)) refuse(table, row, name, "is no time");
      }
    }
  }
  for (const table of trees) refuseCycle(table, tables[table] ?? []);
  for (const row of tables.tree_objects ?? []) {
    // Pieces are named by their hashes, so no piece can contain itself.
    if (computeHash(String(row.body)) !== row.hash)
      refuse("tree_objects", row, "hash", "is another one");
  }
  for (const row of tables.facts ?? []) {
    const isOffset = row.name === offsetFact;
    if (isOffset && !(String(row.value).trim() !== "" && isPossibleOffset(Number(row.value)))) {
      refuse("facts", row, "value", "is no possible offset of the clock");
    }
  }
}

/**
 * What acts as the export's owner and that this installation does not know: their tokens, their sign-ins,
 * and tokens of installations, which act for an admin. Nobody here has created them, and only their
 * hashes tell them apart.
 * @param known hashes of what is valid here
 */
export function withoutForeignOwnerTokens(
  tables: BackupTables,
  known: ReadonlySet<string>,
): { readonly tables: BackupTables; readonly dropped: number } {
  const owner = tables.facts?.find(({ name }) => name === "owner")?.value;
  const isKnown = ({ hash }: Row) => known.has(String(hash));
  const isKept = (row: Row) => row.user_id !== owner || isKnown(row);
  const { tokens = [], sign_ins = [], agent_tokens = [] } = tables;
  const kept = { tokens: tokens.filter(isKept), sign_ins: sign_ins.filter(isKept) };
  return {
    tables: { ...tables, ...kept, agent_tokens: agent_tokens.filter(isKnown) },
    dropped: tokens.length - kept.tokens.length + sign_ins.length - kept.sign_ins.length,
  };
}

function refuseCycle(table: string, rows: readonly Row[]): void {
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const done = new Set<Row[string]>();
  for (const row of rows) {
    const path = new Set<Row[string]>();
    let id = row.id;
    while (id !== null && id !== undefined && !done.has(id)) {
      if (path.has(id)) refuse(table, row, "parent_id", "leads back to the row itself");
      path.add(id);
      id = parents.get(id);
    }
    for (const one of path) done.add(one);
  }
}

function refuse(table: string, row: Row, column: string, rule: string): never {
  const [name = "", key = ""] =
    Object.entries(row).find(([one]) => ["id", "name", "hash"].includes(one)) ??
    Object.entries(row)[0] ??
    [];
  const isSecret = table === "tokens" || table === "link_invites";
  const where = `tables.${table}, the row with ${name} ${isSecret ? "[hidden]" : JSON.stringify(key)}`;
  throw unusable(`${where}: ${column} ${JSON.stringify(row[column])?.slice(0, 80)} ${rule}`);
}

function isTime(value: Row[string] | undefined): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "string" && time.test(value) && !Number.isNaN(Date.parse(value));
}

function includes(values: readonly string[], value: Row[string] | undefined): boolean {
  return typeof value === "string" && values.includes(value);
}
