/** Spaces as rows: reading one with what the caller may do in it, and showing it. */
import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../contract/endpoint.ts";
import type { SpaceMergeRules } from "../../contract/merge-rules.model.ts";
import type { Role } from "../../contract/roles.ts";
import type * as contract from "../../contract/space.ts";
import { Problem } from "../../errors.ts";
import { prepared } from "../database/prepared.ts";
import type { SpaceTable } from "../database/tables.ts";
import { notFound, roleIn, spacePermissions } from "./access.ts";
import { addresses } from "./app-addresses.ts";
import { grantedTo } from "./grants.ts";
import type { Call } from "./handlers.ts";
import { purgeTime } from "./retention.ts";

type Space = Output<typeof contract.get>;

/** Every answer has an emoji; this stands for none. */
const plainEmoji = "📄";

export interface SpaceCounts {
  comments: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  /** JSON: what it shows of its Git repository. */
  git_shown: string | null;
}

/** How many rows of a table belong to the space of each row; read from an index alone. */
function countOf(table: "comments" | "change_requests", condition: RawBuilder<unknown>) {
  return sql<number>`(select cast(count(*) as integer) from ${sql.table(table)} where ${condition})`;
}

/** What is granted to an admin gives him nothing that he has not. */
const nothing = sql<number | null>`cast(null as integer)`;

const ofSpace = sql`change_requests.space_id = spaces.id`;

/** The counts of a space and its Git, as columns of a query. Comments are those on its own content. */
const counts = [
  countOf("comments", sql`comments.place_id = spaces.id and comments.status = 'open'`).as(
    "comments",
  ),
  countOf("change_requests", ofSpace).as("change_requests"),
  countOf("change_requests", sql`${ofSpace} and change_requests.status = 'open'`).as(
    "change_requests_open",
  ),
  countOf("change_requests", sql`${ofSpace} and change_requests.status = 'draft'`).as(
    "change_requests_draft",
  ),
  sql<string | null>`(select shown from git_syncs where git_syncs.space_id = spaces.id)`.as(
    "git_shown",
  ),
] as const;

export interface SeenRow extends SpaceTable {
  /** The strongest grant that the caller has in it. */
  granted: number | null;
}

export interface SpaceRow extends SeenRow, SpaceCounts {}

export interface FoundSpace<Row extends SeenRow = SeenRow> {
  /** Without the counts, which only an answer needs: `findWholeSpace` reads them too. */
  readonly row: Row;
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** What the caller may do in the space; null where he may not see it. */
  readonly role: Role | null;
}

/**
 * Rows with all that an answer to the caller needs, so that a page of them costs one query.
 * @param member his role where it is known: to an admin nothing can be granted that he has not
 */
export function selectSpaces(call: Pick<Call, "db" | "caller">, member: Role | null = null) {
  return selectSeen(call, member).select(counts);
}

function selectSeen({ db, caller }: Pick<Call, "db" | "caller">, member: Role | null = null) {
  const granted = member === "admin" ? nothing : grantedTo(caller, "spaces");
  return db.selectFrom("spaces").selectAll("spaces").select(granted.as("granted"));
}

function inOwnOrganization({ db, caller }: Pick<Call, "db" | "caller">, id: string) {
  const granted = sql<number | null>`case when members.role = 'admin' then ${nothing}
    else ${grantedTo(caller, "spaces")} end`;
  return db
    .selectFrom("spaces")
    .selectAll("spaces")
    .select(granted.as("granted"))
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "spaces.organization_id")
        .on("members.user_id", "=", caller)
        .on("members.disabled", "=", 0),
    )
    .select("members.role as member_role")
    .where("spaces.id", "=", id);
}

const seenRows = prepared(["caller", "id"], (db, { caller, id }) =>
  inOwnOrganization({ db, caller }, id),
);

/** Besides the counts whether it may have an address on a published site, which is seldom so. */
const wholeRows = prepared(["caller", "id"], (db, { caller, id }) =>
  inOwnOrganization({ db, caller }, id)
    .select(counts)
    .select(
      sql<number>`case when exists (
        select 1 from site_spaces join sites on sites.id = site_spaces.site_id
        where site_spaces.space_id = spaces.id and sites.published = 1
      ) then 1 else 0 end`.as("on_site"),
    ),
);

/**
 * A space, perhaps a deleted one.
 * @returns absent where there is none, its time is over, or the caller is not in its organization
 */
export async function findSpace(
  call: Pick<Call, "db" | "now" | "caller">,
  id: string,
): Promise<FoundSpace | undefined> {
  const [row] = await seenRows(call.db, { caller: call.caller, id });
  return row && found(row, call.now);
}

/** The same with all that an answer shows of it. */
export async function findWholeSpace(
  call: Call,
  id: string,
): Promise<FoundSpace<SpaceRow & { on_site: number }> | undefined> {
  const [row] = await wholeRows(call.db, { caller: call.caller, id });
  return row && found(row, call.now);
}

function found<Row extends SeenRow & { member_role: Role | null }>(
  row: Row,
  now: Date,
): FoundSpace<Row> | undefined {
  if (row.deleted_at !== null && purgeTime(row.deleted_at) <= now) return undefined;
  return { row, member: row.member_role, role: roleIn(row, row.member_role) };
}

/**
 * A space that lives.
 * @throws Problem 404 where the caller may not see it, or it is deleted
 */
export async function requireSpace(call: Call, id: string): Promise<FoundSpace> {
  const found = await findSpace(call, id);
  if (!found?.role) throw notFound("space", id, "spaceId");
  if (found.row.deleted_at === null) return found;
  if (found.role !== "admin") throw notFound("space", id, "spaceId");
  throw new Problem(
    404,
    `Space ${id} is deleted; POST /spaces/${id}/restore brings it back until ${purgeTime(found.row.deleted_at).toISOString()}.`,
    { field: "spaceId", hint: `tome space restore ${id}` },
  );
}

/** The space after a change, which may have taken it out of the caller's sight. */
export async function changedSpace(call: Call, id: string): Promise<Space> {
  const changed = await findWholeSpace(call, id);
  if (!changed) throw notFound("space", id, "spaceId");
  return presentSpace(changed.row, changed.role, call.base);
}

/** What stands in a collection is seen with it, until it is published. */
export function shownVisibility(visibility: string, parentId: string | null): string {
  return visibility === "private" && parentId !== null ? "in-collection" : visibility;
}

export function presentSpace(row: SpaceRow, role: Role | null, base: string): Space {
  const mergeRules: SpaceMergeRules = JSON.parse(row.merge_rules);
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? plainEmoji,
    visibility: shownVisibility(row.visibility, row.parent_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
    editMode: row.edit_mode,
    mergeRules,
    urls: { ...addresses(base, "spaces", row.id), icon: row.icon ?? undefined },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    language: row.language ?? undefined,
    gitSync: row.git_shown === null ? undefined : JSON.parse(row.git_shown),
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: spacePermissions(role),
  };
}
