/** Queries for members with their counts, and the member response. */
import { type RawBuilder, sql } from "kysely";
import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/member.ts";
import type { RuleOperation } from "../../../../contract/rules.ts";
import { authorize, createNotFoundError, requireMembership } from "../../../core/access/access.ts";
import { createViewerByRow } from "../../../core/access/precedence.ts";
import { countSpacesGrantedTo, isVisibleSite } from "../../../core/access/visible.ts";
import type { Call } from "../../../core/handlers.ts";
import { presentUser } from "../../../core/rows/users.ts";
import type { MemberTable, Queries } from "../../../database/tables.ts";

export interface MemberRow extends MemberTable {
  display_name: string;
  email: string;
  photo_url: string | null;
  user_created_at: string;
  spaces: number;
  teams: number;
  sites: number;
}

const byRow = createViewerByRow(sql<string>`members.user_id`);

/** The members of an organization. A page takes a single query. */
export function selectMembers(db: Queries, organizationId: string) {
  return db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .selectAll("members")
    .select([
      "users.display_name",
      "users.email",
      "users.photo_url",
      "users.created_at as user_created_at",
      countVisibleSpaces(organizationId).as("spaces"),
      countTeams(organizationId).as("teams"),
      countVisibleSites(organizationId).as("sites"),
    ])
    .where("members.organization_id", "=", organizationId);
}

/**
 * The number of spaces that the member of each row sees, by the rules of `isVisibleTo`. Spaces that are
 * open to all members are counted once per page, the others by grant.
 */
function countVisibleSpaces(organizationId: string): RawBuilder<number> {
  const live = sql`spaces.organization_id = ${organizationId} and spaces.deleted_at is null`;
  const more = sql`${live} and (members.role is null or spaces.resolved_level = 'none')`;
  return sql`case
    when members.disabled = 1 then 0
    when members.role = 'admin' then (select count(*) from spaces where ${live})
    else ${countSpacesGrantedTo(byRow, more)} + case when members.role is null then 0 else (
      select count(*) from spaces where ${live} and spaces.resolved_level <> 'none'
    ) end
  end`;
}

function countTeams(organizationId: string): RawBuilder<number> {
  return sql`(
    select count(*) from team_members join teams on teams.id = team_members.team_id
    where team_members.user_id = members.user_id and teams.organization_id = ${organizationId}
  )`;
}

function countVisibleSites(organizationId: string): RawBuilder<number> {
  return sql`case when members.disabled = 1 then 0 else (
    select count(*) from sites where sites.organization_id = ${organizationId}
      and (members.role = 'admin' or ${isVisibleSite(byRow)})
  ) end`;
}

/**
 * Finds a member. Callers without permission to list members may read only their own membership.
 * @throws ApiError 404 if the member does not exist, 403 if the caller may not read it
 */
export async function requireMember(
  call: Call,
  organizationId: string,
  userId: string,
  rule: RuleOperation,
): Promise<MemberRow> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, rule, { who: userId === call.caller ? ["person themselves"] : [] });
  return requireMemberRow(call.db, organizationId, userId);
}

/** @throws ApiError 404 */
export async function requireMemberRow(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<MemberRow> {
  const row = await selectMembers(db, organizationId)
    .where("members.user_id", "=", userId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("member", userId, "userId");
  return row;
}

export function presentMember(row: MemberRow, base: string): Output<typeof contract.get> {
  const user = {
    id: row.user_id,
    display_name: row.display_name,
    email: row.email,
    photo_url: row.photo_url,
    created_at: row.user_created_at,
  };
  return {
    object: "member",
    id: row.user_id,
    role: row.role,
    user: presentUser(user, base),
    disabled: row.disabled === 1,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at ?? undefined,
    sso: row.sso === 1,
    spaces: Number(row.spaces),
    teams: Number(row.teams),
    sites: Number(row.sites),
  };
}
