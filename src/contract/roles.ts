/** The roles of members and the default levels of content, strongest first. */

export const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export type Role = (typeof roles)[number];

/** A level of content: a role for every member, `inherit` from what holds it, or null for nobody. */
export const levels = [...roles, "inherit"] as const;
export type Level = (typeof levels)[number];

/** Whether `role` may do all that `needed` may; null is a guest, who may do nothing by default. */
export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(needed);
}
