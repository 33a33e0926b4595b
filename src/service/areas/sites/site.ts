/** Handlers for sites. */
import type * as contract from "../../../contract/site.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import { updateDefaultContent } from "../../core/default-content.ts";
import { type Call, type Handlers, withSnapshot } from "../../core/handlers.ts";
import { finishChange, lockStructure, recordPublishedPaths } from "./change.ts";
import { createSite } from "./create.ts";
import { listSites } from "./list.ts";
import { presentChangedSite, presentSite } from "./present.ts";
import { findSite, requireSite } from "./queries.ts";
import { deleteSite } from "./remove.ts";
import { type MovablePart, movePart } from "./structure/move.ts";
import { createView, type PartsView } from "./structure/present-parts.ts";
import { readStructure, type Structure } from "./structure/structure.ts";
import { updateSite } from "./update.ts";
import { presentPublishedSite } from "./visitors/published.ts";
import { findOpeningKey } from "./visitors/share-keys.ts";
import { listSpacesOnSite, recomputeSpaces } from "./visitors/visibility.ts";

export const handlers = {
  async list(input, call) {
    const { role } = await requireMembership(call, input.organizationId);
    return listSites(call, role, input);
  },

  async create({ organizationId, ...site }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "createSite");
    return presentChangedSite(call, await createSite(call, organizationId, site), role);
  },

  async get({ organizationId, siteId }, call) {
    const { row, role } = await requireSite(call, organizationId, siteId);
    return presentSite(row, role, call.base);
  },

  async update({ organizationId, siteId, ...changes }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    await updateSite(call, await lockStructure(call, siteId), role, changes);
    await recordPublishedPaths(call, siteId);
    return presentChangedSite(call, siteId, member);
  },

  async remove({ organizationId, siteId }, call) {
    const access = await findSite(call, organizationId, siteId);
    if (!access) return false;
    authorize(access.role, "deleteSiteById");
    await deleteSite(call, siteId);
    await updateDefaultContent(call.db, organizationId);
    return true;
  },

  async published({ organizationId, siteId, shareKey, claims }, call) {
    return presentPublishedSite(
      call,
      await requireSite(call, organizationId, siteId),
      shareKey,
      claims,
    );
  },

  async publish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, true);
  },

  async unpublish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, false);
  },

  structure: withSnapshot(async ({ organizationId, siteId, shareKey }, call) => {
    const { row, member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    const opening = await findOpeningKey(call, row, shareKey);
    return (await createView(call, structure, { member, opening })).structure();
  }),

  async sort({ organizationId, siteId, item, position }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "sortSiteStructure");
    await movePart(call, await lockStructure(call, siteId), member, item, position, "item");
    const structure = await finishChange(call, siteId);
    return presentPart(await createView(call, structure, { member }), structure, item);
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 404 if the site does not have the part */
function presentPart(view: PartsView, structure: Structure, { type, id }: MovablePart) {
  const section = type === "site-section" ? structure.sections.get(id) : undefined;
  if (section) return view.section(section);
  const group = type === "site-section-group" ? structure.groups.get(id) : undefined;
  if (group) return view.group(group);
  const link = type === "site-external-link" ? structure.links.get(id) : undefined;
  if (link) return view.link(link);
  const siteSpace = type === "site-space" ? structure.siteSpaces.get(id) : undefined;
  if (siteSpace) return view.siteSpace(siteSpace);
  throw createNotFoundError("part of the site", id, "item");
}

/** Does nothing if the site is already in that state. */
async function setPublished(
  call: Call,
  organizationId: string,
  siteId: string,
  published: boolean,
) {
  const { role, member } = await requireSite(call, organizationId, siteId);
  authorize(role, published ? "publishSite" : "unpublishSite");
  await call.db
    .updateTable("sites")
    .set({ published: Number(published) })
    .where("id", "=", siteId)
    .execute();
  await recomputeSpaces(call, await listSpacesOnSite(call, siteId));
  return presentChangedSite(call, siteId, member);
}
