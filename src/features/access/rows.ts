/** Who has which role in what, and why: a row for each person and thing. */

import type { JsonObject } from "../../context.ts";
import { Problem } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Items, OrganizationReading } from "../organization/reading.ts";
import { computeStrength, type Decision, decide, type Reason, type Via } from "./decide.ts";
import {
  type Grants,
  type Kind,
  type Line,
  readAccess,
  readLine,
  readThings,
  type Thing,
} from "./things.ts";

/** How somebody belongs to the organization; "gone" if they are no member, and something is granted still. */
export type Standing = "member" | "guest" | "disabled" | "gone";

export interface AccessRow {
  /** Null for a team by which nobody gets a role. */
  readonly user: {
    readonly id: string;
    readonly displayName: string;
    readonly email: string | null;
  } | null;
  readonly standing: Standing | null;
  readonly thing: {
    readonly object: "organization" | Kind;
    readonly id: string;
    readonly title: string;
  };
  /** Null is a guest in the organization, and no access elsewhere. */
  readonly role: string | null;
  readonly via: Via;
  /** What gives the role, if it is not the thing itself. */
  readonly from: { readonly object: Kind; readonly id: string; readonly title: string } | null;
  /** How that gives it. */
  readonly by: NonNullable<Reason["by"]> | null;
  readonly team: { readonly id: string; readonly title: string } | null;
  /** Whether they have the role now: what is granted to disabled people waits. */
  readonly effective: boolean;
  /** Whether tome computed the role, as the platform does not say who has access. */
  readonly computed: boolean;
}

/** Which rows are wanted; all of them unless something is given. */
export interface Wanted {
  readonly userId?: string | undefined;
  readonly teamId?: string | undefined;
  /** The ids of things; that of the organization stands for the roles in it. */
  readonly things?: ReadonlySet<string> | undefined;
  readonly role?: string | undefined;
  readonly direct?: boolean | undefined;
}

interface Member {
  readonly user: NonNullable<AccessRow["user"]>;
  readonly role: string | null;
  readonly standing: Standing;
}

/** How many things are read ahead of the one whose rows are passed on. */
const ahead = 8;

/** The rows thing by thing: the organization, collections, spaces, docs sites. */
export async function* accessRows(
  reading: OrganizationReading,
  wanted: Wanted = {},
): AsyncGenerator<readonly AccessRow[]> {
  const members = membersById((await reading.members()) ?? []);
  const keep = (rows: readonly AccessRow[]) => rows.filter((row) => isWanted(row, wanted));
  const isAmong = (id: string) => wanted.things === undefined || wanted.things.has(id);
  const { organizationId } = reading;
  if (isAmong(organizationId)) yield keep(await fetchOrganizationRows(reading, members));
  const things = (await readThings(reading)).filter(({ id }) => isAmong(id));
  for (const id of wanted.things ?? []) {
    if (id !== organizationId) requireThing(reading, things, id);
  }
  for (let at = 0; at < things.length; at += ahead) {
    const some = things.slice(at, at + ahead);
    const rows = await Promise.all(some.map((thing) => fetchRows(reading, thing, members, wanted)));
    for (const each of rows) yield keep(each);
  }
}

/** @throws Problem 404 if all lists were read and none has it */
function requireThing(
  { unread, organizationId }: OrganizationReading,
  things: readonly Thing[],
  id: string,
): void {
  if (unread.length > 0 || things.some((one) => one.id === id)) return;
  throw new Problem(
    404,
    `The organization ${organizationId} has nothing with the id ${id} that you may see; check the id.`,
  );
}

export function membersById(items: Items): ReadonlyMap<string, Member> {
  return new Map(
    items.map((item) => {
      const role = textIn(item.role) || null;
      const standing = item.disabled === true ? "disabled" : role === null ? "guest" : "member";
      const user = userIn({ id: item.id ?? null, ...objectIn(item.user) });
      return [user.id, { user, role, standing }];
    }),
  );
}

function userIn({ id, displayName, email }: JsonObject): NonNullable<AccessRow["user"]> {
  return {
    id: textIn(id),
    displayName: textIn(displayName) || textIn(email) || textIn(id),
    email: textIn(email) || null,
  };
}

async function fetchOrganizationRows(
  reading: OrganizationReading,
  members: ReadonlyMap<string, Member>,
): Promise<readonly AccessRow[]> {
  const { organizationId } = reading;
  const title = textIn((await reading.organization())?.title) || organizationId;
  const thing = { object: "organization", id: organizationId, title } as const;
  const reason = { via: "organization role" } as const;
  return [...members.values()].map((member) =>
    rowFrom(member, thing, { role: member.role, reason }, false),
  );
}

function rowFrom(
  { user, standing }: Pick<Member, "user" | "standing">,
  thing: AccessRow["thing"],
  { role, reason }: Decision,
  computed: boolean,
  effective = standing === "member" || standing === "guest",
): AccessRow {
  const { via, from, by, team } = reason;
  return {
    user,
    standing,
    thing,
    role,
    via,
    from: from === undefined ? null : { object: from.kind, id: from.id, title: from.title },
    by: by ?? null,
    team: team ?? null,
    effective,
    computed,
  };
}

