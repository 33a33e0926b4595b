/** The operations on how a docs site looks and what it offers, and what its site spaces have in place of it. */
import { endpoint } from "./endpoint.ts";
import { flag, id, json, optional } from "./fields.ts";

const model = () => import("./site-customization.model.ts").then((m) => m.customization);
/** Constants of their own: written inside a field, their types would be lost. */
const settings = () => import("./site-customization.model.ts").then((m) => m.settings);
const overrides = () => import("./site-customization.model.ts").then((m) => m.overrides);
const organizationId = id("org");
const siteId = id("site");
const siteSpaceId = id("siteSpace");
const unmasked = optional(flag("Taken for older clients, and changes nothing"));
const site = "/orgs/{organizationId}/sites/{siteId}";

export const get = endpoint({
  does: "Show how a docs site looks and what it offers",
  operation: "getSiteCustomizationById",
  route: `GET ${site}/customization`,
  input: { organizationId, siteId, unmasked },
  output: model,
  extension: true,
});

export const put = endpoint({
  does: "Replace how a docs site looks and what it offers",
  operation: "updateSiteCustomizationById",
  route: `PUT ${site}/customization`,
  input: {
    organizationId,
    siteId,
    settings: json(settings, "The settings; each that is left out has its default"),
  },
  wholeBody: "settings",
  output: model,
  extension: true,
});

export const getForSpace = endpoint({
  does: "Show how a site space looks, with the settings of its site where it has none",
  operation: "getSiteSpaceCustomizationById",
  route: `GET ${site}/site-spaces/{siteSpaceId}/customization`,
  input: { organizationId, siteId, siteSpaceId, unmasked },
  output: model,
  extension: true,
});

export const override = endpoint({
  does: "Change how a site space looks, in place of the settings of its site",
  operation: "overrideSiteSpaceCustomizationById",
  route: `PATCH ${site}/site-spaces/{siteSpaceId}/customization`,
  input: {
    organizationId,
    siteId,
    siteSpaceId,
    overrides: json(overrides, "The settings; null takes one back"),
  },
  wholeBody: "overrides",
  output: model,
  extension: true,
});

export const removeFromSpace = endpoint({
  does: "Let a site space look like its site",
  operation: "deleteSiteSpaceCustomizationById",
  route: `DELETE ${site}/site-spaces/{siteSpaceId}/customization`,
  input: { organizationId, siteId, siteSpaceId },
  extension: true,
});
