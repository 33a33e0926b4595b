/**
 * Rows of spaces: load one with the caller's role, retention of deleted spaces, and presentation.
 */

import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import { retentionDays } from "../../../contract/limits.ts";
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { prepareQuery } from "../../database/prepared.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import { createNotFoundError, getPermissions, isBeyond } from "../access/access.ts";
import {
  createViewer,
  createViewerByRow,
  type DecidedColumn,
  readRole,
  selectDecision,
  selectSimpleDecision,
  undecided,
  unresolved,
} from "../access/precedence.ts";
import { createResourceUrls } from "../deferred-response.ts";
import type { Call } from "../handlers.ts";
import { addPublishedUrls, type WithPublishedUrl } from "./published-urls.ts";

type PresentedSpace = Output<typeof contract.get>;

/** Every response has an emoji; this is the default. */
const plainEmoji = "📄";

export interface SpaceCounts {
  comments: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  /** The presentation of its Git Sync, as JSON. */
  git_shown: string | null;
  /** Whether a published site contains the space, as 0 or 1. */
  on_site: number;
  /** Whether it is a style guide, as 0 or 1. */
  is_styleguide: number;
}

/** The number of rows of a table for the space of each row; read from an index only. */
function countRows(table: "comments" | "change_requests", condition: RawBuilder<unknown>) {
  return sql<number>`(select cast(count(*) as integer) from ${sql.table(table)} where ${condition})`;
}

const ofSpace = sql`change_requests.space_id = spaces.id`;

/**
 * The counts of a space and its Git Sync, as columns of a query. Comments are those on its own
 * content.
 */
const counts = [
  countRows("comments", sql`comments.place_id = spaces.id and comments.status = 'open'`).as(
    "comments",
  ),
  countRows("change_requests", ofSpace).as("change_requests"),
  countRows("change_requests", sql`${ofSpace} and change_requests.status = 'open'`).as(
    "change_requests_open",
  ),
  countRows("change_requests", sql`${ofSpace} and change_requests.status = 'draft'`).as(
    "change_requests_draft",
  ),
  sql<string | null>`(select shown from git_syncs
    where git_syncs.space_id = spaces.id and git_syncs.disconnected is null)`.as("git_shown"),
  sql<number>`case when exists (
    select 1 from site_spaces join sites on sites.id = site_spaces.site_id
    where site_spaces.space_id = spaces.id and sites.published = 1
  ) then 1 else 0 end`.as("on_site"),
  sql<number>`case when exists (
    select 1 from styleguides where styleguides.space_id = spaces.id
  ) then 1 else 0 end`.as("is_styleguide"),
] as const;

/** With the decision on the caller's role. */
export interface DecidedSpace extends SpaceTable, DecidedColumn {}

export interface SpaceRow extends DecidedSpace, SpaceCounts {}

export interface SpaceAccess<Row extends DecidedSpace = DecidedSpace> {
  /** Without the counts, which only a response needs; `findWholeSpace` reads them too. */
  readonly row: Row;
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** The caller's role in the space; null if they may not see it. */
  readonly role: Role | null;
}

/**
 * Selects the columns of a response to the caller, so that a page takes one query.
 * @param member the caller's role in the organization, null for a guest
 */
export function selectSpaces({ db, caller }: Pick<Call, "db" | "caller">, member: Role | null) {
  const decides =
    member === "admin" ? undecided : selectDecision(createViewer(caller, member), "spaces");
  return db.selectFrom("spaces").selectAll("spaces").select(decides.as("decided")).select(counts);
}

function selectForMember({ db, caller }: Pick<Call, "db" | "caller">, id: string) {
  return db
    .selectFrom("spaces")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "spaces.organization_id")
        .on("members.user_id", "=", caller)
        .on("members.disabled", "=", 0),
    )
    .select("members.role as member_role")
    .where("spaces.id", "=", id);
}

function selectSimply(asker: Pick<Call, "db" | "caller">, id: string) {
  const decides = selectSimpleDecision(createViewerByRow(asker.caller), "spaces");
  return selectForMember(asker, id).selectAll("spaces").select(decides.as("decided"));
}

const spacesById = prepareQuery(["caller", "id"], (db, { caller, id }) =>
  selectSimply({ db, caller }, id),
);

const decisionsById = prepareQuery(["caller", "id"], (db, { caller, id }) =>
  selectForMember({ db, caller }, id).select(
    selectDecision(createViewerByRow(caller), "spaces").as("decided"),
  ),
);

/** Whether a space has rare data, as 0 or 1. */
interface Rare {
  readonly has_imports: number;
}

/** With the counts, and with the data that takes a separate query where it exists. */
const wholeSpacesById = prepareQuery(["caller", "id"], (db, { caller, id }) =>
  selectSimply({ db, caller }, id)
    .select(counts)
    .select([
      sql<number>`case when exists (
        select 1 from imports where imports.space_id = spaces.id
      ) then 1 else 0 end`.as("has_imports"),
    ]),
);

const liveSpacesById = prepareQuery(["id"], (db, { id }) =>
  db.selectFrom("spaces").selectAll().where("id", "=", id).where("deleted_at", "is", null),
);

/** A space of a docs site for a visitor of the site, without data for its editors. */
async function findVisitedSpace(
  { db, visitor }: Pick<Call, "db" | "visitor">,
  id: string,
): Promise<SpaceAccess<SpaceRow & Rare> | undefined> {
  if (!visitor?.spaces.has(id)) return undefined;
  const [row] = await liveSpacesById(db, { id });
  return row && { row: { ...asVisited(row), has_imports: 0 }, member: null, role: "read" };
}

