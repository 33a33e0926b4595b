/** Access rows: the role of each user in each resource, with its source. */

import type { JsonObject } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import type { Items, OrganizationReader } from "../organization/organization-reader.ts";
import {
  computeStrength,
  decide,
  type Reason,
  type RoleDecision,
  type RoleSource,
} from "./decide.ts";
import {
  type AccessChain,
  type AccessKind,
  type AccessResource,
  type Grants,
  readAccess,
  readLine,
  readThings,
} from "./resources.ts";

/** Status of a user in the organization; "gone" for a former member with remaining grants. */
export type MembershipStatus = "member" | "guest" | "disabled" | "gone";

export interface AccessRow {
  /** Null for a team whose grant gives no user a role. */
  readonly user: {
    readonly id: string;
    readonly displayName: string;
    readonly email: string | null;
  } | null;
  readonly standing: MembershipStatus | null;
  readonly thing: {
    readonly object: "organization" | AccessKind;
    readonly id: string;
    readonly title: string;
  };
  /** Null for a guest in the organization, and for no access to other resources. */
  readonly role: string | null;
  readonly via: RoleSource;
  /** The resource with the grant or level, if it is inherited. */
  readonly from: {
    readonly object: AccessKind;
    readonly id: string;
    readonly title: string;
  } | null;
  /** The kind of the inherited grant or level. */
  readonly by: NonNullable<Reason["by"]> | null;
  readonly team: { readonly id: string; readonly title: string } | null;
  /** Whether the role is in effect; grants of disabled users are not. */
  readonly effective: boolean;
  /** Whether tome computed the role because the platform does not report access. */
  readonly computed: boolean;
}

/** Filter of rows. */
export interface AccessFilter {
  readonly userId?: string | undefined;
  readonly teamId?: string | undefined;
  /** Ids of resources; the id of the organization selects the organization roles. */
  readonly things?: ReadonlySet<string> | undefined;
  readonly role?: string | undefined;
  readonly direct?: boolean | undefined;
}

interface AccessMember {
  readonly user: NonNullable<AccessRow["user"]>;
  readonly role: string | null;
  readonly standing: MembershipStatus;
}

/** Number of resources that are read concurrently. */
const batchSize = 8;

/** Yields the rows of each resource: the organization, collections, spaces, docs sites. */
export async function* listAccessRows(
  reading: OrganizationReader,
  wanted: AccessFilter = {},
): AsyncGenerator<readonly AccessRow[]> {
  const members = indexMembers((await reading.members()) ?? []);
  const applyFilter = (rows: readonly AccessRow[]) => rows.filter((row) => isWanted(row, wanted));
  const isAmong = (id: string) => wanted.things === undefined || wanted.things.has(id);
  const { organizationId } = reading;
  if (isAmong(organizationId)) yield applyFilter(await fetchOrganizationRows(reading, members));
  const things = (await readThings(reading)).filter(({ id }) => isAmong(id));
  for (const id of wanted.things ?? []) {
    if (id !== organizationId) requireThing(reading, things, id);
  }
  for (let start = 0; start < things.length; start += batchSize) {
    const batch = things.slice(start, start + batchSize);
    const rows = await Promise.all(
      batch.map((thing) => fetchRows(reading, thing, members, wanted)),
    );
    for (const each of rows) yield applyFilter(each);
  }
}

/** @throws ApiError 404 if all lists were read and none contains the id */
function requireThing(
  { unread, organizationId }: OrganizationReader,
  things: readonly AccessResource[],
  id: string,
): void {
  if (unread.length > 0 || things.some((one) => one.id === id)) return;
  throw new ApiError(
    404,
    `No resource with the id ${id} found in the organization ${organizationId}.`,
  );
}

export function indexMembers(items: Items): ReadonlyMap<string, AccessMember> {
  return new Map(
    items.map((item) => {
      const role = asText(item.role) || null;
      const standing = item.disabled === true ? "disabled" : role === null ? "guest" : "member";
      const user = readUser({ id: item.id ?? null, ...asObject(item.user) });
      return [user.id, { user, role, standing }];
    }),
  );
}

function readUser({ id, displayName, email }: JsonObject): NonNullable<AccessRow["user"]> {
  return {
    id: asText(id),
    displayName: asText(displayName) || asText(email) || asText(id),
    email: asText(email) || null,
  };
}

async function fetchOrganizationRows(
  reading: OrganizationReader,
  members: ReadonlyMap<string, AccessMember>,
): Promise<readonly AccessRow[]> {
  const { organizationId } = reading;
  const title = asText((await reading.organization())?.title) || organizationId;
  const thing = { object: "organization", id: organizationId, title } as const;
  const reason = { via: "organization role" } as const;
  return [...members.values()].map((member) =>
    createRow(member, thing, { role: member.role, reason }, false),
  );
}

