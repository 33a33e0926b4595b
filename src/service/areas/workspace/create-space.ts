/** Creation of spaces, empty or from a template. */
import type { Input } from "../../../contract/endpoint.ts";
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type { Role } from "../../../contract/roles.ts";
import type { create } from "../../../contract/space.ts";
import { resolveLevel } from "../../core/access/levels.ts";
import type { Call } from "../../core/handlers.ts";
import { lockTree } from "../../core/locks.ts";
import { rankAtEnd } from "../../core/rows/siblings.ts";
import { refuseBlank, untitled } from "../../core/titles.ts";
import { authorizeDestination } from "./destination.ts";

const inherited: SpaceMergeRules = { type: "inherit" };

type NewSpaceInput = Pick<
  Input<typeof create>,
  "organizationId" | "title" | "emoji" | "parent" | "language" | "editMode" | "template"
>;

/**
 * @param member the caller's role in the organization
 * Creates a space at the end of its parent.
 * @returns the id of the space
 * @throws ApiError 400 for an invalid title, emoji or parent, 403 if the caller may not create content in
 * the parent, 404 for an unknown template
 */
export async function createSpace(
  call: Call,
  member: Role | null,
  input: NewSpaceInput,
): Promise<string> {
  const { organizationId, title = untitled, emoji, parent = null } = input;
  refuseBlank("title", title);
  refuseBlank("emoji", emoji);
  const { language, editMode, template } = input;
  await lockTree(call.db, organizationId);
  const level = await authorizeDestination(call, organizationId, member, parent, "createSpace");
  const id = call.newId();
  const revision = call.newId();
  const now = call.now.toISOString();
  await call.db
    .insertInto("spaces")
    .values({
      id,
      organization_id: organizationId,
      parent_id: parent,
      rank: await rankAtEnd(call.db, { organizationId, parentId: parent }),
      title,
      emoji: emoji ?? null,
      icon: null,
      visibility: "private",
      edit_mode: editMode ?? "live",
      language: language ?? null,
      merge_rules: JSON.stringify(inherited),
      default_level: "inherit",
      resolved_level: resolveLevel("inherit", level),
      revision_id: revision,
      created_by: call.caller,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  const { beginContent } = await import("../content/space-content.ts");
  await beginContent(call, { space: id, revision, author: call.caller });
  if (template) {
    const { commitTemplate } = await import("../content/texts/apply-template.ts");
    await commitTemplate(call, id, template);
  }
  return id;
}
