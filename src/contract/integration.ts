/** Operations on integrations: publish, find and install. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, json, list as listField, optional, text } from "./fields.ts";
import { categories, scopes, targets, visibilities } from "./integration-values.ts";
import { integrationName } from "./slugs.ts";

const loadModel = () => import("./integration.model.ts").then((m) => m.integration);
const externalId = optional(text("Only installations with this external id"));
const extended = optional(boolean("Return complete events instead of ids", { default: false }));

// Declared separately, because literals inside a field definition lose their types.
const loadBlocks = () => import("./integration-manifest.model.ts").then((m) => m.blocks);
const loadContentSources = () =>
  import("./integration-manifest.model.ts").then((m) => m.contentSources);
const loadExternalLinks = () =>
  import("./integration-manifest.model.ts").then((m) => m.externalLinks);
const loadConfigurations = () =>
  import("./integration-manifest.model.ts").then((m) => m.configurations);
const loadSecrets = () => import("./integration-manifest.model.ts").then((m) => m.secrets);
const loadContentSecurityPolicy = () =>
  import("./integration-manifest.model.ts").then((m) => m.contentSecurityPolicy);

const base64 = { pattern: { source: "^[A-Za-z0-9+/]+={0,2}$", means: "base64" } };

/** The fields of a manifest. */
const manifest = {
  organization: id("org", "Publishing organization, by id or hostname"),
  title: text("Title", { min: 2, max: 30 }),
  description: text("Summary in one sentence", { max: 100 }),
  summary: optional(text("Description in Markdown", { max: 2048 })),
  runtime: optional(enumeration(["v1", "v2"], "Runtime of the script", { default: "v1" })),
  visibility: optional(
    enumeration(
      visibilities,
      "public: listed for everyone; unlisted: found by name; private: own organization only",
      {
        default: "private",
      },
    ),
  ),
  target: optional(
    enumeration(targets, "Resource that it can be installed on", { default: "all" }),
  ),
  scopes: listField(enumeration(scopes, "scope"), "Scope that the integration requires"),
  categories: optional(listField(enumeration(categories, "category"), "Category in the catalog")),
  script: text("Source code of the script", { min: 1 }),
  icon: optional(text("Icon as base64", base64)),
  previewImages: optional(
    listField(text("image", base64), "Preview images as base64", {
      max: 3,
    }),
  ),
  blocks: optional(json(loadBlocks, "Blocks that it adds to the editor")),
  contentSources: optional(json(loadContentSources, "Content sources that it provides")),
  externalLinks: optional(json(loadExternalLinks, "Links shown with the integration, at most 5")),
  configurations: optional(json(loadConfigurations, "Configuration schema of an installation")),
  secrets: optional(
    json(loadSecrets, "Secrets by name; stored encrypted and never returned", {
      secret: "whole",
    }),
  ),
  contentSecurityPolicy: optional(
    json(loadContentSecurityPolicy, "Content security policy of the script's responses"),
  ),
};

/** Filter of a list of integrations. */
const chosen = {
  search: optional(text("Only integrations with this text in the name or title")),
  category: optional(enumeration(categories, "Only integrations in this category")),
  blockDomain: optional(
    text("Only integrations with a block that unfurls links of this domain", {
      max: 100,
      pattern: { source: "^[a-zA-Z0-9_.-]+$", means: "letters, digits and the characters _ . -" },
    }),
  ),
  blocks: optional(boolean("Only integrations with blocks; --no-blocks: only those without")),
  contentSources: optional(
    boolean("Only integrations with content sources; --no-content-sources: only those without"),
  ),
  owner: optional(id("org", "Only integrations of this organization")),
  scope: optional(enumeration(scopes, "Only integrations that require this scope")),
  target: optional(enumeration(targets, "Only integrations for this target")),
};

