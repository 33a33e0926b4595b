/**
 * Authorization: the checks of required roles, and the `permissions` object of a response. The role
 * of a user in a collection, a space or a docs site is resolved in precedence.ts.
 */
import { type RawBuilder, sql } from "kysely";
import { type PermissionFlag, permissionFlags } from "../../../contract/permission-flags.ts";
import { holders, type RoleException } from "../../../contract/requirement.ts";
import type { Role } from "../../../contract/roles.ts";
import {
  allows,
  type CallerRole,
  type FieldedOperation,
  getNeed,
  listFieldRules,
  type PermissionRule,
} from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { prepareQuery } from "../../database/prepared.ts";
import type { Call } from "../handlers.ts";

/** The membership of a user in an organization. */
export interface Membership {
  /** Null for a guest, who sees the organization and the resources granted to them in it. */
  readonly role: Role | null;
  /** 1 if the user owns a team of the organization; the column of `ownsTeam`. */
  readonly owns_team: number;
}

/** Whether the member of each row of `members` owns a team of the organization, as 0 or 1. */
export const ownsTeam: RawBuilder<number> = sql`case when exists (
  select 1 from team_members join teams on teams.id = team_members.team_id
  where team_members.user_id = members.user_id and team_members.role = 'owner'
    and teams.organization_id = members.organization_id
) then 1 else 0 end`;

const memberships = prepareQuery(["organizationId", "caller"], (db, { organizationId, caller }) =>
  db
    .selectFrom("members")
    .select(["role", ownsTeam.as("owns_team")])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", caller)
    .where("disabled", "=", 0),
);

/**
 * The caller's membership; absent for users of other organizations, for disabled members, and for a
 * token that is bound to another organization.
 */
export async function findMembership(
  { db, caller, boundTo }: Pick<Call, "db" | "caller" | "boundTo">,
  organizationId: string,
): Promise<Membership | undefined> {
  if (boundTo !== undefined && boundTo !== organizationId) return undefined;
  const [membership] = await memberships(db, { organizationId, caller });
  return membership;
}

/** Whether the token is bound to an organization other than that of the row. */
export function isBeyond(
  boundTo: string | undefined,
  { organization_id }: { readonly organization_id: string },
): boolean {
  return boundTo !== undefined && boundTo !== organization_id;
}

/** Visitors of a docs site are guests of its organization. */
const visiting: Membership = { role: null, owns_team: 0 };

/**
 * @throws ApiError 404 if the organization does not exist or the caller is not a member or guest of
 * it
 */
export async function requireMembership(
  call: Pick<Call, "db" | "caller" | "visitor">,
  organizationId: string,
): Promise<Membership> {
  if (call.visitor?.organization === organizationId) return visiting;
  const membership = await findMembership(call, organizationId);
  if (!membership) throw createNotFoundError("organization", organizationId, "organizationId");
  return membership;
}

/**
 * The response for an id that does not exist and for one that the caller may not see. They are the
 * same, so that the response does not reveal which ids exist.
 * @param kind the kind of the resource, as in a sentence: "space"
 */
export function createNotFoundError(kind: string, id: string, field: string): ApiError {
  return new ApiError(
    404,
    `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id} does not exist, or you do not have access to it.`,
    { field },
  );
}

/** The relation of the caller to a resource, apart from the role. */
interface Standpoint {
  /** The exceptions that apply to the caller. */
  readonly who?: readonly RoleException[];
  /** The scope of the role, if it is more specific than in the table: "in the collection". */
  readonly where?: string;
}

/**
 * @param rule an operation, or a field of one, as in the table of required roles
 * @throws ApiError 403 that names the required role and the caller's role
 */
export function authorize(
  standing: CallerRole,
  rule: PermissionRule,
  { who, where }: Standpoint = {},
): void {
  if (allows(standing, rule, who)) return;
  const { actionLabel = rule, minimum, scope } = getNeed(rule);
  const standingText = standing ? `your role is ${standing}` : "you have no role";
  throw new ApiError(
    403,
    `${actionLabel} requires the role ${minimum} ${where ?? holders[scope]}; ${standingText}.`,
  );
}

/**
 * Checks each field in the input by its own rule.
 * @throws ApiError 403
 */
export function authorizeFields(
  standing: CallerRole,
  operation: FieldedOperation,
  input: object,
): void {
  for (const rule of listFieldRules(operation, input)) authorize(standing, rule);
}

type PermissionFlags<K extends keyof typeof permissionFlags> = Readonly<
  Record<keyof (typeof permissionFlags)[K], boolean>
>;

/**
 * Permissions by kind, role and exceptions. There are few combinations, and a page of a list needs
 * one for each row.
 * Of the process: an entry depends only on its key.
 */
const cachedPermissions = new Map<string, Readonly<Record<string, boolean>>>();

/** The `permissions` of a response: the caller's permissions for the resource. */
export function getPermissions<K extends keyof typeof permissionFlags>(
  kind: K,
  standing: CallerRole,
  exceptions: readonly RoleException[] = [],
): PermissionFlags<K> {
  const key = `${kind} ${standing} ${exceptions.join()}`;
  const permissions =
    cachedPermissions.get(key) ?? computeFlags(permissionFlags[kind], standing, exceptions);
  cachedPermissions.set(key, permissions);
  return permissions as PermissionFlags<K>;
}

function computeFlags(
  flags: Readonly<Record<string, PermissionFlag>>,
  standing: CallerRole,
  exceptions: readonly RoleException[],
): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, isSet(flag, standing, exceptions)]),
  );
}

function isSet(
  flag: PermissionFlag,
  standing: CallerRole,
  exceptions: readonly RoleException[],
): boolean {
  if ("is" in flag) return exceptions.includes(flag.is);
  return allows(standing, "as" in flag ? flag.as : flag[0], exceptions);
}
