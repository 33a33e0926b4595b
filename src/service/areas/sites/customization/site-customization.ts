/** Handlers for the customization of sites. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { Role } from "../../../../contract/roles.ts";
import { allows } from "../../../../contract/rules.ts";
import type {
  CustomizationSettings,
  Overrides,
} from "../../../../contract/site-customization.model.ts";
import type * as contract from "../../../../contract/site-customization.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { lockStructure } from "../change.ts";
import { requireSite, type SiteAccess } from "../queries.ts";
import { isVisible } from "../structure/present-parts.ts";
import { readStructure, type Structure } from "../structure/structure.ts";
import { refuseBadCondition } from "../visitors/conditions.ts";
import { changeOverrides, withDefaults } from "./customization-defaults.ts";
import {
  readCustomization,
  removeCustomization,
  storeCustomization,
} from "./customization-rows.ts";
import { readSiteFonts, resolveFonts, withCurrentFonts } from "./site-fonts.ts";

/** Maximum size in characters of JSON. All settings are loaded to render a page. */
const maxSettingsSize = 256 * 1024;

export const handlers = {
  get: withSnapshot(async ({ organizationId, siteId }, call) => {
    const { role } = await requireSite(call, organizationId, siteId);
    return presentSettings(call, role, { organizationId, siteId });
  }),

  async put({ organizationId, siteId, settings }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteCustomizationById");
    await refuseBadSettings(settings);
    const resolved = await resolveFonts(call, organizationId, settings);
    await storeCustomization(call, siteId, siteId, resolved);
    return presentSettings(call, role, { organizationId, siteId });
  },

  getForSpace: withSnapshot(async ({ organizationId, siteId, siteSpaceId }, call) => {
    const access = await requireSite(call, organizationId, siteId);
    requireSiteSpace(await readStructure(call, access.row), access, siteSpaceId);
    return presentSettings(call, access.role, { organizationId, siteId, siteSpaceId });
  }),

  async override({ organizationId, siteId, siteSpaceId, overrides }, call) {
    const access = await requireSite(call, organizationId, siteId);
    requireSiteSpace(await lockStructure(call, siteId), access, siteSpaceId);
    authorize(access.role, "overrideSiteSpaceCustomizationById");
    const before = await readCustomization<Overrides>(call.db, siteSpaceId);
    const newOverrides = changeOverrides(before?.settings ?? {}, overrides);
    await refuseBadSettings(newOverrides);
    await storeCustomization(call, siteId, siteSpaceId, newOverrides);
    return presentSettings(call, access.role, { organizationId, siteId, siteSpaceId });
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

/** @throws ApiError 404 if the site space does not exist or the caller may not see it */
function requireSiteSpace(structure: Structure, { member }: SiteAccess, id: string): void {
  const siteSpace = structure.siteSpaces.get(id);
  if (siteSpace && siteSpace.deleted_at === null && isVisible(siteSpace, member)) return;
  throw createNotFoundError("site space", id, "siteSpaceId");
}

/** @throws ApiError 400 if a condition is invalid or the settings are too large */
async function refuseBadSettings(settings: CustomizationSettings | Overrides): Promise<void> {
  if (JSON.stringify(settings).length > maxSettingsSize) {
    throw new ApiError(
      400,
      `The settings exceed the limit of ${maxSettingsSize / 1024} KiB. Remove links.`,
    );
  }
  const { header } = settings;
  for (const { condition } of header?.links ?? []) await refuseBadCondition(condition);
}

interface CustomizedPart {
  readonly organizationId: string;
  readonly siteId: string;
  readonly siteSpaceId?: string;
}

/** Only admins of the site may read the instructions for the assistant. */
async function presentSettings(
  call: Call,
  role: Role,
  { organizationId, siteId, siteSpaceId }: CustomizedPart,
): Promise<Output<typeof contract.get>> {
  const siteSettings = await readCustomization<CustomizationSettings>(call.db, siteId);
  const overrides =
    siteSpaceId === undefined
      ? undefined
      : await readCustomization<Overrides>(call.db, siteSpaceId);
  const fonts = await readSiteFonts(call.db, organizationId, [siteSettings?.settings.styling]);
  const all = withCurrentFonts(
    withDefaults(siteSettings?.settings ?? {}, overrides?.settings ?? {}),
    fonts,
    call.base,
  );
  const { instructions, ...ai } = all.ai;
  const mayRead = allows(role, "updateSiteCustomizationById");
  const times = [siteSettings?.updatedAt, overrides?.updatedAt]
    .filter((time) => time !== undefined)
    .sort();
  return {
    ...all,
    ai: mayRead && instructions !== undefined ? { ...ai, instructions } : ai,
    ...(times.length > 0 && { updatedAt: times.at(-1) }),
  };
}
