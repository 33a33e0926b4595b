/** Operations on an installation of an integration, and on its spaces and sites. */
import { endpoint, paging } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  id,
  integer,
  json,
  list as listOf,
  optional,
  text,
} from "./fields.ts";
import { integrationName } from "./slugs.ts";

const installationId = id("installation");
const one = { integrationName, installationId };
const spaceId = id("space");
const siteId = id("site");
const extended = optional(boolean("Return complete events instead of ids", { default: false }));

const loadModel = () => import("./integration.model.ts").then((m) => m.installation);
const loadSpaceModel = () => import("./integration.model.ts").then((m) => m.spaceInstallation);
const loadSiteModel = () => import("./integration.model.ts").then((m) => m.siteInstallation);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadConfigurationModel = () => import("./integration.model.ts").then((m) => m.settings);

/** The configuration often contains a password or key. */
const secretMembers = ["configuration"];

const settings = {
  configuration: optional(
    json(loadConfigurationModel, "All settings; replaces existing ones", {
      secret: "whole",
    }),
  ),
  externalIds: optional(
    listOf(text("External id", { min: 1, max: 255 }), "External id", {
      max: 5,
    }),
  ),
};

const createSelectionField = (things: string) =>
  optional(
    enumeration(["all", "selected"], `Scope: all ${things}, or only those it is installed on`),
  );

export const get = endpoint({
  summary: "Show an installation",
  operation: "getIntegrationInstallationById",
  route: "GET /integrations/{integrationName}/installations/{installationId}",
  input: one,
  output: loadModel,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  summary: "Change the configuration and scope of an installation",
  operation: "updateIntegrationInstallation",
  route: "PATCH /integrations/{integrationName}/installations/{installationId}",
  input: {
    ...one,
    ...settings,
    space_selection: createSelectionField("spaces of the organization"),
    site_selection: createSelectionField("sites of the organization"),
  },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const accept = endpoint({
  summary: "Accept the permissions that a new version of an integration requests",
  operation: "acceptIntegrationInstallationPermissions",
  route: "POST /integrations/{integrationName}/installations/{installationId}/accept",
  input: {
    ...one,
    version: integer("Version to accept; refused if it is not the newest", {
      min: 1,
    }),
  },
  output: loadModel,
  secretMembers,
  localOnly: true,
});

export const remove = endpoint({
  summary: "Uninstall an integration from an organization",
  operation: "uninstallIntegration",
  route: "DELETE /integrations/{integrationName}/installations/{installationId}",
  input: one,
  extension: true,
});

export const createToken = endpoint({
  summary: "Create an installation token (valid for one hour)",
  operation: "createIntegrationInstallationToken",
  route: "POST /integrations/{integrationName}/installations/{installationId}/tokens",
  input: one,
  output: () => import("./shared.model.ts").then((m) => m.temporaryToken),
  secretMembers: ["token"],
  extension: true,
});

export const spaces = endpoint({
  summary: "List the spaces of an installation",
  operation: "listIntegrationInstallationSpaces",
  route: "GET /integrations/{integrationName}/installations/{installationId}/spaces",
  input: { ...one, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.spaceInstallations),
  secretMembers,
  list: true,
  extension: true,
});

export const installOnSpace = endpoint({
  summary: "Install an integration on a space",
  operation: "installIntegrationOnSpace",
  route: "POST /integrations/{integrationName}/installations/{installationId}/spaces",
  input: { ...one, space: spaceId, extended },
  inQuery: ["extended"],
  output: loadSpaceModel,
  secretMembers,
  status: 201,
  location: true,
  extension: true,
});

export const getOnSpace = endpoint({
  summary: "Show the installation of an integration on a space",
  operation: "getIntegrationSpaceInstallation",
  route: "GET /integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}",
  input: { ...one, spaceId, extended },
  output: loadSpaceModel,
  secretMembers,
  extension: true,
});

export const updateOnSpace = endpoint({
  summary: "Change the configuration of an integration on a space",
  operation: "updateIntegrationSpaceInstallation",
  route: "PATCH /integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}",
  input: { ...one, spaceId, ...settings, extended },
  inQuery: ["extended"],
  output: loadSpaceModel,
  secretMembers,
  extension: true,
});

export const removeFromSpace = endpoint({
  summary: "Uninstall an integration from a space",
  operation: "uninstallIntegrationFromSpace",
  route: "DELETE /integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}",
  input: { ...one, spaceId },
  extension: true,
});

export const sites = endpoint({
  summary: "List the sites of an installation",
  operation: "listIntegrationInstallationSites",
  route: "GET /integrations/{integrationName}/installations/{installationId}/sites",
  input: { ...one, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.siteInstallations),
  secretMembers,
  list: true,
  extension: true,
});

export const installOnSite = endpoint({
  summary: "Install an integration on a site",
  operation: "installIntegrationOnSite",
  route: "POST /integrations/{integrationName}/installations/{installationId}/sites",
  input: { ...one, siteId, extended },
  inQuery: ["extended"],
  output: loadSiteModel,
  secretMembers,
  status: 201,
  location: true,
  extension: true,
});

export const getOnSite = endpoint({
  summary: "Show the installation of an integration on a site",
  operation: "getIntegrationSiteInstallation",
  route: "GET /integrations/{integrationName}/installations/{installationId}/sites/{siteId}",
  input: { ...one, siteId, extended },
  output: loadSiteModel,
  secretMembers,
  extension: true,
});

export const updateOnSite = endpoint({
  summary: "Change the configuration of an integration on a site",
  operation: "updateIntegrationSiteInstallation",
  route: "PATCH /integrations/{integrationName}/installations/{installationId}/sites/{siteId}",
  input: { ...one, siteId, ...settings, extended },
  inQuery: ["extended"],
  output: loadSiteModel,
  secretMembers,
  extension: true,
});

export const removeFromSite = endpoint({
  summary: "Uninstall an integration from a site",
  operation: "uninstallIntegrationFromSite",
  route: "DELETE /integrations/{integrationName}/installations/{installationId}/sites/{siteId}",
  input: { ...one, siteId },
  extension: true,
});
