/**
 * Operations that the token of an installation can use, with the required scope of the manifest;
 * all others are refused. The published description lists the operations and the scopes, but not
 * which scope each operation requires: the assignment is tome's interpretation.
 */
import type { scopes } from "./integration-values.ts";
import type { RuleOperation } from "./rules.ts";

export type IntegrationScope = (typeof scopes)[number];

/** Operations on the installation itself. */
const installationItself = "no scope";
const openapi = "openapi:read";
const storesOpenapi = "openapi:write";

export const openToInstallations: Partial<
  Record<RuleOperation, IntegrationScope | typeof installationItself>
> = {
  // Itself and its organization
  getIntegrationByName: installationItself,
  listIntegrationInstallations: installationItself,
  listIntegrationSpaceInstallations: installationItself,
  listIntegrationSiteInstallations: installationItself,
  getIntegrationInstallationById: installationItself,
  updateIntegrationInstallation: installationItself,
  listIntegrationInstallationSpaces: installationItself,
  getIntegrationSpaceInstallation: installationItself,
  updateIntegrationSpaceInstallation: installationItself,
  uninstallIntegrationFromSpace: installationItself,
  listIntegrationInstallationSites: installationItself,
  getIntegrationSiteInstallation: installationItself,
  updateIntegrationSiteInstallation: installationItself,
  uninstallIntegrationFromSite: installationItself,
  getOrganizationById: installationItself,
  // The spaces and sites that it works on
  listSpacesInOrganizationById: "space:metadata:read",
  getSpaceById: "space:metadata:read",
  getCurrentRevision: "space:content:read",
  getRevisionById: "space:content:read",
  getRevisionSemanticChanges: "space:content:read",
  getPageInRevisionById: "space:content:read",
  importGitRepository: "space:git:sync",
  exportToGitRepository: "space:git:sync",
  getSiteById: "site:metadata:read",
  getSiteAdaptiveSchema: "site:adaptive:read",
  listSiteAdaptiveTemplateConditions: "site:adaptive:read",
  updateSiteAdaptiveSchema: "site:adaptive:write",
  // Resources of the organization
  listOpenAPISpecs: openapi,
  getOpenAPISpecBySlug: openapi,
  listOpenAPISpecVersions: openapi,
  getLatestOpenAPISpecVersion: openapi,
  getOpenAPISpecVersionById: openapi,
  getLatestOpenAPISpecVersionContent: openapi,
  getOpenAPISpecVersionContentById: openapi,
  getLatestOpenAPISpecVersionContentRaw: openapi,
  getOpenAPISpecVersionContentRawById: openapi,
  createOpenAPISpec: storesOpenapi,
  createOrUpdateOpenAPISpecBySlug: storesOpenapi,
  updateOpenAPISpecBySlug: storesOpenapi,
  deleteOpenAPISpecBySlug: storesOpenapi,
  ingestConversation: "conversations:ingest",
};

/** Operations of an integration token: listing installations and creating their tokens. */
export const openToIntegrations: readonly RuleOperation[] = [
  "getIntegrationByName",
  "listIntegrationInstallations",
  "listIntegrationSpaceInstallations",
  "listIntegrationSiteInstallations",
  "getIntegrationInstallationById",
  "createIntegrationInstallationToken",
];
