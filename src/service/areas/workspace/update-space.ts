/** Updates of space settings, with a required role for each field. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { authorizeFields } from "../../core/access/access.ts";
import { recomputeSpaceLevels } from "../../core/access/levels.ts";
import type { Call } from "../../core/handlers.ts";
import type { SpaceAccess } from "../../core/rows/space-rows.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { SpaceTable } from "../../database/tables.ts";
import { checkReviewers } from "./merge-rules.ts";

type SpaceChanges = Omit<Input<typeof update>, "spaceId">;

/**
 * @throws ApiError 403 for a field that the caller may not change, 400 for an invalid value
 */
export async function updateSpace(
  call: Call,
  { row, role }: SpaceAccess,
  changes: SpaceChanges,
): Promise<void> {
  authorizeFields(role, "updateSpaceById", changes);
  const { title, emoji, icon, language, editMode, defaultLevel, mergeRules } = changes;
  refuseBlank("title", title);
  refuseBlank("emoji", emoji);
  if (emoji && icon) {
    throw new ApiError(400, "A space cannot have both an emoji and an icon. Specify one of them.", {
      field: "icon",
    });
  }
  await checkReviewers(call.db, row.organization_id, mergeRules);
  const columns: Partial<SpaceTable> = {};
  if (title !== undefined) columns.title = title;
  if (emoji !== undefined) columns.emoji = emoji;
  if (icon !== undefined) columns.icon = icon;
  if (emoji) columns.icon = null;
  if (icon) columns.emoji = null;
  if (language !== undefined) columns.language = language;
  if (editMode !== undefined) columns.edit_mode = editMode;
  if (mergeRules !== undefined) columns.merge_rules = JSON.stringify(mergeRules);
  if (defaultLevel !== undefined) {
    columns.default_level = defaultLevel;
  }
  if (Object.keys(columns).length === 0) return;
  await call.db
    .updateTable("spaces")
    .set({ ...columns, updated_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
  if (defaultLevel !== undefined) {
    await recomputeSpaceLevels(call.db, sql`spaces.id = ${row.id}`);
  }
}
