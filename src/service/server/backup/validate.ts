/** Validation of imported rows: rows that the platform would not write are refused. */
import { levels, roles } from "../../../contract/roles.ts";
import { computeHash } from "../../../json/canonical.ts";
import { findOwn } from "../../../json/own-members.ts";
import { isPossibleOffset } from "../../core/clock.ts";
import { offsetFact } from "../../database/facts.ts";
import type { BackupTables } from "../admin/model.ts";
import { type BackupRow, createUnusableError } from "./rows.ts";

type CheckValue = (value: BackupRow[string]) => boolean;

const isRole: CheckValue = (value) => value === null || includesValue(roles, value);
const isLevel: CheckValue = (value) => value === null || includesValue(levels, value);
const isResolvedLevel: CheckValue = (value) => includesValue([...roles, "member", "none"], value);

/** The columns that contain a role, with a check of their values. */
const roleColumns: Readonly<Record<string, Readonly<Record<string, CheckValue>>>> = {
  organizations: { default_role: isRole },
  members: { role: isRole },
  link_invites: { role: isRole, level: isRole },
  collections: { default_level: isLevel, resolved_level: isResolvedLevel },
  spaces: { default_level: isLevel, resolved_level: isResolvedLevel },
  sites: { default_level: isLevel },
  saml_providers: { default_role: isRole },
  team_members: { role: (value) => includesValue(["owner", "member"], value) },
  grants: {
    strength: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= roles.length,
  },
};

/** The tables whose rows form trees. */
const trees = ["collections", "site_section_groups"] as const;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** @throws ApiError 400 that names the table, the row and the value */
export function validateRows(tables: BackupTables): void {
  for (const [table, rows] of Object.entries(tables)) {
    const checks = Object.entries(findOwn(roleColumns, table) ?? {});
    for (const row of rows) {
      for (const [name, check] of checks) {
        const value = row[name];
        if (value !== undefined && !check(value)) refuse(table, row, name, "is not a valid role");
      }
      for (const [name, value] of Object.entries(row)) {
        if (name.endsWith("_at") && !isTime(value)) refuse(table, row, name, "is not a valid time");
      }
    }
  }
  for (const table of trees) refuseCycle(table, tables[table] ?? []);
  for (const row of tables.tree_objects ?? []) {
    // Objects are identified by their hashes, so an object cannot contain itself.
    if (computeHash(String(row.body)) !== row.hash)
      refuse("tree_objects", row, "hash", "does not match the body");
  }
  for (const row of tables.blobs ?? []) {
    // The export has the contents themselves; an object of another installation cannot be read.
    if ((row.object ?? null) !== null) refuse("blobs", row, "object", "is not null");
  }
  for (const row of tables.facts ?? []) {
    const isOffset = row.name === offsetFact;
    if (isOffset && !(String(row.value).trim() !== "" && isPossibleOffset(Number(row.value)))) {
      refuse("facts", row, "value", "is not a valid offset of the clock");
    }
  }
}

/**
 * Removes credentials that this installation does not know: tokens and sign-ins of the export's owner,
 * and tokens of installations, which act for an admin. They were not created here.
 * @param knownHashes hashes of the valid credentials of this installation
 */
export function withoutForeignOwnerTokens(
  tables: BackupTables,
  knownHashes: ReadonlySet<string>,
): { readonly tables: BackupTables; readonly dropped: number } {
  const owner = tables.facts?.find(({ name }) => name === "owner")?.value;
  const isKnown = ({ hash }: BackupRow) => knownHashes.has(String(hash));
  const isKept = (row: BackupRow) => row.user_id !== owner || isKnown(row);
  const { tokens = [], sign_ins = [], agent_tokens = [] } = tables;
  const kept = { tokens: tokens.filter(isKept), sign_ins: sign_ins.filter(isKept) };
  return {
    tables: { ...tables, ...kept, agent_tokens: agent_tokens.filter(isKnown) },
    dropped: tokens.length - kept.tokens.length + sign_ins.length - kept.sign_ins.length,
  };
}

function refuseCycle(table: string, rows: readonly BackupRow[]): void {
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const checkedIds = new Set<BackupRow[string]>();
  for (const row of rows) {
    const path = new Set<BackupRow[string]>();
    let id = row.id;
    while (id !== null && id !== undefined && !checkedIds.has(id)) {
      if (path.has(id)) refuse(table, row, "parent_id", "forms a cycle");
      path.add(id);
      id = parents.get(id);
    }
    for (const one of path) checkedIds.add(one);
  }
}

function refuse(table: string, row: BackupRow, column: string, rule: string): never {
  const [name = "", key = ""] =
    Object.entries(row).find(([one]) => ["id", "name", "hash"].includes(one)) ??
    Object.entries(row)[0] ??
    [];
  const isSecret = table === "tokens" || table === "link_invites";
  const where = `tables.${table}, row with ${name} ${isSecret ? "[hidden]" : JSON.stringify(key)}`;
  throw createUnusableError(
    `${where}: ${column} ${JSON.stringify(row[column])?.slice(0, 80)} ${rule}`,
  );
}

function isTime(value: BackupRow[string] | undefined): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "string" && time.test(value) && !Number.isNaN(Date.parse(value));
}

function includesValue(values: readonly string[], value: BackupRow[string] | undefined): boolean {
  return typeof value === "string" && values.includes(value);
}
