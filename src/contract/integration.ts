/** The operations on integrations: publishing, finding and installing them. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, flag, id, optional, text } from "./fields.ts";
import { manifest } from "./integration-manifest.ts";
import { categories, scopes, targets } from "./integration-values.ts";
import { integrationName } from "./names.ts";

const model = () => import("./integration.model.ts").then((m) => m.integration);
const externalId = optional(text("Only those that carry this id of another system"));
const extended = optional(flag("Answer each whole and not only its id", { default: false }));

/** What a list of integrations is chosen by. */
const chosen = {
  search: optional(text("Only those with this text in their name or title")),
  category: optional(enumeration(categories, "Only those of this category")),
  blockDomain: optional(
    text("Only those with a block that unfurls links to this domain", {
      max: 100,
      pattern: { source: "^[a-zA-Z0-9_.-]+$", means: "letters, digits, and the signs _ . -" },
      placeholder: "domain",
    }),
  ),
  blocks: optional(flag("Only those with blocks; --no-blocks: only those without")),
  contentSources: optional(
    flag("Only those with content sources; --no-content-sources: only those without"),
  ),
  owner: optional(id("org", "Only those that this organization has published", { flag: "owner" })),
  scope: optional(enumeration(scopes, "Only those that ask for this scope")),
  target: optional(enumeration(targets, "Only those that are made for this target")),
};

export const list = endpoint({
  does: "List the integrations that you may install or administer",
  operation: "listIntegrations",
  route: "GET /integrations",
  input: { ...chosen, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  list: true,
});

export const listForOrganization = endpoint({
  does: "List the integrations that can be installed in an organization",
  operation: "listOrganizationIntegrations",
  route: "GET /orgs/{organizationId}/integrations",
  input: { organizationId: id("org"), ...chosen, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  list: true,
  extension: true,
});

export const listInstalled = endpoint({
  does: "List the integrations that are installed in an organization",
  operation: "listOrganizationInstallations",
  route: "GET /orgs/{organizationId}/installations",
  input: { organizationId: id("org"), search: chosen.search, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.installedIntegrations),
  secretMembers: ["configuration"],
  list: true,
  extension: true,
});

export const listForSpace = endpoint({
  does: "List the integrations that work on a space",
  operation: "listSpaceIntegrations",
  route: "GET /spaces/{spaceId}/integrations",
  input: { spaceId: id("space"), search: chosen.search },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  extension: true,
});

export const listForSite = endpoint({
  does: "List the integrations that work on a docs site",
  operation: "listSiteIntegrations",
  route: "GET /orgs/{organizationId}/sites/{siteId}/integrations",
  input: { organizationId: id("org"), siteId: id("site"), search: chosen.search },
  output: () => import("./integration.model.ts").then((m) => m.integrations),
  extension: true,
});

export const get = endpoint({
  does: "Show an integration",
  operation: "getIntegrationByName",
  route: "GET /integrations/{integrationName}",
  input: { integrationName },
  output: model,
});

export const publish = endpoint({
  does: "Publish an integration, or its next version",
  operation: "publishIntegration",
  route: "POST /integrations/{integrationName}",
  input: { integrationName, ...manifest },
  output: model,
});

export const unpublish = endpoint({
  does: "Unpublish an integration, which also uninstalls it everywhere",
  operation: "unpublishIntegration",
  route: "DELETE /integrations/{integrationName}",
  input: { integrationName },
  goneBy204: true,
});

export const installations = endpoint({
  does: "List where an integration is installed",
  operation: "listIntegrationInstallations",
  route: "GET /integrations/{integrationName}/installations",
  input: { integrationName, externalId, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.installations),
  secretMembers: ["configuration"],
  list: true,
});

export const install = endpoint({
  does: "Install an integration in an organization",
  operation: "installIntegration",
  route: "POST /integrations/{integrationName}/installations",
  input: { integrationName, organization: id("org") },
  output: () => import("./integration.model.ts").then((m) => m.installation),
  secretMembers: ["configuration"],
  status: 201,
  location: true,
});

export const spaces = endpoint({
  does: "List the spaces that an integration works on",
  operation: "listIntegrationSpaceInstallations",
  route: "GET /integrations/{integrationName}/spaces",
  input: { integrationName, externalId, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.spaceInstallations),
  secretMembers: ["configuration"],
  list: true,
});

export const sites = endpoint({
  does: "List the docs sites that an integration works on",
  operation: "listIntegrationSiteInstallations",
  route: "GET /integrations/{integrationName}/sites",
  input: { integrationName, externalId, extended, ...paging },
  output: () => import("./integration.model.ts").then((m) => m.siteInstallations),
  secretMembers: ["configuration"],
  list: true,
});

export const createToken = endpoint({
  does: "Create a token with which an integration finds its installations for an hour",
  operation: "createIntegrationToken",
  route: "POST /integrations/{integrationName}/tokens",
  input: { integrationName },
  output: () => import("./integration.model.ts").then((m) => m.temporaryToken),
  secretMembers: ["token"],
  extension: true,
  own: true,
});

export const dev = endpoint({
  does: "Send an integration's events to a tunnel",
  operation: "setIntegrationDevelopmentMode",
  route: "PUT /integrations/{integrationName}/dev",
  input: {
    integrationName,
    tunnelUrl: text("Address that events are sent to", { min: 1, max: 256, format: "url" }),
    all: optional(
      flag("Send the events of every organization, and not only of the one that published it", {
        default: false,
      }),
    ),
  },
  status: 204,
});

export const devOff = endpoint({
  does: "Send an integration's events to no tunnel any more",
  operation: "disableIntegrationDevelopmentMode",
  route: "DELETE /integrations/{integrationName}/dev",
  input: { integrationName },
  extension: true,
});
