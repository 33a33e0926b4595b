/** Who may do what with a comment or a reply; the checks and the `permissions` objects both ask here. */
import { atLeast, type Role } from "../../../contract/roles.ts";
import { Problem } from "../../../errors.ts";

/**
 * @param role what the caller may do in the space
 * @param own whether the caller posted it
 */
export function saidPermissions(role: Role | null, own: boolean) {
  const takesPart = atLeast(role, "comment");
  return {
    view: takesPart,
    edit: takesPart && own,
    reply: takesPart,
    delete: takesPart && (own || atLeast(role, "admin")),
  };
}

/** @throws Problem 403 where the caller did not post it */
export function demandEdit(role: Role | null, own: boolean, kind: "comment" | "reply"): void {
  if (saidPermissions(role, own).edit) return;
  throw new Problem(403, `Only who posted a ${kind} may change its text.`, { field: "body" });
}

/** @throws Problem 403 where the caller neither posted it nor is an admin of the space */
export function demandDelete(role: Role | null, own: boolean, kind: "comment" | "reply"): void {
  if (saidPermissions(role, own).delete) return;
  throw new Problem(403, `Only who posted a ${kind} and the admins of the space may delete it.`);
}
