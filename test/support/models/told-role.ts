/** The role of a caller in a space, derived from its `permissions`. */
import type { Role } from "../../../src/contract/roles.ts";

/** The permission that indicates each role, strongest first. */
const telling: readonly (readonly [Role, string])[] = [
  ["admin", "admin"],
  ["create", "triggerGitSync"],
  ["review", "review"],
  ["edit", "edit"],
  ["comment", "comment"],
  ["read", "view"],
];

export function roleTold(permissions: Readonly<Record<string, unknown>>): Role | undefined {
  return telling.find(([, flag]) => permissions[flag] === true)?.[0];
}
