/**
 * Visibility as a condition of lists: the decision of precedence.ts for many rows at once. Grants
 * only add visibility to levels, so grants are not read for a row that its level shows.
 */
import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { isGrantTo } from "./grants.ts";
import { createViewer, isOwnLevel, type RoleViewer } from "./precedence.ts";

/**
 * Whether a user sees each row of a query on `table`. The user's grants are computed once for the
 * query, so hidden rows cost very little.
 * @param member the role in the organization, null for a guest
 */
export function isVisibleTo(
  person: string,
  member: Role | null,
  table: "collections" | "spaces" | "siblings",
): RawBuilder<boolean> {
  if (member === "admin") return sql`1 = 1`;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const isGuest = member === null;
  const open = isGuest ? sql`1 = 0` : sql`${column("resolved_level")} <> 'none'`;
  const granted = sql`(${withGranted(createViewer(person, member))} select granted.id from granted)`;
  if (table === "collections") return sql`(${open} or ${column("id")} in ${granted})`;
  const created = isGuest
    ? sql`1 = 0`
    : sql`${column("default_level")} is null and ${column("created_by")} = ${person}`;
  return sql`(${open} or ${column("id")} in ${granted} or (${created}) or (
    not ${isOwnLevel(table)} and (
      ${column("id")} in (${onGrantedSites(person)})
      or (${column("parent_id")} in ${granted} and not ${isLedBySite(table)})
    )
  ))`;
}

/** Whether a user sees the site of each row of a query on `sites`. */
export function isSiteVisibleTo(person: string, member: Role | null): RawBuilder<boolean> {
  if (member === "admin") return sql`1 = 1`;
  return isVisibleSite(createViewer(person, member));
}

/** The same for a query that determines the viewer itself. */
export function isVisibleSite({ person, isGuest }: RoleViewer): RawBuilder<boolean> {
  return sql`((sites.default_level is not null and not ${isGuest}) or sites.id in (
    select grants.content_id from grants where ${isGrantTo(person)}
  ))`;
}

/**
 * Begins a query with `granted(id)`: the resources granted to a user, the hidden collections that
 * the user created, and the collections below those up to the next one with its own level.
 */
export function withGranted({ person, isGuest }: RoleViewer): RawBuilder<unknown> {
  return withSeeds(sql`
    select grants.content_id from grants where ${isGrantTo(person)}
    union
    select hidden.id from collections as hidden
    where hidden.default_level is null and hidden.created_by = ${person} and not ${isGuest}`);
}

function withSeeds(seeds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive granted(id) as (
    ${seeds}
    union
    select below.id from granted cross join collections as below
    where below.parent_id = granted.id and not ${isOwnLevel("below")}
  )`;
}

/** The spaces of the sites on which a user has a grant. */
function onGrantedSites(person: string): RawBuilder<unknown> {
  return sql`select site_spaces.space_id from site_spaces
    join grants on grants.content_id = site_spaces.site_id where ${isGrantTo(person)}`;
}

/** Whether a site with its own level decides about a space that inherits. */
function isLedBySite(table: string): RawBuilder<boolean> {
  return sql`exists (
    select 1 from site_spaces join sites on sites.id = site_spaces.site_id
    where site_spaces.space_id = ${sql.ref(`${table}.id`)} and ${isOwnLevel("sites")}
  )`;
}

/**
 * Counts the spaces that a user sees by grants and not by a level.
 * @param which a condition on `spaces`
 */
export function countSpacesGrantedTo(
  viewer: RoleViewer,
  which: RawBuilder<unknown>,
): RawBuilder<number> {
  return countSpacesIn(
    withGranted(viewer),
    which,
    sql`
      select spaces.id from spaces where spaces.default_level is null
        and spaces.created_by = ${viewer.person} and not ${viewer.isGuest} and ${which}
      union`,
  );
}

/** Counts the spaces in which the grants of a team apply to its members. */
export function countTeamSpaces(
  team: RawBuilder<string>,
  which: RawBuilder<unknown>,
): RawBuilder<number> {
  const teamGrants = sql`select grants.content_id from grants where grants.holder_id = ${team}`;
  return countSpacesIn(withSeeds(teamGrants), which, sql``);
}

/** A cross join fixes the table order in SQLite: there are few grants and many spaces. */
function countSpacesIn(
  granted: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql`(
    ${granted}
    select count(*) from (
      ${others}
      select spaces.id from granted cross join spaces where spaces.id = granted.id and ${which}
      union
      select spaces.id from granted cross join site_spaces cross join spaces
        where site_spaces.site_id = granted.id and spaces.id = site_spaces.space_id
          and not ${isOwnLevel("spaces")} and ${which}
      union
      select spaces.id from granted cross join spaces
        where spaces.parent_id = granted.id and not ${isOwnLevel("spaces")}
          and not ${isLedBySite("spaces")} and ${which}
    ) as granted
  )`;
}
