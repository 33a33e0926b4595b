/**
 * Former paths of the spaces of a site, so that URLs lead to their pages after the path of a section or
 * space, or a default, has changed.
 */

import { computeNextPosition } from "../../../core/rows/path-positions.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Structure } from "../structure/structure.ts";
import { findStarts } from "./find-published.ts";

/** A path of a site, and a time at which a space was published at it. */
export interface StartPeriod {
  /** In lower case; empty, or with a leading slash. */
  readonly path: string;
  readonly spaceId: string;
  readonly since: number;
  /** Infinity for a current path. */
  readonly until: number;
}

/** Stores the paths that spaces got and lost since the last call. */
export async function recordStarts(db: Queries, structure: Structure): Promise<void> {
  const { id: siteId } = structure.site;
  const current = new Map(
    findStarts(structure).map(({ start, siteSpace: { space_id: spaceId } }) => [
      `${spaceId} ${start}`,
      { path: start, space_id: spaceId },
    ]),
  );
  const ofSite = db.selectFrom("site_paths").selectAll().where("site_id", "=", siteId);
  const rows = await ofSite.where("until", "is", null).execute();
  const open = new Map(rows.map((row) => [`${row.space_id} ${row.path}`, row]));
  const added = [...current].filter(([key]) => !open.has(key));
  const lost = [...open].filter(([key]) => !current.has(key));
  if (added.length === 0 && lost.length === 0) return;
  const isFirst = rows.length === 0 && !(await ofSite.limit(1).executeTakeFirst());
  const position = isFirst ? 0 : await computeNextPosition(db);
  for (const [, { path, space_id, since }] of lost) {
    await db
      .updateTable("site_paths")
      .set({ until: position })
      .where("site_id", "=", siteId)
      .where("path", "=", path)
      .where("space_id", "=", space_id)
      .where("since", "=", since)
      .execute();
  }
  if (added.length === 0) return;
  await db
    .insertInto("site_paths")
    .values(added.map(([, row]) => ({ ...row, site_id: siteId, since: position, until: null })))
    .execute();
}

/** More segments than the path of a space on a site has. */
const mostSegments = 8;
/** Former paths that are considered, the last ones. A visitor's request must not depend on their number. */
const mostFormerPaths = 500;

/** The periods of the last paths that contain a requested path. */
export async function listStartPeriods(
  db: Queries,
  structure: Structure,
  requestedPath: string,
): Promise<readonly StartPeriod[]> {
  const lower = `${requestedPath.toLowerCase()}/`;
  const segments = lower.split("/", mostSegments + 1).slice(1);
  const paths = segments.map((_, at) => ["", ...segments.slice(0, at)].join("/"));
  const above = db
    .selectFrom("site_paths")
    .selectAll()
    .where("site_id", "=", structure.site.id)
    .where("path", "in", [...new Set(["", ...paths])]);
  const rows = [
    ...(await above.where("until", "is", null).execute()),
    ...(await above
      .where("until", "is not", null)
      .orderBy("until", "desc")
      .limit(mostFormerPaths)
      .execute()),
  ];
  const stored = rows.map((row) => ({
    path: row.path,
    spaceId: row.space_id,
    since: row.since,
    until: row.until ?? Number.POSITIVE_INFINITY,
  }));
  const isStored = ({ start, space }: { readonly start: string; readonly space: string }) =>
    stored.some(
      (one) =>
        one.path === start && one.spaceId === space && one.until === Number.POSITIVE_INFINITY,
    );
  const current = findStarts(structure)
    .filter(({ start, siteSpace }) => !isStored({ start, space: siteSpace.space_id }))
    .map(({ start, siteSpace }) => ({
      path: start,
      spaceId: siteSpace.space_id,
      since: 0,
      until: Number.POSITIVE_INFINITY,
    }));
  return [...stored, ...current].filter(({ path }) => lower.startsWith(`${path}/`));
}
