/**
 * Who may do what: behind every check and every `permissions` object. Which role somebody has in a
 * collection, a space or a docs site is in precedence.ts.
 */
import { type RawBuilder, sql } from "kysely";
import { type Flag, permissionFlags } from "../../contract/permission-flags.ts";
import { holders, type Who } from "../../contract/requirement.ts";
import type { Role } from "../../contract/roles.ts";
import {
  allows,
  type FieldedOperation,
  getNeed,
  listFieldRules,
  type Rule,
  type Standing,
} from "../../contract/rules.ts";
import { Problem } from "../../errors.ts";
import { prepared } from "../database/prepared.ts";
import type { Call } from "./handlers.ts";

/** How someone belongs to an organization. */
export interface Membership {
  /** Null is a guest, who may see the organization and what is granted to them in it. */
  readonly role: Role | null;
  /** 1 if they own a team of it; the column of `ownsTeam`. */
  readonly owns_team: number;
}

/** Whether the member of each row of `members` owns a team of that organization, as 0 or 1. */
export const ownsTeam: RawBuilder<number> = sql`case when exists (
  select 1 from team_members join teams on teams.id = team_members.team_id
  where team_members.user_id = members.user_id and team_members.role = 'owner'
    and teams.organization_id = members.organization_id
) then 1 else 0 end`;

const memberships = prepared(["organizationId", "caller"], (db, { organizationId, caller }) =>
  db
    .selectFrom("members")
    .select(["role", ownsTeam.as("owns_team")])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", caller)
    .where("disabled", "=", 0),
);

/**
 * The caller's membership; absent for strangers, for members who are disabled, and with a token that is
 * bound to another organization.
 */
export async function membershipIn(
  { db, caller, boundTo }: Pick<Call, "db" | "caller" | "boundTo">,
  organizationId: string,
): Promise<Membership | undefined> {
  if (boundTo !== undefined && boundTo !== organizationId) return undefined;
  const [membership] = await memberships(db, { organizationId, caller });
  return membership;
}

/** Whether a token is bound to another organization than that of a row. */
export function isBeyond(
  boundTo: string | undefined,
  { organization_id }: { readonly organization_id: string },
): boolean {
  return boundTo !== undefined && boundTo !== organization_id;
}

/** Visitors of a docs site are guests of its organization. */
const visiting: Membership = { role: null, owns_team: 0 };

/** @throws Problem 404 if the organization is unknown or the caller is not in it */
export async function requireMembership(
  call: Pick<Call, "db" | "caller" | "visitor">,
  organizationId: string,
): Promise<Membership> {
  if (call.visitor?.organization === organizationId) return visiting;
  const membership = await membershipIn(call, organizationId);
  if (!membership) throw notFound("organization", organizationId, "organizationId");
  return membership;
}

/**
 * The answer to an id that is unknown, or known and none of the caller's business: the same one.
 * @param kind what it would be the id of: "space"
 */
export function notFound(kind: string, id: string, field: string): Problem {
  return new Problem(404, `There is no ${kind} ${id} that you may see; check the id.`, { field });
}

/** How a caller stands to what they want to use, beside the role. */
interface Standpoint {
  /** What they are to it. */
  readonly who?: readonly Who[];
  /** What the role is held on, if that is more exact than the table: "in the collection". */
  readonly where?: string;
}

/**
 * @param rule the operation, or a field of it, as the table of required roles has it
 * @throws Problem 403 that says which role is needed and which the caller has
 */
export function authorize(standing: Standing, rule: Rule, { who, where }: Standpoint = {}): void {
  if (allows(standing, rule, who)) return;
  const { deed = rule, least, on } = getNeed(rule);
  const standingText = standing ? `yours is ${standing}` : "you have none";
  throw new Problem(
    403,
    `${deed} needs the role ${least} ${where ?? holders[on]}, and ${standingText}.`,
  );
}

/** Checks the fields that are given, each by its own rule. @throws Problem 403 */
export function authorizeFields(
  standing: Standing,
  operation: FieldedOperation,
  given: object,
): void {
  for (const rule of listFieldRules(operation, given)) authorize(standing, rule);
}

type Permissions<K extends keyof typeof permissionFlags> = Readonly<
  Record<keyof (typeof permissionFlags)[K], boolean>
>;

/**
 * There are few different ones, and a page of a list needs one for each of its rows.
 * Of the process: they depend on nothing but the key.
 */
const known = new Map<string, Readonly<Record<string, boolean>>>();

/** The `permissions` of an answer: what the caller may do with what is shown. */
export function getPermissions<K extends keyof typeof permissionFlags>(
  kind: K,
  standing: Standing,
  who: readonly Who[] = [],
): Permissions<K> {
  const key = `${kind} ${standing} ${who.join()}`;
  const permissions = known.get(key) ?? computed(permissionFlags[kind], standing, who);
  known.set(key, permissions);
  return permissions as Permissions<K>;
}

function computed(
  flags: Readonly<Record<string, Flag>>,
  standing: Standing,
  who: readonly Who[],
): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, isSet(flag, standing, who)]),
  );
}

function isSet(flag: Flag, standing: Standing, who: readonly Who[]): boolean {
  if ("is" in flag) return who.includes(flag.is);
  return allows(standing, "as" in flag ? flag.as : flag[0], who);
}
