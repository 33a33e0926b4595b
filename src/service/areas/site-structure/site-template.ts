/** Handler that adds initial sections to an empty site. */
import type * as contract from "../../../contract/site-template.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { finishChange, lockStructure } from "../sites/change.ts";
import { requireSite } from "../sites/queries.ts";
import { addSection, addSiteSpaces } from "../sites/structure/add-parts.ts";
import { hasSections } from "../sites/structure/structure.ts";
import { recomputeSpaces } from "../sites/visitors/visibility.ts";
import { createSpace } from "../workspace/create-space.ts";

/** The sections, each with a space that is created from a template. */
const sections = [
  { title: "Documentation", icon: "book-open", template: "product-docs" },
  { title: "Help center", icon: "life-ring", template: "help-center" },
] as const;

export const handlers = {
  async apply({ organizationId, siteId }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "applyTemplateToSite");
    const before = await lockStructure(call, siteId);
    if (hasSections(before) || before.siteSpaces.size > 0) {
      throw new ApiError(409, `Site ${siteId} is not empty. Apply the template to a new site.`, {
        field: "siteId",
        hint: "tome site create",
      });
    }
    for (const { title, icon, template: id } of sections) {
      const structure = await lockStructure(call, siteId);
      const space = await createSpace(call, member, { organizationId, title, template: { id } });
      const section = await addSection(call, structure, { title, icon });
      await addSiteSpaces(call, structure, section, [{ id: space, title }]);
      await recomputeSpaces(call, [space]);
    }
    await finishChange(call, siteId);
    return undefined;
  },
} satisfies Handlers<typeof contract>;
