/** Roles of members and default levels of content, in descending order. */

export const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export type Role = (typeof roles)[number];

/**
 * Default level of content: a role for every member, `inherit` from the parent, or null for none.
 */
export const levels = [...roles, "inherit"] as const;
export type AccessLevel = (typeof levels)[number];

/** Whether `role` includes all permissions of `needed`; null is a guest, who has no role. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(needed);
}
