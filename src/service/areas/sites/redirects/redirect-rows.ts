/**
 * Queries for the redirects of a site, and matching of paths. Paths of published sites are
 * case-insensitive, so sources that differ only in case are equal.
 */

import type { Output } from "../../../../contract/endpoint.ts";
import type { Destination } from "../../../../contract/site-redirect.model.ts";
import type * as contract from "../../../../contract/site-redirect.ts";
import { longestSource, normalizePath } from "../../../../contract/site-redirect-values.ts";
import { decodePart } from "../../../../document/reference-address.ts";
import { trimCharacter } from "../../../../json/trim.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SiteRedirectTable } from "../tables.ts";

/** Maximum number of live redirects of a site, and of drafts. Some requests load all of them. */
export const mostRedirects = 10_000;

/** A redirect that applies to a path. */
export interface MatchedRedirect {
  readonly row: SiteRedirectTable;
  /** The text that matched the wildcard, without a leading slash; empty without a wildcard. */
  readonly captured: string;
}

export function isWildcard({ source_key }: Pick<SiteRedirectTable, "source_key">): boolean {
  return source_key.startsWith("*");
}

/** The keys of all sources that match a path, most specific first. */
function listKeys(path: string): string[] {
  const fullPath = normalizePath(trimPath(path)).slice(0, longestSource);
  const ends = Array.from({ length: fullPath.length }, (_, index) => fullPath.length - index);
  return [`=${fullPath}`, ...ends.map((end) => `*${fullPath.slice(0, end)}`)];
}

function trimPath(path: string): string {
  return `/${trimCharacter(path, "/")}`;
}

function apply(path: string, row: SiteRedirectTable): MatchedRedirect {
  if (!isWildcard(row)) return { row, captured: "" };
  const readable = decodePart(trimPath(path));
  const lower = readable.toLowerCase();
  const start = row.source_key.length - 1;
  // The lower case of some characters has a different length.
  const from = lower.length === readable.length ? readable : lower;
  return { row, captured: from.slice(start).replace(/^\//, "") };
}

/** The live redirect that applies to a path of a site. */
export async function findRedirect(
  db: Queries,
  siteId: string,
  path: string,
): Promise<MatchedRedirect | undefined> {
  const keys = listKeys(path);
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

/** Loads all live redirects of a site and returns a function that matches paths. */
export async function redirectFinder(
  db: Queries,
  siteId: string,
): Promise<(path: string) => MatchedRedirect | undefined> {
  const rows = await db
    .selectFrom("site_redirects")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("draft", "=", 0)
    .execute();
  const byKey = new Map(rows.map((row) => [row.source_key, row]));
  return (path) => {
    if (byKey.size === 0) return undefined;
    const row = listKeys(path)
      .map((key) => byKey.get(key))
      .find((one) => one !== undefined);
    return row && apply(path, row);
  };
}

/** The captured path that the redirect appends to its destination; empty if it does not capture. */
export function getAddedPath({ row, captured }: MatchedRedirect): string {
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