export const list = endpoint({
  summary: "List the integrations that you can install or administer",
  operation: "listIntegrations",
  route: "GET /integrations",
  input: { ...chosen, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  list: true,
});

export const listForOrganization = endpoint({
  summary: "List the integrations available to an organization",
  operation: "listOrganizationIntegrations",
  route: "GET /orgs/{organizationId}/integrations",
  input: { organizationId: id("org"), ...chosen, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  list: true,
  extension: true,
});

export const listInstalled = endpoint({
  summary: "List the integrations installed in an organization",
  operation: "listOrganizationInstallations",
  route: "GET /orgs/{organizationId}/installations",
  input: { organizationId: id("org"), search: chosen.search, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.installedIntegrations),
  secretMembers: ["configuration"],
  list: true,
  extension: true,
});

export const listForSpace = endpoint({
  summary: "List the integrations installed on a space",
  operation: "listSpaceIntegrations",
  route: "GET /spaces/{spaceId}/integrations",
  input: { spaceId: id("space"), search: chosen.search },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  extension: true,
});

export const listForSite = endpoint({
  summary: "List the integrations installed on a site",
  operation: "listSiteIntegrations",
  route: "GET /orgs/{organizationId}/sites/{siteId}/integrations",
  input: { organizationId: id("org"), siteId: id("site"), search: chosen.search },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  extension: true,
});

export const listScripts = endpoint({
  summary: "List the scripts that integrations add to the pages of a site",
  operation: "listSiteIntegrationScripts",
  route: "GET /orgs/{organizationId}/sites/{siteId}/integration-scripts",
  input: { organizationId: id("org"), siteId: id("site") },
  output: () => import("./integration.model.ts").then((m) => m.siteScripts),
  extension: true,
});

export const listBlocks = endpoint({
  summary: "List the blocks of the integrations installed on a space",
  operation: "listSpaceIntegrationsBlocks",
  route: "GET /spaces/{spaceId}/integration-blocks",
  input: { spaceId: id("space") },
  output: () => import("./integration.model.ts").then((m) => m.integrationBlocks),
  extension: true,
});

export const getStatus = endpoint({
  summary: "Show the status of an integration in an organization",
  operation: "getOrganizationIntegrationStatus",
  route: "GET /orgs/{organizationId}/integrations/{integrationName}/installation_status",
  input: { organizationId: id("org"), integrationName },
  output: () => import("./integration.model.ts").then((m) => m.integrationStatus),
  extension: true,
});

export const listStatuses = endpoint({
  summary: "List the status of the integrations in an organization, on spaces or on sites",
  operation: "listOrganizationIntegrationsStatus",
  route: "GET /orgs/{organizationId}/integrations/installations-status",
  input: {
    organizationId: id("org"),
    target: optional(
      enumeration(["organization", "space", "site"], "Kind of resource with the integration", {
        default: "organization",
      }),
    ),
    space: optional(id("space", "Only integrations on this space")),
    site: optional(id("site", "Only integrations on this site")),
    ...paging,
  },
  output: () => import("./integration.model.ts").then((m) => m.integrationStatuses),
  list: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show an integration",
  operation: "getIntegrationByName",
  route: "GET /integrations/{integrationName}",
  input: { integrationName },
  output: loadModel,
});

export const publish = endpoint({
  summary: "Publish an integration or a new version of it",
  operation: "publishIntegration",
  route: "POST /integrations/{integrationName}",
  input: { integrationName, ...manifest },
  output: loadModel,
});

export const unpublish = endpoint({
  summary: "Unpublish an integration and remove all its installations",
  operation: "unpublishIntegration",
  route: "DELETE /integrations/{integrationName}",
  input: { integrationName },
  goneBy204: true,
});

export const installations = endpoint({
  summary: "List the installations of an integration",
  operation: "listIntegrationInstallations",
  route: "GET /integrations/{integrationName}/installations",
  input: { integrationName, externalId, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.installations),
  secretMembers: ["configuration"],
  list: true,
});

export const install = endpoint({
  summary: "Install an integration in an organization",
  operation: "installIntegration",
  route: "POST /integrations/{integrationName}/installations",
  input: { integrationName, organization: id("org") },
  output: () => import("./integration.model.ts").then((m) => m.installation),
  secretMembers: ["configuration"],
  status: 201,
  location: true,
});

export const spaces = endpoint({
  summary: "List the spaces of an integration",
  operation: "listIntegrationSpaceInstallations",
  route: "GET /integrations/{integrationName}/spaces",
  input: { integrationName, externalId, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.spaceInstallations),
  secretMembers: ["configuration"],
  list: true,
});

export const sites = endpoint({
  summary: "List the sites of an integration",
  operation: "listIntegrationSiteInstallations",
  route: "GET /integrations/{integrationName}/sites",
  input: { integrationName, externalId, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.siteInstallations),
  secretMembers: ["configuration"],
  list: true,
});

export const createToken = endpoint({
  summary: "Create an integration token (valid for one hour)",
  operation: "createIntegrationToken",
  route: "POST /integrations/{integrationName}/tokens",
  input: { integrationName },
  output: () => import("./shared.model.ts").then((m) => m.temporaryToken),
  secretMembers: ["token"],
  localOnly: true,
});

export const dev = endpoint({
  summary: "Forward an integration's events to a development tunnel",
  operation: "setIntegrationDevelopmentMode",
  route: "PUT /integrations/{integrationName}/dev",
  input: {
    integrationName,
    tunnelUrl: text("URL of the tunnel", { min: 1, max: 256, format: "url" }),
    all: optional(
      boolean("Forward events of all organizations, not only the publisher's", {
        default: false,
      }),
    ),
  },
  status: 204,
});

export const devOff = endpoint({
  summary: "Stop forwarding events to the development tunnel",
  operation: "disableIntegrationDevelopmentMode",
  route: "DELETE /integrations/{integrationName}/dev",
  input: { integrationName },
  extension: true,
});
