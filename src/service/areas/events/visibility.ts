/** Tells integrations when a space is seen by others than before. */

import { shownVisibility } from "../../core/space-rows.ts";
import type { SpaceTable } from "../../database/tables.ts";
import { type EventCall, recordEvent } from "./record.ts";

type Standing = Pick<SpaceTable, "id" | "visibility" | "parent_id">;

/** Records nothing where both are the same to whoever reads the space. */
export async function recordVisibility(
  call: EventCall,
  before: Standing,
  after: Standing,
): Promise<void> {
  const previousVisibility = shownVisibility(before.visibility, before.parent_id);
  const visibility = shownVisibility(after.visibility, after.parent_id);
  if (previousVisibility === visibility) return;
  const spaceId = after.id;
  await recordEvent(call, {
    type: "space_visibility_updated",
    spaceId,
    previousVisibility,
    visibility,
  });
}
