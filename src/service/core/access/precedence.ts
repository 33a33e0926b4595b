/**
 * Resolution of the role of a user in a collection, a space or a docs site, with its origin. The
 * nearest scope decides, not the strongest role. For a space, the order is: grants on it, its own
 * level, its sites, then the collections above it from the nearest, each by its grants and then its
 * level. If none of them applies, the role in the organization does.
 */
import { type RawBuilder, sql } from "kysely";
import type { AccessLevel, Role } from "../../../contract/roles.ts";
import { roles } from "../../../contract/roles.ts";
import { computeStrength, isGrantTo, toRole } from "./grants.ts";

/** The scope of a role. */
export type DecidingScope = "organization" | "space" | "site" | "collection";

/**
 * The origin of a role within its scope: the user's role, a grant to the user, a grant to a team, a
 * level, or creation of the resource.
 */
export type Means = "role" | "grant" | "team" | "level" | "creation";

export interface DecisionSource {
  readonly scope: DecidingScope;
  readonly means: Means;
}

export interface AccessDecision {
  /** Null if the user may not see it. */
  readonly role: Role | null;
  readonly via: DecisionSource;
}

/** The column of `decided`. */
export interface DecidedColumn {
  /**
   * The deciding scope, origin and strength as a number with one digit each. Null if the role in
   * the organization decides.
   */
  readonly decided: number | null;
}

const scopeDigits = { space: 100, site: 200, collection: 300 } as const;
/**
 * Within a scope the higher number takes precedence: a grant to a user before a grant to a team.
 */
const meansDigits = { level: 10, creation: 20, team: 30, grant: 40 } as const;

const scopes = new Map<number, DecidingScope>([
  [100, "space"],
  [200, "site"],
  [300, "collection"],
]);
const meansOf = new Map<number, Means>([
  [10, "level"],
  [20, "creation"],
  [30, "team"],
  [40, "grant"],
]);

/**
 * @param member the role in the organization, null for a guest; an admin is admin everywhere
 * @returns the role and its origin
 */
export function readDecision({ decided }: DecidedColumn, member: Role | null): AccessDecision {
  if (member === "admin" || decided === null) {
    return { role: member, via: { scope: "organization", means: "role" } };
  }
  const strength = decided % 10;
  const scope = scopes.get(decided - (decided % 100));
  const means = meansOf.get((decided % 100) - strength);
  if (!scope || !means) throw new Error(`Invalid decision ${decided}.`);
  // The creator of a hidden resource has the same role in it as in the organization.
  const role = means === "creation" ? member : toRole(strength);
  return { role, via: { scope, means } };
}

/** The role in a resource; null if the user may not see it. */
export function readRole(resource: DecidedColumn, member: Role | null): Role | null {
  return readDecision(resource, member).role;
}

/** The user whose role a query resolves. */
export interface RoleViewer {
  /** An id, or a column of ids. */
  readonly person: string | RawBuilder<string>;
  /** Guests have access by grants only, not by levels. */
  readonly isGuest: RawBuilder<boolean>;
}

/** @param member the role in the organization, if it is known before the query */
export function createViewer(person: string | RawBuilder<string>, member: Role | null): RoleViewer {
  return { person, isGuest: member === null ? sql`1 = 1` : sql`1 = 0` };
}

/** The same for a query that has the columns of `members`. */
export function createViewerByRow(person: string | RawBuilder<string>): RoleViewer {
  return { person, isGuest: sql`members.role is null` };
}

/** For admins, whose role in the organization always decides. */
export const undecided: RawBuilder<number | null> = sql`cast(null as integer)`;

/**
 * The decision for each row of a query on `table`, as `readDecision` reads it, from the row, its
 * sites, and the collections above it up to the first that decides. The equivalent condition for
 * lists is `isVisibleTo`.
 */
export function selectDecision(
  viewer: RoleViewer,
  table: "collections" | "spaces" | "sites",
): RawBuilder<number | null> {
  const id = sql.ref(`${table}.id`);
  if (table === "sites") return onSite(viewer, "sites");
  const decision =
    table === "collections"
      ? onTheLine(viewer, id)
      : sql`coalesce(
          ${grantOn(viewer, id, scopeDigits.space)},
          ${computeLevel(viewer, "spaces", scopeDigits.space, true)},
          ${onSites(viewer, id)},
          ${onTheLine(viewer, sql.ref("spaces.parent_id"))}
        )`;
  // Most users have no grants and most resources inherit, so nothing more is read for those.
  return sql`case when ${isInherited(viewer, table)} then null else ${decision} end`;
}

/** Whether the role in the organization decides, because no level and no grant can. */
function isInherited({ person }: RoleViewer, table: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${table}.resolved_level`)} = 'member'
    and not exists (select 1 from grants where grants.holder_id = ${person})
    and not exists (
      select 1 from team_members join grants on grants.holder_id = team_members.team_id
      where team_members.user_id = ${person}
    ))`;
}

/** The value of `decided` for a row whose decision takes the query of `selectDecision`. */
export const unresolved = -1;

