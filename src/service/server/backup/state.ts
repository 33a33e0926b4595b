/**
 * Canonical form of all data, without secrets and leases. It is equal on two platforms after the
 * same calls.
 */
import { createHash } from "node:crypto";
import { findOwn } from "../../../json/own-members.ts";
import type { Backup } from "./backup.ts";

type BackupRows = Backup["tables"][string];

/**
 * Secrets, which are random or encrypted, their digests, and leases, which use the real time: they
 * differ in each run.
 */
const excludedColumns: Readonly<Record<string, readonly string[]>> = {
  tokens: ["hash", "last_used_at"],
  sign_ins: ["hash"],
  agent_tokens: ["hash"],
  used_once: ["hash"],
  integration_secrets: ["sealed"],
  site_auth: ["sealed_key"],
  site_share_links: ["secret"],
  site_mcp_servers: ["headers"],
  context_connections: ["credentials"],
  jobs: ["leased_by", "leased_until", "principal"],
  git_operations: ["credentials", "principal"],
  git_installations: ["credentials", "webhook_secret", "principal"],
  webhooks: ["secret", "previous_secrets", "principal"],
  visitor_tokens: ["hash", "sealed_token"],
  translations: ["requests"],
  integration_feeds: ["tunnel_principal"],
  uploads: ["token_hash", "principal"],
};

export interface DatabaseState {
  /** The SHA-256 of all rows, in hex. */
  readonly digest: string;
  /** Row counts by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly rows: Readonly<Record<string, BackupRows>>;
}

export function toState({ tables }: Backup): DatabaseState {
  const rows: Record<string, BackupRows> = {};
  for (const name of Object.keys(tables).sort()) rows[name] = inOrder(name, tables[name] ?? []);
  return {
    digest: createHash("sha256").update(JSON.stringify(rows)).digest("hex"),
    tables: Object.fromEntries(
      Object.entries(rows).map(([name, tableRows]) => [name, tableRows.length]),
    ),
    rows,
  };
}

/**
 * Sorts columns by name and rows by the remaining values, because the order differs between
 * databases.
 */
function inOrder(table: string, rows: BackupRows): BackupRows {
  const others = findOwn(excludedColumns, table) ?? [];
  const plain = rows.map((row) => {
    const names = Object.keys(row).filter((name) => !others.includes(name));
    return Object.fromEntries(names.sort().map((name) => [name, row[name] ?? null]));
  });
  const texts = new Map(plain.map((row) => [row, JSON.stringify(row)]));
  return plain.sort((one, other) => compare(texts.get(one) ?? "", texts.get(other) ?? ""));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
