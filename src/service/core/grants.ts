/**
 * Roles given by name: to a person or to a team, in a collection or space. A grant counts there and
 * in all that the collection holds, whatever default levels stand in between; where several count,
 * the strongest does.
 */
import { type RawBuilder, sql } from "kysely";
import { type Role, roles } from "../../contract/roles.ts";
import type { Queries } from "../database/tables.ts";

/** The number that stands for a role in a grant: read is 1, admin is 6. */
export function strengthOf(role: Role): number {
  return roles.length - roles.indexOf(role);
}

/** The role that a number stands for; null where nothing is granted. */
export function roleOfStrength(strength: number | null): Role | null {
  return strength === null ? null : (roles[roles.length - strength] ?? null);
}

/**
 * The strongest grant that a person has in each row of a query on `table`, as a number, or null.
 * It looks up the grants on the row and on each collection above it, and reads nothing else.
 */
export function grantedTo(
  person: string,
  table: "collections" | "spaces",
): RawBuilder<number | null> {
  return sql`(
    with recursive line(id, parent_id) as (
      select ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.parent_id`)}
      union all
      select above.id, above.parent_id
      from collections as above join line on above.id = line.parent_id
    )
    select max(grants.strength)
    from line join grants on grants.content_id = line.id
    where ${heldBy(person)}
  )`;
}

/**
 * `roleIn` as a condition: whether a member sees each row of a query on `table`. What he holds is
 * worked out once for the whole query, so what is hidden from him costs a page next to nothing.
 * @param member his role in the organization, null for a guest
 */
export function visibleTo(
  person: string,
  member: Role | null,
  table: "collections" | "spaces" | "siblings",
): RawBuilder<boolean> {
  if (member === "admin") return sql`1 = 1`;
  const open = member === null ? sql`1 = 0` : sql`${sql.ref(`${table}.resolved_level`)} <> 'none'`;
  const held = sql`(${withHeld(heldBy(person))} select held.id from held)`;
  const [id, parent] = [sql.ref(`${table}.id`), sql.ref(`${table}.parent_id`)];
  return sql`(${open} or ${id} in ${held} or ${parent} in ${held})`;
}

/**
 * Begins a query with `held(id)`: the collections and spaces of some grants, and every collection
 * below them. A space in one of those is held too, by its parent.
 * @param grants which grants, as a condition on their table
 */
export function withHeld(grants: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`with recursive held(id) as (
    select grants.content_id from grants where ${grants}
    union
    select below.id from collections as below join held on below.parent_id = held.id
  )`;
}

/** Whether a grant is to a person, or to a team of his. @param person an id, or a column of ids */
export function heldBy(person: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`(grants.holder_id = ${person} or grants.holder_id in (
    select team_members.team_id from team_members where team_members.user_id = ${person}
  ))`;
}

/** Takes away what is granted on one collection or space, and the invite links that lead to it. */
export async function forgetGrants(db: Queries, contentId: string): Promise<void> {
  await db.deleteFrom("grants").where("content_id", "=", contentId).execute();
  await db
    .deleteFrom("link_invites")
    .where((row) => row.or([row("space_id", "=", contentId), row("collection_id", "=", contentId)]))
    .execute();
}

/** The same for a collection and all that it holds, at any depth. */
export async function forgetGrantsWithin(db: Queries, collectionId: string): Promise<void> {
  const within = sql<string>`(
    with recursive tree(id) as (
      select collections.id from collections where collections.id = ${collectionId}
      union all
      select below.id from collections as below join tree on below.parent_id = tree.id
    )
    select id from tree
    union all
    select spaces.id from spaces join tree on spaces.parent_id = tree.id
  )`;
  await db.deleteFrom("grants").where("content_id", "in", within).execute();
  await db
    .deleteFrom("link_invites")
    .where((row) => row.or([row("space_id", "in", within), row("collection_id", "in", within)]))
    .execute();
}

/** Gives a copy the grants of its original; those on the collection above count for both anyway. */
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
