/** Locked spaces: their content is changed by change requests and Git only. */
import { ApiError } from "../../../errors.ts";
import type { SpaceTable } from "../../database/tables.ts";

/**
 * @param hint a command that names a change request
 * @throws ApiError 409 if the content of the space cannot be edited directly
 */
export function refuseLocked(
  { id, edit_mode }: Pick<SpaceTable, "id" | "edit_mode">,
  hint: string,
): void {
  if (edit_mode !== "locked") return;
  throw new ApiError(
    409,
    `Space ${id} is locked, so its content cannot be edited directly. Use a change request.`,
    { hint },
  );
}
