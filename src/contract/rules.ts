/** Whether somebody may carry out an operation, or give one of its fields, by the table of required roles. */
import { type RequiredRoles, requiredRoles } from "./required-roles.ts";
import type { Least, Need, Requirement, Who } from "./requirement.ts";
import { atLeast, type Role, roles } from "./roles.ts";

export type Operation = keyof RequiredRoles;

/** An operation, or what one of its fields needs besides: `updateSpaceById.title`. */
export type Rule = {
  [O in Operation]: O | (RequiredRoles[O] extends Fielded<infer F> ? `${O}.${F}` : never);
}[Operation];

/** The operations that have rules of their own for some of their fields. */
export type FieldedOperation = {
  [O in Operation]: RequiredRoles[O] extends Fielded<string> ? O : never;
}[Operation];

interface Fielded<F extends string> {
  readonly fields: Readonly<Record<F, Need>>;
}

/** The caller's role on what the rule is about: null for a guest or for what is hidden, undefined for a stranger. */
export type Standing = Role | null | undefined;

const table: Readonly<Record<string, Requirement>> = requiredRoles;

export function getNeed(rule: Rule): Need {
  const [operation = "", field] = rule.split(".");
  const requirement = table[operation];
  const need = field === undefined ? requirement : requirement?.fields?.[field];
  if (!need) throw new Error(`${rule} is not in src/contract/required-roles.ts.`);
  return need;
}

/** The rules for those fields that are given. */
export function listFieldRules(operation: FieldedOperation, given: object): Rule[] {
  const fields = Object.keys(table[operation]?.fields ?? {}).filter((field) => field in given);
  return fields.map((field) => `${operation}.${field}` as Rule);
}

/** @param who what the caller is to the thing, besides the role */
export function allows(standing: Standing, rule: Rule, who: readonly Who[] = []): boolean {
  const { least, or } = getNeed(rule);
  if (reaches(standing, least)) return true;
  return or?.some((one) => who.includes(one.who) && reaches(standing, one.least)) ?? false;
}

/** The roles that suffice by themselves, as a condition of a query needs them. */
export function rolesFor(rule: Rule): readonly Role[] {
  return roles.filter((role) => allows(role, rule));
}

function reaches(standing: Standing, least: Least): boolean {
  if (least === "anyone") return true;
  if (least === "nobody" || standing === undefined) return false;
  return least === "guest" || atLeast(standing, least);
}
