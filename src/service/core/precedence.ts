/**
 * Which role somebody has in a collection, a space or a docs site, and why: the one resolver. What is
 * nearest decides, and not what is strongest. For a space: what is granted on it, then a level of its
 * own, then the sites on which it stands, then the collections above it from the nearest up, each by
 * its grants and then its level; if none of them says anything, the role in the organization.
 */
import { type RawBuilder, sql } from "kysely";
import type { Level, Role } from "../../contract/roles.ts";
import { roles } from "../../contract/roles.ts";
import { computeStrength, isGrantTo, toRole } from "./grants.ts";

/** Where a role comes from. */
export type Scope = "organization" | "space" | "site" | "collection";

/** By what it is given there: their own role, a grant to them or to a team, a level, having created it. */
export type Means = "role" | "grant" | "team" | "level" | "creation";

export interface Via {
  readonly scope: Scope;
  readonly means: Means;
}

export interface Decision {
  /** Null if they may not see it. */
  readonly role: Role | null;
  readonly via: Via;
}

/** What the column of `decided` holds. */
export interface Decided {
  /**
   * What decides, as a number: scope, means and strength, a digit each. Null if the role in the
   * organization does.
   */
  readonly decided: number | null;
}

const scopeDigits = { space: 100, site: 200, collection: 300 } as const;
/** In one scope the higher counts: what is given to a person goes before what is given to a team. */
const meansDigits = { level: 10, creation: 20, team: 30, grant: 40 } as const;

const scopes = new Map<number, Scope>([
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
 * @param member their role in the organization, null for a guest; admins have theirs everywhere
 * @returns the role, and why it is that
 */
export function decisionIn({ decided }: Decided, member: Role | null): Decision {
  if (member === "admin" || decided === null) {
    return { role: member, via: { scope: "organization", means: "role" } };
  }
  const strength = decided % 10;
  const scope = scopes.get(decided - (decided % 100));
  const means = meansOf.get((decided % 100) - strength);
  if (!scope || !means) throw new Error(`Nothing decides as ${decided}.`);
  // Who creates something and then hides it has there the role that they have in the organization.
  const role = means === "creation" ? member : toRole(strength);
  return { role, via: { scope, means } };
}

/** What somebody may do there; null if they may not even see it. */
export function roleIn(thing: Decided, member: Role | null): Role | null {
  return decisionIn(thing, member).role;
}

/** Whose role a query asks for. */
export interface Viewer {
  /** An id, or a column of ids. */
  readonly person: string | RawBuilder<string>;
  /** Guests get what is granted to them, and nothing from levels. */
  readonly isGuest: RawBuilder<boolean>;
}

/** @param member the role in the organization, if it is known before the query */
export function viewer(person: string | RawBuilder<string>, member: Role | null): Viewer {
  return { person, isGuest: member === null ? sql`1 = 1` : sql`1 = 0` };
}

/** The same for a query with the columns of `members`. */
export function viewerByRow(person: string | RawBuilder<string>): Viewer {
  return { person, isGuest: sql`members.role is null` };
}

/** For admins, whom nothing decides about but their role. */
export const undecided: RawBuilder<number | null> = sql`cast(null as integer)`;

/**
 * What decides in each row of a query on `table`, as `decisionIn` reads it. It reads what is on the
 * row, its sites, and each collection above it up to the first that says something. As a condition of
 * a list it is `visibleTo`.
 */
export function decided(
  viewer: Viewer,
  table: "collections" | "spaces" | "sites",
): RawBuilder<number | null> {
  const id = sql.ref(`${table}.id`);
  if (table === "sites") return onSite(viewer, "sites");
  const said =
    table === "collections"
      ? onTheLine(viewer, id)
      : sql`coalesce(
          ${grantOn(viewer, id, scopeDigits.space)},
          ${computeLevel(viewer, "spaces", scopeDigits.space, true)},
          ${onSites(viewer, id)},
          ${onTheLine(viewer, sql.ref("spaces.parent_id"))}
        )`;
  // Most people are granted nothing and most things inherit: of those nothing more is read.
  return sql`case when ${sql.ref(`${table}.resolved_level`)} = 'member' and not exists (
    select 1 from grants where ${isGrantTo(viewer.person)}
  ) then null else ${said} end`;
}

/** What is granted on one thing, to the person before their teams. */
function grantOn(
  { person }: Viewer,
  id: RawBuilder<unknown>,
  scope: number,
): RawBuilder<number | null> {
  return sql`(
    select max(grants.strength + case when grants.holder_id = ${person}
      then ${sql.lit(scope + meansDigits.grant)} else ${sql.lit(scope + meansDigits.team)} end)
    from grants where grants.content_id = ${id} and ${isGrantTo(person)}
  )`;
}

/** What a level of its own says; null if it inherits. */
function computeLevel(
  { person, isGuest }: Viewer,
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
    else ${least} + ${strengthIn(level)} end`;
}

/** The strength of a column with a role. */
function strengthIn(column: RawBuilder<unknown>): RawBuilder<number> {
  const cases = roles.map(
    (role) => sql`when ${sql.lit(role)} then ${sql.lit(computeStrength(role))}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} else 0 end`;
}

function onSite(viewer: Viewer, table: string): RawBuilder<number | null> {
  const { site } = scopeDigits;
  return sql`coalesce(
    ${grantOn(viewer, sql.ref(`${table}.id`), site)}, ${computeLevel(viewer, table, site, false)}
  )`;
}

/**
 * Of several sites the strongest counts, of those that say something. A site gives no more in a space
 * than the user who put the space there had.
 */
function onSites(viewer: Viewer, spaceId: RawBuilder<unknown>): RawBuilder<number | null> {
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

/** A collection, or the first above it that says something. */
function onTheLine(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<number | null> {
  const { collection } = scopeDigits;
  const said = sql`coalesce(
    ${grantOn(viewer, sql.ref("above.id"), collection)},
    ${computeLevel(viewer, "above", collection, true)}
  )`;
  return sql`(
    with recursive line(parent_id, code) as (
      select above.parent_id, ${said} from collections as above where above.id = ${id}
      union all
      select above.parent_id, ${said}
      from collections as above join line on above.id = line.parent_id where line.code is null
    )
    select line.code from line where line.code is not null
  )`;
}

/** Whether a level is one of its own, as a condition; null is `no access`. */
export function isOwnLevel(table: string): RawBuilder<boolean> {
  const level = sql.ref(`${table}.default_level`);
  return sql`(${level} is null or ${level} <> 'inherit')`;
}

/**
 * The strongest of the levels of the sites on which a space stands, each with what the site space
 * allows at most; null if they all inherit.
 */
export function computeSitesLevel(spaceId: RawBuilder<unknown>): RawBuilder<Level | "none" | null> {
  const strength = strengthIn(sql.ref("levelled.default_level"));
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

/** The role of a column with a strength; 'none' for 0. */
function computeStrengthLevel(column: RawBuilder<unknown>): RawBuilder<Level | "none"> {
  const cases = roles.map(
    (role) => sql`when ${sql.lit(computeStrength(role))} then ${sql.lit(role)}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} else 'none' end`;
}
