/**
 * Grants: roles of a person or a team in a collection, a space or a docs site. Which of them counts
 * where is in precedence.ts; which things they show in a list is in visible.ts.
 */
import { type RawBuilder, sql } from "kysely";
import { type Role, roles } from "../../contract/roles.ts";
import type { Queries } from "../database/tables.ts";

/** The number that stands for a role in a grant: read is 1, admin is 6. */
export function computeStrength(role: Role): number {
  return roles.length - roles.indexOf(role);
}

/** The role that a number stands for; null if nothing is granted. */
export function toRole(strength: number | null): Role | null {
  return strength === null ? null : (roles[roles.length - strength] ?? null);
}

/** Whether a grant is to a person, or to a team of theirs. @param person an id, or a column of ids */
export function isGrantTo(person: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`(grants.holder_id = ${person} or grants.holder_id in (
    select team_members.team_id from team_members where team_members.user_id = ${person}
  ))`;
}

/** Removes the grants on one collection or space, and the invite links to it. */
export async function removeGrants(db: Queries, contentId: string): Promise<void> {
  await db.deleteFrom("grants").where("content_id", "=", contentId).execute();
  await db
    .deleteFrom("link_invites")
    .where((row) => row.or([row("space_id", "=", contentId), row("collection_id", "=", contentId)]))
    .execute();
}

/** Copies the grants of an original to its copy; those on the collection above count for both anyway. */
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
