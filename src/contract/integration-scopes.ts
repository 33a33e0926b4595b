/**
 * Operations that the token of an installation can use, with the required scope of the manifest;
 * all others are refused. The published descriptions list the operations and the scopes, but not
 * which scope each operation requires: the assignment is tome's interpretation.
 */
import type { installationOperations, integrationOperations } from "./integration-operations.ts";
import type { scopes } from "./integration-values.ts";
import type { RuleOperation } from "./rules.ts";

export type IntegrationScope = (typeof scopes)[number];

/** Operations on the installation itself. */
const installationItself = "no scope";
const openapi = "openapi:read";
const storesOpenapi = "openapi:write";

type RequiredScope = IntegrationScope | typeof installationItself;

/** With further operations that the scopes name, such as `openapi:read`. */
export const openToInstallations: Readonly<
  Record<(typeof installationOperations)[number], RequiredScope>
> &
  Partial<Readonly<Record<RuleOperation, RequiredScope>>> = {
  // Itself and its organization
  getIntegrationByName: installationItself,
  listIntegrations: installationItself,
  listOrganizationIntegrations: installationItself,
  listOrganizationInstallations: installationItself,
  listIntegrationEvents: installationItself,
  getIntegrationEvent: installationItself,
  listSSOProviderLoginsInOrganization: installationItself,
  listIntegrationInstallations: installationItself,
  listIntegrationSpaceInstallations: installationItself,
  listIntegrationSiteInstallations: installationItself,
  getIntegrationInstallationById: installationItself,
  updateIntegrationInstallation: installationItself,
  listIntegrationInstallationSpaces: installationItself,
  installIntegrationOnSpace: installationItself,
  getIntegrationSpaceInstallation: installationItself,
  updateIntegrationSpaceInstallation: installationItself,
  uninstallIntegrationFromSpace: installationItself,
  listIntegrationInstallationSites: installationItself,
  installIntegrationOnSite: installationItself,
  getIntegrationSiteInstallation: installationItself,
  updateIntegrationSiteInstallation: installationItself,
  uninstallIntegrationFromSite: installationItself,
  // Refused by the handler: a script that renders itself would never end
  renderIntegrationUIWithGet: installationItself,
  renderIntegrationUIWithPost: installationItself,
  getOrganizationById: installationItself,
  listOrganizationIntegrationsStatus: installationItself,
  // They need the key of an ad partner
  adsListSites: installationItself,
  adsUpdateSite: installationItself,
  // Visitors can send them without a token
  getEmbedByUrl: installationItself,
  getPublishedContentByUrl: installationItself,
  resolvePublishedContentByUrl: installationItself,
  // The spaces and sites that it works on
  listSpacesInOrganizationById: "space:metadata:read",
  getSpaceById: "space:metadata:read",
  listSpaceIntegrationsBlocks: "space:metadata:read",
  getContentByUrl: "space:content:read",
  streamAskInOrganization: "space:content:read",
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
  listSiteVisitorSegments: "site:views:read",
  trackEventsInSiteById: "site:script:inject",
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

/**
 * Operations of an integration token that concern all of its installations. It sends every other
 * operation of the description as the installation in the organization of the request.
 */
const ofAllInstallations = [
  "getIntegrationByName",
  "listIntegrations",
  "listIntegrationEvents",
  "getIntegrationEvent",
  "listIntegrationInstallations",
  "listIntegrationSpaceInstallations",
  "listIntegrationSiteInstallations",
  "getIntegrationInstallationById",
  "createIntegrationInstallationToken",
  "queueIntegrationTask",
  "getPublishedContentByUrl",
  "resolvePublishedContentByUrl",
] as const satisfies readonly (typeof integrationOperations)[number][];

/** Whether an integration token sends the operation as the integration, not as an installation. */
export function concernsAllInstallations(operation: string): boolean {
  return ofAllInstallations.some((one) => one === operation);
}
