/** Types and wording of the table of required roles. */
import type { Role } from "./roles.ts";

/**
 * The minimum role. A guest has no role in the organization; "nobody" marks operations that require
 * an exception.
 */
export type MinimumRole = Role | "guest" | "anyone" | "nobody";

/**
 * The resource on which the role is required, with its wording: "needs the role admin in the
 * space".
 */
export const holders = {
  organization: "in the organization",
  "organization itself": "in the organization",
  "publishing organization": "in the organization that published it",
  space: "in the space",
  "space itself": "in the space",
  "collection itself": "in the collection",
  "docs site": "on the site",
  "docs site itself": "on the site",
  destination: "in the collection or organization that it is put in",
  platform: "on the platform",
} as const;
export type RoleScope = keyof typeof holders;

/** An exception for which a lower role is sufficient. */
export type RoleException =
  | "author"
  | "person themselves"
  | "invited user"
  | "owner of the team"
  | "member of the team"
  | "reader of the source"
  | "anyone, if it is public";

export interface Exception {
  readonly principal: RoleException;
  readonly minimum: MinimumRole;
}

export interface RoleNeed {
  readonly minimum: MinimumRole;
  readonly scope: RoleScope;
  /** Start of the refusal: "Deleting a space". Absent if an invisible resource returns 404. */
  readonly actionLabel?: string;
  readonly exceptions?: readonly Exception[];
}

export interface Requirement extends RoleNeed {
  /** Additional requirements of individual fields. */
  readonly fields?: Readonly<Record<string, RoleNeed>>;
}

export function needs(
  least: MinimumRole,
  on: RoleScope,
  deed: string,
  ...or: readonly Exception[]
): RoleNeed {
  return { minimum: least, scope: on, actionLabel: deed, ...(or.length > 0 && { exceptions: or }) };
}

/** For resources that are invisible without the role: the response is 404. */
export function sees(least: MinimumRole, on: RoleScope, ...or: readonly Exception[]): RoleNeed {
  return { minimum: least, scope: on, ...(or.length > 0 && { exceptions: or }) };
}

/** Requirements of an update's fields, if they are all the same. */
export function requireForChange<const F extends string>(
  noun: "space" | "collection" | "docs site",
  least: MinimumRole,
  fields: readonly F[],
): Readonly<Record<F, RoleNeed>> {
  const on = `${noun} itself` as const;
  const kind = noun === "docs site" ? "site" : noun;
  const entries = fields.map((field) => {
    return [field, needs(least, on, `Changing the ${field} of a ${kind}`)] as const;
  });
  return Object.fromEntries(entries) as Record<F, RoleNeed>;
}

/**
 * The requirement in words: "admin in the space; or the author".
 * @param mark formats a role
 */
export function describeNeed(
  { minimum, scope, exceptions = [] }: RoleNeed,
  mark: (role: Role) => string = (role) => role,
): string {
  const others = exceptions.map(formatException);
  if (minimum === "nobody") return others.join("; or ");
  return [formatStanding(minimum, scope, mark), ...others].join("; or ");
}

function formatStanding(
  least: Exclude<MinimumRole, "nobody">,
  on: RoleScope,
  mark: (role: Role) => string,
): string {
  if (least === "anyone") return "a token";
  if (least === "guest") return "membership in the organization";
  return `${mark(least)} ${holders[on]}`;
}

function formatException({ principal, minimum }: Exception): string {
  if (principal === "anyone, if it is public") {
    return `${minimum === "guest" ? "a guest" : "anyone"} if it is public`;
  }
  const isRole = minimum !== "anyone" && minimum !== "guest" && minimum !== "nobody";
  const name = principal === "person themselves" ? "user themselves" : principal;
  return `the ${name}${isRole ? ` with the role ${minimum}` : ""}`;
}

/** Start of the note about a role that the caller does not have, by which plans recognize it. */
export const missingRolePrefix = "Missing role: ";
