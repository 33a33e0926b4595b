/**
 * Grants: roles of a person or a team in a collection or space. A grant also counts in all that the
 * collection contains, whatever the default levels in between; if several count, the strongest wins.
 */
import { type RawBuilder, sql } from "kysely";
import { type Role, roles } from "../../contract/roles.ts";
import type { Queries } from "../database/tables.ts";

/** The number that stands for a role in a grant: read is 1, admin is 6. */
export function strengthOf(role: Role): number {
  return roles.length - roles.indexOf(role);
}

/** The role that a number stands for; null if nothing is granted. */
export function roleOfStrength(strength: number | null): Role | null {
  return strength === null ? null : (roles[roles.length - strength] ?? null);
}

/**
 * The strongest grant of a person in each row of a query on `table`, as a number, or null. It reads
 * only the grants on the row and on each collection above it.
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
    where ${isGrantTo(person)}
  )`;
}

/**
 * `roleIn` as a condition: whether a member sees each row of a query on `table`. Their grants are
 * computed once for the whole query, so rows that are hidden from them cost a page next to nothing.
 * @param member their role in the organization, null for a guest
 */
export function visibleTo(
  person: string,
  member: Role | null,
  table: "collections" | "spaces" | "siblings",
): RawBuilder<boolean> {
  if (member === "admin") return sql`1 = 1`;
  const open = member === null ? sql`1 = 0` : sql`${sql.ref(`${table}.resolved_level`)} <> 'none'`;
  const granted = sql`(${withGranted(isGrantTo(person))} select granted.id from granted)`;
  const [id, parent] = [sql.ref(`${table}.id`), sql.ref(`${table}.parent_id`)];
  return sql`(${open} or ${id} in ${granted} or ${parent} in ${granted})`;
}

/**
 * Begins a query with `granted(id)`: the collections and spaces of some grants, and every collection
 * below them. A space in one of those is granted by its parent.
 * @param grants which grants, as a condition on their table
 */
export function withGranted(grants: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`with recursive granted(id) as (
    select grants.content_id from grants where ${grants}
    union
    select below.id from collections as below join granted on below.parent_id = granted.id
  )`;
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

/** The same for a collection and all that it contains, at any depth. */
export async function removeGrantsWithin(db: Queries, collectionId: string): Promise<void> {
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