async function fetchRows(
  reading: OrganizationReading,
  one: Thing,
  members: ReadonlyMap<string, Member>,
  wanted: Wanted,
): Promise<readonly AccessRow[]> {
  const [said, line] = await Promise.all([readAccess(reading, one), readLine(reading, one)]);
  const thing = { object: one.kind, id: one.id, title: one.title };
  const rows: AccessRow[] = [];
  const grants = line.own.grants;
  if (said === "absent") {
    // Out of a part of what decides, nothing can be computed; the part is among the unread.
    if (line.isWhole) for (const row of computedRows(line, thing, members)) rows.push(row);
  } else {
    for (const item of said ?? []) rows.push(toldRow(item, line, thing, members));
  }
  const isTold = said === "absent" ? line.isWhole : said !== undefined;
  const known = new Set(rows.map(({ user }) => user?.id));
  for (const row of waitingRows(grants, thing, members)) {
    // Of others it is not known whether they have it now.
    const isWaiting = isTold || row.standing === "disabled" || row.standing === "gone";
    if (isWaiting && !known.has(row.user?.id)) rows.push(row);
  }
  const byTeam = wanted.teamId === undefined ? undefined : grants?.teams.get(wanted.teamId);
  if (byTeam !== undefined && !rows.some(({ team }) => team?.id === wanted.teamId)) {
    rows.push(emptyRow(thing, wanted.teamId ?? "", byTeam));
  }
  return rows;
}

/** A row that the platform tells, with what explains it. */
function toldRow(
  { user, permission, origin }: JsonObject,
  line: Line,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, Member>,
): AccessRow {
  const id = textIn(objectIn(user).id);
  const member = members.get(id);
  const role = textIn(permission) || null;
  const person = member ?? { user: userIn(objectIn(user)), standing: "gone" as const, role: null };
  const reason =
    reasonIn(objectIn(origin), line) ??
    (line.isWhole ? explain(line, { id, role: person.role }, role) : undefined);
  const decision = { role, reason: reason ?? { via: "unexplained" as const } };
  return rowFrom(person, thing, decision, false, true);
}

/** What the platform itself says of where a role on a docs site comes from. */
function reasonIn({ type, reason, team, space }: JsonObject, line: Line): Reason | undefined {
  if (type === "organization") return { via: "organization role" };
  if (type === "space") {
    const id = textIn(space);
    return { via: "space", from: { kind: "space", id, title: id } };
  }
  if (type !== "site") return undefined;
  if (reason === "default") return { via: "level" };
  if (reason === "member") return { via: "direct" };
  if (reason !== "team") return undefined;
  const id = textIn(team);
  return { via: "team", team: { id, title: line.own.grants?.teams.get(id)?.title ?? id } };
}

function explain(line: Line, person: { id: string; role: string | null }, role: string | null) {
  const decision = decide(line, person);
  // By a site nobody gets more in a space than the user had who put the space there.
  const isCapped =
    decision.reason.via === "site" &&
    role !== null &&
    computeStrength(role) < computeStrength(decision.role);
  if (decision.role === role || isCapped) return decision.reason;
  // What is hidden from everybody shows its creator the role that they have in the organization.
  const isHidden = decision.role === null && person.role !== null && role === person.role;
  return isHidden && hides(line, decision.reason) ? { via: "creator" as const } : undefined;
}

function hides({ own, above }: Line, { via, by, from }: Reason): boolean {
  if (via === "level") return own.thing.level === null;
  const thing = above.find((one) => one.thing.id === from?.id)?.thing;
  return via === "collection" && by === "level" && thing?.level === null;
}

function computedRows(
  line: Line,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, Member>,
): AccessRow[] {
  return [...members.values()].flatMap((member) => {
    if (member.standing === "disabled") return [];
    const decision = decide(line, { id: member.user.id, role: member.role });
    return decision.role === null ? [] : [rowFrom(member, thing, decision, true)];
  });
}

/** What is granted to people who do not have it now: they are disabled, or have left. */
function waitingRows(
  grants: Grants | undefined,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, Member>,
): AccessRow[] {
  return [...(grants?.users ?? [])].flatMap(([id, { role, user }]) => {
    if (role === null) return [];
    const member = members.get(id) ?? { user: userIn(user), standing: "gone" as const };
    return [rowFrom(member, thing, { role, reason: { via: "direct" } }, false, false)];
  });
}

function emptyRow(
  thing: AccessRow["thing"],
  id: string,
  { role, title }: { readonly role: string | null; readonly title: string },
): AccessRow {
  const nobody = { user: null, standing: null, from: null, by: null } as const;
  const team = { id, title };
  return { ...nobody, thing, role, via: "team", team, effective: false, computed: false };
}

function isWanted({ user, team, role, via, thing }: AccessRow, wanted: Wanted): boolean {
  const isGuest = role === null && thing.object === "organization";
  return (
    (wanted.userId === undefined || user?.id === wanted.userId) &&
    (wanted.teamId === undefined || team?.id === wanted.teamId) &&
    (wanted.role === undefined || role === wanted.role || (isGuest && wanted.role === "guest")) &&
    (wanted.direct !== true || via === "direct")
  );
}
