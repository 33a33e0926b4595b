/** Locked spaces: their content changes by change requests, and by Git. */
import { Problem } from "../../errors.ts";
import type { SpaceTable } from "../database/tables.ts";

/**
 * @param hint the command that gives a change request
 * @throws Problem 409 for a space whose content cannot be edited directly
 */
export function refuseLocked(
  { id, edit_mode }: Pick<SpaceTable, "id" | "edit_mode">,
  hint: string,
): void {
  if (edit_mode !== "locked") return;
  throw new Problem(
    409,
    `Space ${id} is locked, so its content cannot be edited directly; give a change request.`,
    { hint },
  );
}
