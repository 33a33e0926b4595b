/** The handlers of how docs sites look and what they offer. */
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import type { Overrides, Settings } from "../../../contract/site-customization.model.ts";
import type * as contract from "../../../contract/site-customization.ts";
import { Problem } from "../../../errors.ts";
import { authorize, notFound } from "../../core/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../core/handlers.ts";
import { lockStructure } from "./change.ts";
import { refuseBadCondition } from "./conditions.ts";
import { changedOverrides, withDefaults } from "./customization-defaults.ts";
import {
  readCustomization,
  removeCustomization,
  storeCustomization,
} from "./customization-rows.ts";
import { isVisible } from "./present-parts.ts";
import { requireSite, type SiteAccess } from "./queries.ts";
import { readStructure, type Structure } from "./structure.ts";

/** In characters of JSON; a page of the site is made with all of it. */
const largestSettings = 256 * 1024;

export const handlers = {
  get: withSnapshot(async ({ organizationId, siteId }, call) => {
    const { role } = await requireSite(call, organizationId, siteId);
    return presentSettings(call, role, siteId);
  }),

  async put({ organizationId, siteId, settings }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteCustomizationById");
    await refuseBadSettings(settings);
    await storeCustomization(call, siteId, siteId, settings);
    return presentSettings(call, role, siteId);
  },

  getForSpace: withSnapshot(async ({ organizationId, siteId, siteSpaceId }, call) => {
    const access = await requireSite(call, organizationId, siteId);
    requireSiteSpace(await readStructure(call, access.row), access, siteSpaceId);
    return presentSettings(call, access.role, siteId, siteSpaceId);
  }),

  async override({ organizationId, siteId, siteSpaceId, overrides }, call) {
    const access = await requireSite(call, organizationId, siteId);
    requireSiteSpace(await lockStructure(call, siteId), access, siteSpaceId);
    authorize(access.role, "overrideSiteSpaceCustomizationById");
    const before = await readCustomization<Overrides>(call.db, siteSpaceId);
    const changed = changedOverrides(before?.settings ?? {}, overrides);
    await refuseBadSettings(changed);
    await storeCustomization(call, siteId, siteSpaceId, changed);
    return presentSettings(call, access.role, siteId, siteSpaceId);
  },

  async removeFromSpace({ organizationId, siteId, siteSpaceId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.siteSpaces.has(siteSpaceId)) return false;
    authorize(access.role, "deleteSiteSpaceCustomizationById");
    if (!(await readCustomization(call.db, siteSpaceId))) return false;
    await removeCustomization(call.db, siteSpaceId);
    return true;
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 for a site space that the site has not, or the caller may not see */
function requireSiteSpace(structure: Structure, { member }: SiteAccess, id: string): void {
  const siteSpace = structure.siteSpaces.get(id);
  if (siteSpace && siteSpace.deleted_at === null && isVisible(siteSpace, member)) return;
  throw notFound("site space", id, "siteSpaceId");
}

/** @throws Problem 400 for conditions with a fault, and for settings that are too large */
async function refuseBadSettings(settings: Settings | Overrides): Promise<void> {
  if (JSON.stringify(settings).length > largestSettings) {
    throw new Problem(
      400,
      `The settings have more than ${largestSettings / 1024} KiB; leave links out.`,
    );
  }
  const { header } = settings;
  for (const { condition } of header?.links ?? []) await refuseBadCondition(condition);
}

/** What the assistant is told is for the admins of the site alone. */
async function presentSettings(
  call: Call,
  role: Role,
  siteId: string,
  siteSpaceId?: string,
): Promise<Output<typeof contract.get>> {
  const own = await readCustomization<Settings>(call.db, siteId);
  const over =
    siteSpaceId === undefined
      ? undefined
      : await readCustomization<Overrides>(call.db, siteSpaceId);
  const all = withDefaults(own?.settings ?? {}, over?.settings ?? {});
  const { instructions, ...ai } = all.ai;
  const mayRead = allows(role, "updateSiteCustomizationById");
  const times = [own?.updatedAt, over?.updatedAt].filter((time) => time !== undefined).sort();
  return {
    ...all,
    ai: mayRead && instructions !== undefined ? { ...ai, instructions } : ai,
    ...(times.length > 0 && { updatedAt: times.at(-1) }),
  };
}
