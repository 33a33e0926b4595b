/** Authorization by the table of required roles. */
import { type RequiredRoles, requiredRoles } from "./required-roles.ts";
import type { MinimumRole, Requirement, RoleException, RoleNeed } from "./requirement.ts";
import { isAtLeast, type Role, roles } from "./roles.ts";

export type RuleOperation = keyof RequiredRoles;

/** An operation, or an additional requirement of one of its fields: `updateSpaceById.title`. */
export type PermissionRule = {
  [O in RuleOperation]: O | (RequiredRoles[O] extends Fielded<infer F> ? `${O}.${F}` : never);
}[RuleOperation];

/** Operations with additional requirements for some fields. */
export type FieldedOperation = {
  [O in RuleOperation]: RequiredRoles[O] extends Fielded<string> ? O : never;
}[RuleOperation];

interface Fielded<F extends string> {
  readonly fields: Readonly<Record<F, RoleNeed>>;
}

/**
 * The user's role on the resource: null for a guest or an invisible resource, undefined for a
 * non-member.
 */
export type CallerRole = Role | null | undefined;

const table: Readonly<Record<string, Requirement>> = requiredRoles;

export function getNeed(rule: PermissionRule): RoleNeed {
  const [operation = "", field] = rule.split(".");
  const requirement = table[operation];
  const need = field === undefined ? requirement : requirement?.fields?.[field];
  if (!need) throw new Error(`${rule} is not in src/contract/required-roles.ts.`);
  return need;
}

/** The rules for the fields in the input. */
export function listFieldRules(operation: FieldedOperation, input: object): PermissionRule[] {
  const fields = Object.keys(table[operation]?.fields ?? {}).filter((field) => field in input);
  return fields.map((field) => `${operation}.${field}` as PermissionRule);
}

/** @param who the user's relations to the resource, besides the role */
export function allows(
  standing: CallerRole,
  rule: PermissionRule,
  who: readonly RoleException[] = [],
): boolean {
  const { minimum, exceptions } = getNeed(rule);
  if (reachesMinimum(standing, minimum)) return true;
  return (
    exceptions?.some(
      (one) => who.includes(one.principal) && reachesMinimum(standing, one.minimum),
    ) ?? false
  );
}

/** The roles that are sufficient on their own, for the condition of a query. */
export function listRoles(rule: PermissionRule): readonly Role[] {
  return roles.filter((role) => allows(role, rule));
}

function reachesMinimum(standing: CallerRole, least: MinimumRole): boolean {
  if (least === "anyone") return true;
  if (least === "nobody" || standing === undefined) return false;
  return least === "guest" || isAtLeast(standing, least);
}
