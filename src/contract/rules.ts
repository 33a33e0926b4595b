/** Authorization by the table of required roles. */
import { type RequiredRoles, requiredRoles } from "./required-roles.ts";
import type { Least, Need, Requirement, Who } from "./requirement.ts";
import { atLeast, type Role, roles } from "./roles.ts";

export type Operation = keyof RequiredRoles;

/** An operation, or an additional requirement of one of its fields: `updateSpaceById.title`. */
export type Rule = {
  [O in Operation]: O | (RequiredRoles[O] extends Fielded<infer F> ? `${O}.${F}` : never);
}[Operation];

/** Operations with additional requirements for some fields. */
export type FieldedOperation = {
  [O in Operation]: RequiredRoles[O] extends Fielded<string> ? O : never;
}[Operation];

interface Fielded<F extends string> {
  readonly fields: Readonly<Record<F, Need>>;
}

/**
 * The user's role on the resource: null for a guest or an invisible resource, undefined for a
 * non-member.
 */
export type Standing = Role | null | undefined;

const table: Readonly<Record<string, Requirement>> = requiredRoles;

export function getNeed(rule: Rule): Need {
  const [operation = "", field] = rule.split(".");
  const requirement = table[operation];
  const need = field === undefined ? requirement : requirement?.fields?.[field];
  if (!need) throw new Error(`${rule} is not in src/contract/required-roles.ts.`);
  return need;
}

/** The rules for the fields in the input. */
export function listFieldRules(operation: FieldedOperation, input: object): Rule[] {
  const fields = Object.keys(table[operation]?.fields ?? {}).filter((field) => field in input);
  return fields.map((field) => `${operation}.${field}` as Rule);
}

/** @param who the user's relations to the resource, besides the role */
export function allows(standing: Standing, rule: Rule, who: readonly Who[] = []): boolean {
  const { least, or } = getNeed(rule);
  if (reaches(standing, least)) return true;
  return or?.some((one) => who.includes(one.who) && reaches(standing, one.least)) ?? false;
}

/** The roles that are sufficient on their own, for the condition of a query. */
export function rolesFor(rule: Rule): readonly Role[] {
  return roles.filter((role) => allows(role, rule));
}

function reaches(standing: Standing, least: Least): boolean {
  if (least === "anyone") return true;
  if (least === "nobody" || standing === undefined) return false;
  return least === "guest" || atLeast(standing, least);
}
