import { expect, test } from "vitest";
import { requiredRoles } from "../../src/contract/required-roles.ts";
import type { Requirement } from "../../src/contract/requirement.ts";
import { isAtLeast, type Role, roles } from "../../src/contract/roles.ts";
import {
  allows,
  type CallerRole,
  type FieldedOperation,
  getNeed,
  listFieldRules,
  listRoles,
  type PermissionRule,
} from "../../src/contract/rules.ts";
import { slowTest } from "../support/generators/amount.ts";

const table: readonly (readonly [string, Requirement])[] = Object.entries(requiredRoles);
const callers: readonly CallerRole[] = [undefined, null, ...roles];

/** The position of a caller and of a minimum in the order of access. */
function hasAccess(caller: CallerRole, minimum: string): boolean {
  if (minimum === "anyone") return true;
  if (minimum === "nobody") return false;
  const order = [undefined, null, "read", "comment", "edit", "review", "create", "admin"];
  const needed = minimum === "guest" ? 1 : order.indexOf(minimum);
  return order.indexOf(caller) >= needed;
}

test("the order of roles is admin, create, review, edit, comment, read", () => {
  const ascending: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];
  for (const [index, role] of ascending.entries()) {
    const reached = ascending.filter((needed) => isAtLeast(role, needed));
    expect([role, reached]).toEqual([role, ascending.slice(0, index + 1)]);
    expect(isAtLeast(null, role)).toBe(false);
  }
});

slowTest("every operation allows its minimum role and its exceptions, and no other caller", () => {
  for (const [name, { minimum, exceptions = [], fields = {} }] of table) {
    const needs = { "": { minimum, exceptions }, ...fields };
    for (const [field, need] of Object.entries(needs)) {
      const rule = (field === "" ? name : `${name}.${field}`) as PermissionRule;
      expect(getNeed(rule).minimum).toBe(need.minimum);
      for (const caller of callers) {
        const isAllowed = hasAccess(caller, need.minimum);
        expect([rule, caller, allows(caller, rule)]).toEqual([rule, caller, isAllowed]);
        for (const exception of need.exceptions ?? []) {
          const asPrincipal = isAllowed || hasAccess(caller, exception.minimum);
          expect(allows(caller, rule, [exception.principal])).toBe(asPrincipal);
        }
      }
      expect(listRoles(rule)).toEqual(roles.filter((role) => hasAccess(role, need.minimum)));
    }
  }
});

test("fields in the input have their own rules", () => {
  const fielded = table.filter(([, { fields }]) => fields !== undefined);
  expect(fielded.length).toBeGreaterThan(0);
  for (const [name, { fields = {} }] of fielded) {
    const [first = "", ...others] = Object.keys(fields);
    const operation = name as FieldedOperation;
    expect(listFieldRules(operation, {})).toEqual([]);
    expect(listFieldRules(operation, { [first]: undefined, other: 1 })).toEqual([
      `${name}.${first}`,
    ]);
    const all = [first, ...others];
    expect(listFieldRules(operation, Object.fromEntries(all.map((one) => [one, null])))).toEqual(
      all.map((one) => `${name}.${one}`),
    );
  }
});

test.each(["nothing", "updateSpaceById.nothing"])("the unknown rule %s is an error", (rule) => {
  expect(() => getNeed(rule as PermissionRule)).toThrow(
    `${rule} is not in src/contract/required-roles.ts.`,
  );
});
