/** Duplication of spaces. */
import { authorize } from "../../core/access/access.ts";
import { copyGrants } from "../../core/access/grants.ts";
import { resolveInheritedLevel, resolveLevel } from "../../core/access/levels.ts";
import type { Call } from "../../core/handlers.ts";
import { lockTree } from "../../core/locks.ts";
import { findCollection } from "../../core/rows/collection-rows.ts";
import { rankAfter } from "../../core/rows/siblings.ts";
import type { SpaceAccess } from "../../core/rows/space-rows.ts";
import { toCopyTitle } from "../../core/titles.ts";
import { copyContent } from "../content/space-content.ts";

/**
 * Places the copy after the original.
 * @returns the id of the copy
 * @throws ApiError 403 if the caller may not create content in the parent of the original
 */
export async function duplicateSpace(call: Call, { row, member }: SpaceAccess): Promise<string> {
  if (row.parent_id === null) {
    authorize(member, "duplicateSpace", { where: "in the organization" });
  } else {
    const parent = await findCollection(call, row.parent_id);
    authorize(parent?.role, "duplicateSpace", { where: "in its collection" });
  }
  const { organization_id: organizationId, parent_id: parentId } = row;
  await lockTree(call.db, organizationId);
  const id = call.newId();
  const revision = call.newId();
  const now = call.now.toISOString();
  await call.db
    .insertInto("spaces")
    .values({
      id,
      organization_id: organizationId,
      parent_id: parentId,
      rank: await rankAfter(call.db, { organizationId, parentId }, row.rank),
      title: toCopyTitle(row.title),
      emoji: row.emoji,
      icon: row.icon,
      visibility: "private",
      edit_mode: row.edit_mode,
      language: row.language,
      merge_rules: row.merge_rules,
      default_level: row.default_level,
      // The copy is not on a site, so it does not inherit from one.
      resolved_level: resolveLevel(
        row.default_level,
        await resolveInheritedLevel(call.db, parentId),
      ),
      revision_id: revision,
      created_by: call.caller,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await copyContent(call, row.revision_id, { space: id, revision, author: call.caller });
  await copyGrants(call.db, row.id, id);
  return id;
}
