/** Handlers for the external links of sites. */
import { generateKeyBetween } from "fractional-indexing";
import type { Input } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-external-link.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { refuseBlank } from "../../../core/titles.ts";
import { finishChange, lockStructure } from "../change.ts";
import { requireSite, type SiteAccess } from "../queries.ts";
import type { SiteExternalLinkTable } from "../tables.ts";
import { refuseBadCondition } from "../visitors/conditions.ts";
import { moveLinkOutOfGroup, requireParentGroup } from "./groups.ts";
import { writeTexts } from "./localized.ts";
import { createView } from "./present-parts.ts";
import { hasSections, listItemsInGroup, type Structure } from "./structure.ts";

export const handlers = {
  async create({ organizationId, siteId, title, url, parent = null, ...settings }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "addExternalLinkToSite");
    const structure = await lockStructure(call, siteId);
    if (!hasSections(structure)) {
      throw new ApiError(
        400,
        `Site ${siteId} has no sections, which external links require. Add a section first.`,
        { field: "siteId", hint: `tome site section create --site ${siteId}` },
      );
    }
    const columns = await readColumns({ title, url, ...settings });
    const group = requireGroup(structure, parent);
    const id = call.newId();
    await call.db
      .insertInto("site_external_links")
      .values({
        localized_title: null,
        description: null,
        localized_description: null,
        icon: null,
        draft: 0,
        condition: null,
        ...columns,
        title,
        url,
        id,
        site_id: siteId,
        group_id: group,
        rank: rankAtEnd(structure, group),
        created_at: call.now.toISOString(),
      })
      .execute();
    return presentChangedLink(call, access, id);
  },

  async update({ organizationId, siteId, siteExternalLinkId: id, parent, ...settings }, call) {
    const access = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const link = structure.links.get(id);
    if (!link) throw createNotFoundError("external link", id, "siteExternalLinkId");
    authorize(access.role, "updateSiteExternalLinkById");
    const columns = await readColumns(settings);
    if (Object.keys(columns).length > 0) await setColumns(call, id, columns);
    // In the same group, the link keeps its position among its siblings.
    if (parent === null && link.group_id !== null) await moveLinkOutOfGroup(call, structure, link);
    const group = parent === undefined || parent === null ? null : requireGroup(structure, parent);
    if (group !== null && group !== link.group_id) {
      await setColumns(call, id, { group_id: group, rank: rankAtEnd(structure, group) });
    }
    return presentChangedLink(call, access, id);
  },

  async remove({ organizationId, siteId, siteExternalLinkId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.links.has(id)) return false;
    authorize(role, "deleteSiteExternalLinkById");
    await call.db.deleteFrom("site_external_links").where("id", "=", id).execute();
    await finishChange(call, siteId);
    return true;
  },
} satisfies Handlers<typeof contract>;

function requireGroup(structure: Structure, parent: string | null): string | null {
  // A link does not add a level of nesting.
  requireParentGroup(structure, parent ?? undefined, "parent", 0);
  return parent;
}

function rankAtEnd(structure: Structure, group: string | null): string {
  return generateKeyBetween(listItemsInGroup(structure, group).at(-1)?.row.rank, null);
}

async function setColumns(
  { db }: Call,
  id: string,
  columns: Partial<SiteExternalLinkTable>,
): Promise<void> {
  await db.updateTable("site_external_links").set(columns).where("id", "=", id).execute();
}

type LinkSettings = Pick<
  Input<typeof contract.update>,
  | "title"
  | "url"
  | "description"
  | "icon"
  | "draft"
  | "condition"
  | "localizedTitle"
  | "localizedDescription"
>;

/** The columns of the specified settings. @throws ApiError 400 for an invalid value */
async function readColumns(settings: LinkSettings): Promise<Partial<SiteExternalLinkTable>> {
  const { title, url, description, icon, draft, condition } = settings;
  const { localizedTitle, localizedDescription } = settings;
  refuseBlank("title", title);
  refuseBlank("icon", icon);
  await refuseBadCondition(condition);
  return {
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(draft !== undefined && { draft: Number(draft) }),
    ...(condition !== undefined && { condition }),
    ...(localizedTitle !== undefined && { localized_title: writeTexts(localizedTitle) }),
    ...(localizedDescription !== undefined && {
      localized_description: writeTexts(localizedDescription),
    }),
  };
}

/** Presents a link after a change. */
async function presentChangedLink(
  call: Call,
  { row: { id: siteId }, member }: SiteAccess,
  id: string,
) {
  const structure = await finishChange(call, siteId);
  const link = structure.links.get(id);
  if (!link) throw createNotFoundError("external link", id, "siteExternalLinkId");
  return (await createView(call, structure, { member, siteSpaces: [] })).link(link);
}
