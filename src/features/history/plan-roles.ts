/** Inverse of role changes: restores the previous roles of users and teams. */

import type { RolesBack } from "../../contract/inverse.ts";
import { isSame } from "../../history/state.ts";
import { addTo } from "../../json/groups.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Invertible, UndoContext } from "./reading.ts";
import {
  buildOperation,
  getName,
  onlyPath,
  type UndoPlan,
  type UndoRequest,
  type WriteStates,
} from "./request-plan.ts";

/** Users or teams with the same role share a request if the operation permits it. */
export function planRoles(
  { entry }: Invertible,
  inverse: RolesBack,
  { before, after, now }: WriteStates,
  reading: UndoContext,
): UndoPlan {
  const requests: UndoRequest[] = [];
  const changed: string[] = [];
  const says: string[] = [];
  for (const kind of ["users", "teams"] as const) {
    const { [kind]: lists } = inverse;
    if (lists === undefined) continue;
    const roles = {
      old: objectIn(before[kind]),
      afterWrite: objectIn(after?.[kind]),
      now: objectIn(now[kind]),
    };
    const holdersByRole = new Map<string, string[]>();
    for (const [holder, role] of Object.entries(roles.old)) {
      if (isSame(role, roles.now[holder])) continue;
      if (!isSame(roles.afterWrite[holder], roles.now[holder]))
        changed.push(`the role of ${holder}`);
      says.push(`${holder} ${role === "none" ? "no role" : `the role ${String(role)}`}`);
      const id = objectIn(now.ids)[holder] ?? objectIn(before.ids)[holder] ?? holder;
      const holderId = kind === "users" ? { userId: id } : { teamId: id };
      const parameters = { ...entry.input, ...holderId };
      if (role === "none") {
        const take = buildOperation(lists.take, reading);
        requests.push({ endpoint: take, input: onlyPath(take, parameters) });
        continue;
      }
      const give = buildOperation(lists.give, reading);
      if (give.input[kind] === undefined) {
        requests.push({ endpoint: give, input: { ...onlyPath(give, parameters), role } });
      } else addTo(holdersByRole, textIn(role), textIn(id));
    }
    const give = buildOperation(lists.give, reading);
    for (const [role, holders] of holdersByRole) {
      requests.push({
        endpoint: give,
        input: { ...onlyPath(give, entry.input), role, [kind]: holders },
      });
    }
  }
  const field = [...inverse.users.list.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? "";
  const where = getName({ field, id: textIn(entry.input[field]) });
  return {
    says:
      says.length === 0
        ? `leave the roles in ${where} unchanged`
        : `in ${where}, give ${says.join(", ")}`,
    requests,
    changed,
    notes: [],
    deletes: false,
  };
}
