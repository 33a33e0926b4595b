/** Spaces as rows: reading one with what the caller may do in it, and showing it. */
import { sql } from "kysely";
import type { Output } from "../contract/endpoint.ts";
import type { SpaceMergeRules } from "../contract/merge-rules.model.ts";
import type { Role } from "../contract/roles.ts";
import type * as contract from "../contract/space.ts";
import { Problem } from "../errors.ts";
import { roleUnder, spacePermissions, unseen } from "./access.ts";
import { addresses } from "./addresses.ts";
import type { Queries, SpaceTable } from "./database/tables.ts";
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
}

/** The counts of a space, as columns of a query: there is nothing to count yet. */
const counts = [
  sql<number>`0`.as("comments"),
  sql<number>`0`.as("change_requests"),
  sql<number>`0`.as("change_requests_open"),
  sql<number>`0`.as("change_requests_draft"),
] as const;

export type SpaceRow = SpaceTable & SpaceCounts;

export interface FoundSpace {
  readonly row: SpaceRow;
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** What the caller may do in the space; null where he may not see it. */
  readonly role: Role | null;
}

/** Rows with all that an answer needs, so that a page of them costs one query. */
export function selectSpaces(db: Queries) {
  return db.selectFrom("spaces").selectAll("spaces").select(counts);
}

/**
 * A space, perhaps a deleted one.
 * @returns absent where there is none, its time is over, or the caller is not in its organization
 */
export async function findSpace(call: Call, id: string): Promise<FoundSpace | undefined> {
  const found = await selectSpaces(call.db)
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "spaces.organization_id")
        .on("members.user_id", "=", call.caller)
        .on("members.disabled", "=", 0),
    )
    .select("members.role as member_role")
    .where("spaces.id", "=", id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { member_role: member, ...row } = found;
  if (row.deleted_at !== null && purgeTime(row.deleted_at) <= call.now) return undefined;
  return { row, member, role: roleUnder(row.resolved_level, member) };
}

/**
 * A space that lives.
 * @throws Problem 404 where the caller may not see it, or it is deleted
 */
export async function seenSpace(call: Call, id: string): Promise<FoundSpace> {
  const found = await findSpace(call, id);
  if (!found?.role) throw unseen("space", id, "spaceId");
  if (found.row.deleted_at === null) return found;
  if (found.role !== "admin") throw unseen("space", id, "spaceId");
  throw new Problem(
    404,
    `Space ${id} is deleted; POST /spaces/${id}/restore brings it back until ${purgeTime(found.row.deleted_at).toISOString()}.`,
    { field: "spaceId", hint: `tome space restore ${id}` },
  );
}

/** The space after a change, which may have taken it out of the caller's sight. */
export async function changedSpace(call: Call, id: string): Promise<Space> {
  const found = await findSpace(call, id);
  if (!found) throw unseen("space", id, "spaceId");
  return showSpace(found.row, found.role, call.base);
}

export function showSpace(row: SpaceRow, role: Role | null, base: string): Space {
  const mergeRules: SpaceMergeRules = JSON.parse(row.merge_rules);
  return {
    object: "space",
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? plainEmoji,
    // Who stands in a collection is seen with it, until it is published.
    visibility:
      row.visibility === "private" && row.parent_id !== null ? "in-collection" : row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
    editMode: row.edit_mode,
    mergeRules,
    urls: { ...addresses(base, "spaces", row.id), icon: row.icon ?? undefined },
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    language: row.language ?? undefined,
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: spacePermissions(role),
  };
}
