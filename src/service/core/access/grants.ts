/**
 * Grants: roles of a user or a team in a collection, a space or a docs site. Their precedence is in
 * precedence.ts; their effect on lists is in visible.ts.
 */
import { type RawBuilder, sql } from "kysely";
import { type Role, roles } from "../../../contract/roles.ts";
import type { Queries } from "../../database/tables.ts";

/** The numeric strength of a role in a grant: read is 1, admin is 6. */
export function computeStrength(role: Role): number {
  return roles.length - roles.indexOf(role);
}

/** The role with a strength; null if there is no grant. */
export function toRole(strength: number | null): Role | null {
  return strength === null ? null : (roles[roles.length - strength] ?? null);
}

/**
 * Whether a grant is to a user, or to a team of the user. As one list of holders, so that the grants of
 * one resource are found by their holder; with `or`, SQLite reads all of them for each user.
 * @param person an id, or a column of ids
 */
export function isGrantTo(person: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`grants.holder_id in (
    select cast(${person} as text)
    union all
    select team_members.team_id from team_members where team_members.user_id = ${person}
  )`;
}

/** Deletes the grants on a collection or space, and the invite links to it. */
export async function removeGrants(db: Queries, contentId: string): Promise<void> {
  await db.deleteFrom("grants").where("content_id", "=", contentId).execute();
  await db
    .deleteFrom("link_invites")
    .where((row) => row.or([row("space_id", "=", contentId), row("collection_id", "=", contentId)]))
    .execute();
}

/**
 * Copies the grants of an original to its copy. Grants on the parent collection apply to both
 * anyway.
 */
export async function copyGrants(db: Queries, original: string, copy: string): Promise<void> {
  await db
    .insertInto("grants")
    .columns(["organization_id", "content_id", "holder_id", "strength"])
    .expression((query) =>
      query
        .selectFrom("grants")
        .select(["organization_id", sql<string>`${copy}`.as("content_id"), "holder_id", "strength"])
        .where("content_id", "=", original),
    )
    .execute();
}