function createRow(
  { user, standing }: Pick<AccessMember, "user" | "standing">,
  thing: AccessRow["thing"],
  { role, reason }: RoleDecision,
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
  reading: OrganizationReader,
  one: AccessResource,
  members: ReadonlyMap<string, AccessMember>,
  wanted: AccessFilter,
): Promise<readonly AccessRow[]> {
  const [items, line] = await Promise.all([readAccess(reading, one), readLine(reading, one)]);
  const thing = { object: one.kind, id: one.id, title: one.title };
  const rows: AccessRow[] = [];
  const grants = line.own.grants;
  if (items === "absent") {
    // An incomplete chain is not sufficient to compute roles; its error is among the unread lists.
    if (line.isWhole) for (const row of listComputedRows(line, thing, members)) rows.push(row);
  } else {
    for (const item of items ?? []) rows.push(toReportedRow(item, line, thing, members));
  }
  const isComplete = items === "absent" ? line.isWhole : items !== undefined;
  const userIds = new Set(rows.map(({ user }) => user?.id));
  for (const row of listWaitingRows(grants, thing, members)) {
    // Without complete data, the effective role of active members is unknown.
    const isIneffective = isComplete || row.standing === "disabled" || row.standing === "gone";
    if (isIneffective && !userIds.has(row.user?.id)) rows.push(row);
  }
  const byTeam = wanted.teamId === undefined ? undefined : grants?.teams.get(wanted.teamId);
  if (byTeam !== undefined && !rows.some(({ team }) => team?.id === wanted.teamId)) {
    rows.push(createEmptyRow(thing, wanted.teamId ?? "", byTeam));
  }
  return rows;
}

/** A row that the platform reports, with the source of the role. */
function toReportedRow(
  { user, permission, origin }: JsonObject,
  line: AccessChain,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, AccessMember>,
): AccessRow {
  const id = asText(asObject(user).id);
  const member = members.get(id);
  const role = asText(permission) || null;
  const person = member ?? {
    user: readUser(asObject(user)),
    standing: "gone" as const,
    role: null,
  };
  const reason =
    findReason(asObject(origin), line) ??
    (line.isWhole ? explain(line, { id, role: person.role }, role) : undefined);
  const decision = { role, reason: reason ?? { via: "unexplained" as const } };
  return createRow(person, thing, decision, false, true);
}

/** The source of a role on a docs site, as reported by the platform. */
function findReason(
  { type, reason, team, space }: JsonObject,
  line: AccessChain,
): Reason | undefined {
  if (type === "organization") return { via: "organization role" };
  if (type === "space") {
    const id = asText(space);
    return { via: "space", from: { kind: "space", id, title: id } };
  }
  if (type !== "site") return undefined;
  if (reason === "default") return { via: "level" };
  if (reason === "member") return { via: "direct" };
  if (reason !== "team") return undefined;
  const id = asText(team);
  return { via: "team", team: { id, title: line.own.grants?.teams.get(id)?.title ?? id } };
}

function explain(
  line: AccessChain,
  person: { id: string; role: string | null },
  role: string | null,
) {
  const decision = decide(line, person);
  // The role from a site is limited to the role of the user who added the space to the site.
  const isCapped =
    decision.reason.via === "site" &&
    role !== null &&
    computeStrength(role) < computeStrength(decision.role);
  if (decision.role === role || isCapped) return decision.reason;
  // The creator of a hidden resource keeps their organization role in it.
  const isHidden = decision.role === null && person.role !== null && role === person.role;
  return isHidden && hides(line, decision.reason) ? { via: "creator" as const } : undefined;
}

function hides({ own, above }: AccessChain, { via, by, from }: Reason): boolean {
  if (via === "level") return own.thing.level === null;
  const thing = above.find((one) => one.thing.id === from?.id)?.thing;
  return via === "collection" && by === "level" && thing?.level === null;
}

function listComputedRows(
  line: AccessChain,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, AccessMember>,
): AccessRow[] {
  return [...members.values()].flatMap((member) => {
    if (member.standing === "disabled") return [];
    const decision = decide(line, { id: member.user.id, role: member.role });
    return decision.role === null ? [] : [createRow(member, thing, decision, true)];
  });
}

/** Rows of grants that are not in effect, because the user is disabled or not a member. */
function listWaitingRows(
  grants: Grants | undefined,
  thing: AccessRow["thing"],
  members: ReadonlyMap<string, AccessMember>,
): AccessRow[] {
  return [...(grants?.users ?? [])].flatMap(([id, { role, user }]) => {
    if (role === null) return [];
    const member = members.get(id) ?? { user: readUser(user), standing: "gone" as const };
    return [createRow(member, thing, { role, reason: { via: "direct" } }, false, false)];
  });
}

function createEmptyRow(
  thing: AccessRow["thing"],
  id: string,
  { role, title }: { readonly role: string | null; readonly title: string },
): AccessRow {
  const noUser = { user: null, standing: null, from: null, by: null } as const;
  const team = { id, title };
  return { ...noUser, thing, role, via: "team", team, effective: false, computed: false };
}

function isWanted({ user, team, role, via, thing }: AccessRow, wanted: AccessFilter): boolean {
  const isGuest = role === null && thing.object === "organization";
  return (
    (wanted.userId === undefined || user?.id === wanted.userId) &&
    (wanted.teamId === undefined || team?.id === wanted.teamId) &&
    (wanted.role === undefined || role === wanted.role || (isGuest && wanted.role === "guest")) &&
    (wanted.direct !== true || via === "direct")
  );
}
