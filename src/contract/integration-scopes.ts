/**
 * What the token of an installation opens: each operation with the scope of the manifest that it needs.
 * Whatever is not here is closed to it. The description says which operations are open to installations,
 * and which scopes there are, but not which scope opens which operation: that is our reading.
 */
import type { scopes } from "./integration-values.ts";
import type { Operation } from "./rules.ts";

export type IntegrationScope = (typeof scopes)[number];

/** It is about the installation itself. */
const own = "no scope";
const openapi = "openapi:read";
const storesOpenapi = "openapi:write";

export const openToInstallations: Partial<Record<Operation, IntegrationScope | typeof own>> = {
  // About itself, and the organization that it is in
  getIntegrationByName: own,
  listIntegrationInstallations: own,
  listIntegrationSpaceInstallations: own,
  listIntegrationSiteInstallations: own,
  getIntegrationInstallationById: own,
  updateIntegrationInstallation: own,
  listIntegrationInstallationSpaces: own,
  getIntegrationSpaceInstallation: own,
  updateIntegrationSpaceInstallation: own,
  uninstallIntegrationFromSpace: own,
  listIntegrationInstallationSites: own,
  getIntegrationSiteInstallation: own,
  updateIntegrationSiteInstallation: own,
  uninstallIntegrationFromSite: own,
  getOrganizationById: own,
  // The spaces and docs sites that it works on
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
  // What belongs to the organization
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

/** What the token of an integration itself opens: finding its installations, and tokens for them. */
export const openToIntegrations: readonly Operation[] = [
  "getIntegrationByName",
  "listIntegrationInstallations",
  "listIntegrationSpaceInstallations",
  "listIntegrationSiteInstallations",
  "getIntegrationInstallationById",
  "createIntegrationInstallationToken",
];
