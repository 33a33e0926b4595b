/** Operations on the context connections of a site, the sources of its context records. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, group, id, json, optional, text } from "./fields.ts";
import { connectorName, credentialMembers, searchBoosts } from "./site-context-values.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadMapping = () => import("./site-context.model.ts").then((m) => m.statusMapping);
const loadModel = () => import("./site-context.model.ts").then((m) => m.contextConnection);
const organizationId = id("org");
const siteId = id("site");
const one = { organizationId, siteId, siteContextConnectionId: id("contextConnection") };
const createCredentialField = (help: string, max = 4096) =>
  optional(text(help, { min: 1, max, secret: "whole" }));
const createSetupField = (help: string) => optional(text(help, { min: 1, max: 255 }));
/** The hosted platform redacts most of them. */
const secretMembers = credentialMembers;

const connector = text("Connector, such as builtin:github-issues or integration:acme", {
  pattern: connectorName,
});

const setupSettings = optional(
  group(
    {
      url: optional(text("URL of the website", { max: 2048, format: "url" })),
      channelId: optional(
        text("YouTube channel: its id or its handle with @", {
          max: 101,
          pattern: {
            source: "^(?:UC[A-Za-z0-9_-]{22}|@[A-Za-z0-9._-]{3,100})$",
            means: "the id or the handle of a channel",
          },
        }),
      ),
      repository: optional(
        text("GitHub repository: owner/name", {
          max: 255,
          pattern: { source: "^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$", means: "owner/name" },
        }),
      ),
      token: createCredentialField("Access token"),
      subdomain: createSetupField("Zendesk subdomain"),
      email: createSetupField("Email address of the Zendesk account"),
      apiToken: createCredentialField("API token of Zendesk or Jira", 1024),
      dataCenter: createSetupField("Zoho data center, such as com or eu"),
      orgId: createSetupField("Zoho Desk organization"),
      clientId: createSetupField("Zoho client"),
      clientSecret: createCredentialField("Secret of the Zoho client"),
      refreshToken: createCredentialField("Refresh token of Zoho"),
      domain: createSetupField("Freshdesk domain"),
      apiKey: createCredentialField("API key of Freshdesk"),
      baseUrl: optional(text("Base URL of the Jira site", { min: 1, max: 2048, format: "url" })),
      apiEmail: optional(text("Email address of the Atlassian account", { min: 1, max: 254 })),
      statusMapping: optional(
        json(loadMapping, 'Jira status by change request status, as JSON: {"merged": "Done"}'),
      ),
    },
    "Settings of the connector",
  ),
);

const usageSettings = optional(
  group(
    {
      changeRequests: boolean("Use the records to propose change requests"),
      search: boolean("Show the records in search results of the site"),
      sync: optional(boolean("Send the status of change requests to the connected system")),
      searchBoost: enumeration(searchBoosts, "Relevance factor in search results"),
    },
    "Use of the records",
  ),
);

const filter = optional(
  text("Only items with this tag, label or expression; depends on the connector", { max: 1024 }),
);

export const list = endpoint({
  summary: "List the context connections of a site",
  operation: "listSiteContextConnections",
  route: "GET /orgs/{organizationId}/sites/{siteId}/context-connections",
  input: { organizationId, siteId, ...paging },
  output: () => import("./site-context.model.ts").then((m) => m.contextConnections),
  list: true,
  secretMembers,
});

export const get = endpoint({
  summary: "Show a context connection",
  operation: "getSiteContextConnectionById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}",
  input: one,
  output: loadModel,
  secretMembers,
});

export const create = endpoint({
  summary: "Create a context connection",
  operation: "createSiteContextConnection",
  route: "POST /orgs/{organizationId}/sites/{siteId}/context-connections",
  input: { organizationId, siteId, connector, setupSettings, usageSettings, filter },
  output: loadModel,
  status: 201,
  location: true,
  secretMembers,
});

export const update = endpoint({
  summary: "Change a context connection",
  operation: "updateSiteContextConnectionById",
  route:
    "PATCH /orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}",
  input: {
    ...one,
    connector: optional(connector),
    setupSettings,
    usageSettings,
    label: optional(text("Label of the connection", { max: 128 })),
    filter,
  },
  output: loadModel,
  secretMembers,
});

export const remove = endpoint({
  summary: "Delete a context connection and its records",
  operation: "deleteSiteContextConnectionById",
  route:
    "DELETE /orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}",
  input: one,
});

export const sync = endpoint({
  summary: "Start a sync of a context connection",
  operation: "syncSiteContextConnection",
  route:
    "POST /orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/sync",
  input: one,
  status: 204,
});

export const test = endpoint({
  summary: "Test the credentials of a context connection",
  operation: "testSiteContextConnection",
  route:
    "POST /orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/test",
  input: one,
  output: () => import("./site-context.model.ts").then((m) => m.connectionTest),
  reads: true,
  unaudited: true,
});
