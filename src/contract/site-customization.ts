/** Operations on the customization of sites and the overrides of site spaces. */
import { endpoint } from "./endpoint.ts";
import { boolean, id, json, optional } from "./fields.ts";

const loadModel = () => import("./site-customization.model.ts").then((m) => m.customization);
/** Declared separately, because literals inside a field definition lose their types. */
const loadSettings = () => import("./site-customization.model.ts").then((m) => m.settings);
const loadOverrides = () => import("./site-customization.model.ts").then((m) => m.overrides);
const organizationId = id("org");
const siteId = id("site");
const siteSpaceId = id("siteSpace");
const unmasked = optional(boolean("Accepted for older clients; has no effect"));
const site = "/orgs/{organizationId}/sites/{siteId}";

export const get = endpoint({
  summary: "Show the customization of a site",
  operation: "getSiteCustomizationById",
  route: `GET ${site}/customization`,
  input: { organizationId, siteId, unmasked },
  output: loadModel,
  extension: true,
});

export const put = endpoint({
  summary: "Replace the customization of a site",
  operation: "updateSiteCustomizationById",
  route: `PUT ${site}/customization`,
  input: {
    organizationId,
    siteId,
    settings: json(loadSettings, "Settings; omitted ones are reset to their defaults"),
  },
  wholeBody: "settings",
  output: loadModel,
  extension: true,
});

export const getForSpace = endpoint({
  summary: "Show the effective customization of a site space",
  operation: "getSiteSpaceCustomizationById",
  route: `GET ${site}/site-spaces/{siteSpaceId}/customization`,
  input: { organizationId, siteId, siteSpaceId, unmasked },
  output: loadModel,
  extension: true,
});

export const override = endpoint({
  summary: "Override the customization of a site for a site space",
  operation: "overrideSiteSpaceCustomizationById",
  route: `PATCH ${site}/site-spaces/{siteSpaceId}/customization`,
  input: {
    organizationId,
    siteId,
    siteSpaceId,
    overrides: json(loadOverrides, "Settings to override; null removes an override"),
  },
  wholeBody: "overrides",
  output: loadModel,
  extension: true,
});

export const removeFromSpace = endpoint({
  summary: "Remove the customization overrides of a site space",
  operation: "deleteSiteSpaceCustomizationById",
  route: `DELETE ${site}/site-spaces/{siteSpaceId}/customization`,
  input: { organizationId, siteId, siteSpaceId },
  extension: true,
});