/** Omits data about work on a space: merge rules, repository and open items. */
export function asVisited(row: SpaceTable): SpaceRow {
  return {
    ...row,
    merge_rules: JSON.stringify({ type: "inherit" } satisfies SpaceMergeRules),
    decided: null,
    comments: 0,
    change_requests: 0,
    change_requests_open: 0,
    change_requests_draft: 0,
    git_shown: null,
    on_site: 1,
    is_styleguide: 0,
  };
}

/**
 * A space, which may be deleted.
 * @returns undefined if it does not exist, its retention has passed, or the caller is not in its
 * organization
 */
export async function findSpace(
  call: Pick<Call, "db" | "now" | "caller" | "boundTo" | "visitor">,
  id: string,
): Promise<SpaceAccess | undefined> {
  if (call.visitor) return findVisitedSpace(call, id);
  const [row] = await spacesById(call.db, { caller: call.caller, id });
  return row && resolveAccess(row, call);
}

/**
 * For a job that belongs to an organization, not to a member. The resource that a row refers to may
 * have been transferred, so the organization is part of the query.
 * @returns undefined for a space that is deleted or in another organization
 */
export async function findLivingSpace(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<SpaceTable | undefined> {
  const [row] = await liveSpacesById(db, { id });
  return row?.organization_id === organizationId ? row : undefined;
}

/** As `findSpace`, with all columns of a response. */
export async function findWholeSpace(
  call: Call,
  id: string,
): Promise<SpaceAccess<SpaceRow & Rare> | undefined> {
  if (call.visitor) return findVisitedSpace(call, id);
  const [row] = await wholeSpacesById(call.db, { caller: call.caller, id });
  return row && resolveAccess(row, call);
}

async function resolveAccess<Row extends DecidedSpace & { member_role: Role | null }>(
  row: Row,
  { db, caller, now, boundTo }: Pick<Call, "db" | "caller" | "now" | "boundTo">,
): Promise<SpaceAccess<Row> | undefined> {
  if (isBeyond(boundTo, row)) return undefined;
  if (row.deleted_at !== null && purgeTime(row.deleted_at) <= now) return undefined;
  if (row.decided !== unresolved) {
    return { row, member: row.member_role, role: readRole(row, row.member_role) };
  }
  const [decision] = await decisionsById(db, { caller, id: row.id });
  // The caller may have left the organization since the first query.
  if (decision === undefined) return undefined;
  const { decided, member_role: member } = decision;
  return { row: { ...row, decided }, member, role: readRole(decision, member) };
}

/**
 * A space that is not deleted.
 * @throws ApiError 404 if the caller may not see it, or it is deleted
 */
export async function requireSpace(
  call: Pick<Call, "db" | "now" | "caller" | "visitor">,
  id: string,
): Promise<SpaceAccess> {
  const access = await findSpace(call, id);
  if (!access?.role) throw createNotFoundError("space", id, "spaceId");
  if (access.row.deleted_at === null) return access;
  if (!allows(access.role, "restoreSpace")) throw createNotFoundError("space", id, "spaceId");
  throw new ApiError(
    404,
    `Space ${id} is deleted. It can be restored until ${purgeTime(access.row.deleted_at).toISOString()}.`,
    { field: "spaceId", hint: `tome space restore ${id}` },
  );
}

/** The space after a change, even if the caller may no longer see it. */
export async function presentChangedSpace(call: Call, id: string): Promise<PresentedSpace> {
  const changed = await findWholeSpace(call, id);
  if (!changed) throw createNotFoundError("space", id, "spaceId");
  return presentOneSpace(call, changed.row, changed.role);
}

/** Presents a single space, including a query for its published URL. */
export async function presentOneSpace(
  call: Call,
  row: SpaceRow,
  role: Role | null,
  shareKey?: string,
): Promise<PresentedSpace> {
  const [complete = { ...row, published: undefined }] = await addPublishedUrls(
    call,
    [row],
    shareKey,
  );
  return presentSpace(complete, role, call.base);
}

/** A private space in a collection is as visible as the collection. */
export function presentVisibility(visibility: string, parentId: string | null): string {
  return visibility === "private" && parentId !== null ? "in-collection" : visibility;
}

/** @param row with its published URL, from `addPublishedUrls` or from the site that is presented */
export function presentSpace(
  row: SpaceRow & WithPublishedUrl,
  role: Role | null,
  base: string,
): PresentedSpace {
  const mergeRules: SpaceMergeRules = JSON.parse(row.merge_rules);
  const { location, app } = createResourceUrls(base, "spaces", row.id);
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? plainEmoji,
    visibility: presentVisibility(row.visibility, row.parent_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
    editMode: row.edit_mode,
    mergeRules,
    urls: { location, app, published: row.published, icon: row.icon ?? undefined },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    language: row.language ?? undefined,
    gitSync: row.git_shown === null ? undefined : presentGitSync(row.git_shown, row.id),
    ...(row.is_styleguide === 1 && { type: "styleguide" as const }),
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: getPermissions("space", role),
  };
}

/**
 * The repository of a space. The hosted platform synchronizes only spaces with an installation, so
 * that a space without one has its own id in place of the installation's.
 */
export function presentGitSync(
  shown: string,
  spaceId: string,
): NonNullable<PresentedSpace["gitSync"]> {
  return {
    installationId: spaceId,
    installationStatus: "pending",
    ...JSON.parse(shown),
  };
}

/** The time when a space deleted at `deletedAt` is permanently removed. */
export function purgeTime(deletedAt: string): Date {
  return new Date(Date.parse(deletedAt) + retentionDays * 24 * 60 * 60 * 1000);
}
