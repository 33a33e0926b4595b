/** The role that somebody has in a space, as its `permissions` tell it. */
import type { Role } from "../../src/contract/roles.ts";

/** What tells each role, the strongest first. */
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
