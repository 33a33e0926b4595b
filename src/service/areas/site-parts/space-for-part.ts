/** The space of a new part of a site: one that exists, or one that is made along with the part. */
import type { Role } from "../../../contract/roles.ts";
import type { Template } from "../../../contract/template.model.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank, toSpaceTitle } from "../../core/titles.ts";
import { requireSpaceForSite } from "../sites/add-parts.ts";
import { requireHomePage } from "./home-page.ts";

interface Asked {
  /** Null asks for a new space. */
  readonly spaceId: string | null;
  readonly template?: Template;
  /** Of the part, which a new space takes as far as it fits. */
  readonly title?: string | null;
  /** The page of the space at which visitors begin. */
  readonly pageId?: string | null;
}

/**
 * @param member the caller's role in the organization
 * @throws Problem 400 for a page of a new space, or a template of one that exists; else as
 * `requireSpaceForSite` and `createSpace`
 */
export async function spaceForPart(
  call: Call,
  organizationId: string,
  member: Role | null,
  { spaceId, template, title, pageId }: Asked,
): Promise<{ readonly id: string; readonly title: string }> {
  refuseBlank("title", title);
  if (spaceId !== null) {
    const space = await requireSpaceForSite(call, organizationId, spaceId, "spaceId");
    if (template !== undefined) {
      throw new Problem(
        400,
        `template is for a new space, and spaceId names one that exists; give spaceId null, or leave the template out.`,
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
    throw new Problem(
      400,
      `pageId ${pageId} is in no space that does not exist yet; leave it out.`,
      {
        field: "pageId",
      },
    );
  }
  const { createSpace } = await import("../workspace/create-space.ts");
  const given = { ...(title && { title: toSpaceTitle(title) }), ...(template && { template }) };
  const id = await createSpace(call, member, { organizationId, ...given });
  return call.db
    .selectFrom("spaces")
    .select(["id", "title"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
