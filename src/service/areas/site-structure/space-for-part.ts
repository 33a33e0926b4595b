/** The space for a new section or site space: an existing space, or one created for it. */
import type { Role } from "../../../contract/roles.ts";
import type { TemplateReference } from "../../../contract/template.model.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank, toSpaceTitle } from "../../core/titles.ts";
import { requireSpaceForSite } from "../sites/structure/add-parts.ts";
import { requireHomePage } from "./home-page.ts";

interface PartSpaceInput {
  /** Null to create a space. */
  readonly spaceId: string | null;
  readonly template?: TemplateReference;
  /** The title of the part, from which the title of a new space is derived. */
  readonly title?: string | null;
  /** The home page of the site space. */
  readonly pageId?: string | null;
}

/**
 * @param member the caller's role in the organization
 * @throws ApiError 400 for `pageId` with a new space or `template` with an existing one; otherwise as
 * `requireSpaceForSite` and `createSpace`
 */
export async function resolveSpaceForPart(
  call: Call,
  organizationId: string,
  member: Role | null,
  { spaceId, template, title, pageId }: PartSpaceInput,
): Promise<{ readonly id: string; readonly title: string }> {
  refuseBlank("title", title);
  if (spaceId !== null) {
    const space = await requireSpaceForSite(call, organizationId, spaceId, "spaceId");
    if (template !== undefined) {
      throw new ApiError(
        400,
        "template applies only to a new space. Omit template, or set spaceId to null.",
        {
          field: "template",
          hint: `tome content apply-template ${template.id} --space ${spaceId}`,
        },
      );
    }
    await requireHomePage(call, space.id, pageId);
    return space;
  }
  if (pageId !== undefined && pageId !== null) {
    throw new ApiError(
      400,
      "pageId applies only to an existing space. Omit pageId, or specify spaceId.",
      {
        field: "pageId",
      },
    );
  }
  const { createSpace } = await import("../workspace/create-space.ts");
  const fields = { ...(title && { title: toSpaceTitle(title) }), ...(template && { template }) };
  const id = await createSpace(call, member, { organizationId, ...fields });
  return call.db
    .selectFrom("spaces")
    .select(["id", "title"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
