/** Gives each person and team the role back that they had. */

import type { RolesBack } from "../../contract/inverse.ts";
import { isSame } from "../../history/state.ts";
import { addTo } from "../../json/groups.ts";
import { objectIn, textIn } from "../../json/values.ts";
import type { Invertible, Reading } from "./reading.ts";
import {
  buildOperation,
  getName,
  type Known,
  onlyPath,
  type Plan,
  type Request,
} from "./request-plan.ts";

/** Each holder gets the role back that they had; those with the same role together, if that goes. */
export function planRoles(
  { entry }: Invertible,
  inverse: RolesBack,
  { before, after, now }: Known,
  reading: Reading,
): Plan {
  const requests: Request[] = [];
  const changed: string[] = [];
  const says: string[] = [];
  for (const kind of ["users", "teams"] as const) {
    const { [kind]: lists } = inverse;
    if (lists === undefined) continue;
    const roles = {
      old: objectIn(before[kind]),
      left: objectIn(after?.[kind]),
      now: objectIn(now[kind]),
    };
    const given = new Map<string, string[]>();
    for (const [holder, role] of Object.entries(roles.old)) {
      if (isSame(role, roles.now[holder])) continue;
      if (!isSame(roles.left[holder], roles.now[holder])) changed.push(`the role of ${holder}`);
      says.push(`${holder} ${role === "none" ? "no role" : `the role ${String(role)}`}`);
      const id = objectIn(now.ids)[holder] ?? objectIn(before.ids)[holder] ?? holder;
      const one = kind === "users" ? { userId: id } : { teamId: id };
      const named = { ...entry.input, ...one };
      if (role === "none") {
        const take = buildOperation(lists.take, reading);
        requests.push({ endpoint: take, input: onlyPath(take, named) });
        continue;
      }
      const give = buildOperation(lists.give, reading);
      if (give.input[kind] === undefined) {
        requests.push({ endpoint: give, input: { ...onlyPath(give, named), role } });
      } else addTo(given, textIn(role), textIn(id));
    }
    const give = buildOperation(lists.give, reading);
    for (const [role, holders] of given) {
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
      says.length === 0 ? `give no other roles in ${where}` : `in ${where} give ${says.join(", ")}`,
    requests,
    changed,
    notes: [],
    deletes: false,
  };
}