/**
 * The decision for a query with the columns of `members`, or `unresolved`. A database server prepares
 * all parts of a query at each execution, which takes longer for the whole decision than for the rest
 * of the query, and few rows need it.
 */
export function selectSimpleDecision(
  viewer: RoleViewer,
  table: "collections" | "spaces",
): RawBuilder<number | null> {
  return sql`case when members.role = 'admin' or ${isInherited(viewer, table)}
    then ${undecided} else ${sql.lit(unresolved)} end`;
}

/** The decision by grants on a resource: to the user before their teams. */
function grantOn(
  { person }: RoleViewer,
  id: RawBuilder<unknown>,
  scope: number,
): RawBuilder<number | null> {
  return sql`(
    select max(grants.strength + case when grants.holder_id = ${person}
      then ${sql.lit(scope + meansDigits.grant)} else ${sql.lit(scope + meansDigits.team)} end)
    from grants where grants.content_id = ${id} and ${isGrantTo(person)}
  )`;
}

/** The decision by the resource's own level; null if it inherits. */
function computeLevel(
  { person, isGuest }: RoleViewer,
  table: string,
  scope: number,
  hasCreator: boolean,
): RawBuilder<number | null> {
  const level = sql.ref(`${table}.default_level`);
  const least = sql.lit(scope + meansDigits.level);
  const creator = sql`when ${level} is null and not ${isGuest}
    and ${sql.ref(`${table}.created_by`)} = ${person} then ${sql.lit(scope + meansDigits.creation)}`;
  return sql`case when ${level} = 'inherit' then null
    ${hasCreator ? creator : sql``}
    when ${level} is null or ${isGuest} then ${least}
    else ${least} + ${computeStrengthIn(level)} end`;
}

/** The strength of the role in a column. */
function computeStrengthIn(column: RawBuilder<unknown>): RawBuilder<number> {
  const cases = roles.map(
    (role) => sql`when ${sql.lit(role)} then ${sql.lit(computeStrength(role))}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} else 0 end`;
}

function onSite(viewer: RoleViewer, table: string): RawBuilder<number | null> {
  const { site } = scopeDigits;
  return sql`coalesce(
    ${grantOn(viewer, sql.ref(`${table}.id`), site)}, ${computeLevel(viewer, table, site, false)}
  )`;
}

/**
 * The decision by sites: the strongest of those that decide. A site gives no higher role in a space
 * than the user had who added the space to it.
 */
function onSites(viewer: RoleViewer, spaceId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(
    select capped.code from (
      select case when said.code % 10 > said.role_cap
        then said.code - said.code % 10 + said.role_cap else said.code end as code
      from (
        select ${onSite(viewer, "here")} as code, site_spaces.role_cap
        from site_spaces join sites as here on here.id = site_spaces.site_id
        where site_spaces.space_id = ${spaceId}
      ) as said
      where said.code is not null
    ) as capped
    order by capped.code % 10 desc, capped.code desc limit 1
  )`;
}

/** The decision by a collection, or by the nearest collection above it that decides. */
function onTheLine(viewer: RoleViewer, id: RawBuilder<unknown>): RawBuilder<number | null> {
  const { collection } = scopeDigits;
  const decision = sql`coalesce(
    ${grantOn(viewer, sql.ref("above.id"), collection)},
    ${computeLevel(viewer, "above", collection, true)}
  )`;
  return sql`(
    with recursive line(parent_id, code) as (
      select above.parent_id, ${decision} from collections as above where above.id = ${id}
      union all
      select above.parent_id, ${decision}
      from collections as above join line on above.id = line.parent_id where line.code is null
    )
    select line.code from line where line.code is not null
  )`;
}

/** Whether a level is set on the resource itself, as a condition; null means no access. */
export function isOwnLevel(table: string): RawBuilder<boolean> {
  const level = sql.ref(`${table}.default_level`);
  return sql`(${level} is null or ${level} <> 'inherit')`;
}

/**
 * The strongest level of the sites of a space, each limited by the maximum of its site space; null
 * if all of them inherit.
 */
export function computeSitesLevel(
  spaceId: RawBuilder<unknown>,
): RawBuilder<AccessLevel | "none" | null> {
  const strength = computeStrengthIn(sql.ref("levelled.default_level"));
  const cap = sql.ref("site_spaces.role_cap");
  return sql`(
    select ${computeStrengthLevel(sql`said.strength`)} from (
      select case when ${strength} > ${cap} then ${cap} else ${strength} end as strength
      from site_spaces join sites as levelled on levelled.id = site_spaces.site_id
      where site_spaces.space_id = ${spaceId} and ${isOwnLevel("levelled")}
    ) as said
    order by said.strength desc limit 1
  )`;
}

/** The role for a strength in a column; 'none' for 0. */
function computeStrengthLevel(column: RawBuilder<unknown>): RawBuilder<AccessLevel | "none"> {
  const cases = roles.map(
    (role) => sql`when ${sql.lit(computeStrength(role))} then ${sql.lit(role)}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} else 'none' end`;
}
