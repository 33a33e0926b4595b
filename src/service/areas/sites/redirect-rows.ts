/**
 * The redirects of a site as rows, and which of them applies to a path. Published addresses know no
 * upper and lower case, so sources that differ in that alone are the same one.
 */

import type { Output } from "../../../contract/endpoint.ts";
import type { Destination } from "../../../contract/site-redirect.model.ts";
import type * as contract from "../../../contract/site-redirect.ts";
import { longestSource, normalizedPath } from "../../../contract/site-redirect-values.ts";
import { decoded } from "../../../document/reference-address.ts";
import { trimCharacter } from "../../../json/trimming.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteRedirectTable } from "./tables.ts";

/** How many a site may have, drafts apart: an answer that follows them reads them all. */
export const mostRedirects = 10_000;

/** A redirect that applies to a path. */
export interface Redirected {
  readonly row: SiteRedirectTable;
  /** What its star stands for, without a slash at its beginning; empty without a star. */
  readonly captured: string;
}

export function isWildcard({ source_key }: Pick<SiteRedirectTable, "source_key">): boolean {
  return source_key.startsWith("*");
}

/** The keys of the sources that match a path, the most exact first. */
function keysFor(path: string): string[] {
  const whole = normalizedPath(trimmed(path)).slice(0, longestSource);
  const ends = Array.from({ length: whole.length }, (_, at) => whole.length - at);
  return [`=${whole}`, ...ends.map((end) => `*${whole.slice(0, end)}`)];
}

function trimmed(path: string): string {
  return `/${trimCharacter(path, "/")}`;
}

function apply(path: string, row: SiteRedirectTable): Redirected {
  if (!isWildcard(row)) return { row, captured: "" };
  const readable = decoded(trimmed(path));
  const lower = readable.toLowerCase();
  const start = row.source_key.length - 1;
  // A few letters change their length in lower case.
  const from = lower.length === readable.length ? readable : lower;
  return { row, captured: from.slice(start).replace(/^\//, "") };
}

/** The live redirect for a path of a site. */
export async function findRedirect(
  db: Queries,
  siteId: string,
  path: string,
): Promise<Redirected | undefined> {
  const keys = keysFor(path);
  const rows = await db
    .selectFrom("site_redirects")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("draft", "=", 0)
    .where("source_key", "in", keys)
    .execute();
  const row = keys
    .map((key) => rows.find((one) => one.source_key === key))
    .find((one) => one !== undefined);
  return row && apply(path, row);
}

/** Reads all live redirects of a site, for many paths. */
export async function redirectFinder(
  db: Queries,
  siteId: string,
): Promise<(path: string) => Redirected | undefined> {
  const rows = await db
    .selectFrom("site_redirects")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("draft", "=", 0)
    .execute();
  const byKey = new Map(rows.map((row) => [row.source_key, row]));
  return (path) => {
    if (byKey.size === 0) return undefined;
    const row = keysFor(path)
      .map((key) => byKey.get(key))
      .find((one) => one !== undefined);
    return row && apply(path, row);
  };
}

/** What a redirect adds to its destination: what its star stands for, if it captures that. */
export function addedPath({ row, captured }: Redirected): string {
  return row.capture_wildcard === 1 ? captured : "";
}

export function resolveDestination({
  destination,
}: Pick<SiteRedirectTable, "destination">): Destination {
  return JSON.parse(destination);
}

export function presentRedirect(row: SiteRedirectTable): Output<typeof contract.update> {
  return {
    object: "site-redirect",
    id: row.id,
    source: row.source,
    draft: row.draft === 1,
    captureWildcard: row.capture_wildcard === 1,
    permanent: row.permanent === 1,
    destination: resolveDestination(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  };
}
