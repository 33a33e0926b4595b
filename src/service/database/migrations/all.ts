/**
 * All migrations, oldest first. A released migration is never changed; a change is a further one.
 * Written by `npm run generate` from the files of this folder; do not edit.
 */
import type { Migration } from "../migrate.ts";
import { createFirstTables } from "./0001-first-tables.ts";
import { createTeamsAndGrants } from "./0002-teams-and-grants.ts";
import { createContent } from "./0003-content.ts";
import { createChangeRequests } from "./0004-change-requests.ts";
import { createIntegrations } from "./0005-integrations.ts";
import { createSites } from "./0006-sites.ts";
import { createSpecifications } from "./0007-openapi-specifications.ts";
import { createGitSync } from "./0008-git-sync.ts";
import { createTranslations } from "./0009-translations.ts";
import { createConversations } from "./0010-conversations.ts";
import { addJobLeases } from "./0011-job-leases.ts";
import { addGitReports } from "./0012-git-reports.ts";
import { addStoredAccess } from "./0013-stored-access.ts";
import { createSiteRedirects } from "./0014-site-redirects.ts";
import { createAuditEvents } from "./0015-audit-events.ts";
import { addVisitors } from "./0016-visitors.ts";
import { createSiteCustomizations } from "./0017-site-customizations.ts";
import { addInstallationSelections } from "./0018-installation-selections.ts";
import { addExternalLinksAndAgentTokens } from "./0019-external-links-and-agent-tokens.ts";
import { createSignIns } from "./0020-sign-ins.ts";
import { addDraftPartsAndTunnels } from "./0021-draft-parts-and-tunnels.ts";
import { addHostnames } from "./0022-hostnames.ts";
import { createImports } from "./0023-imports.ts";
import { addInstallationConsent } from "./0024-installation-consent.ts";
import { removeForeignReferences } from "./0025-foreign-references.ts";
import { addRepeatedEvents } from "./0026-repeated-events.ts";
import { createDomains } from "./0027-domains.ts";
import { createInvitations } from "./0028-invitations.ts";
import { addSiteRoleCaps } from "./0029-site-role-caps.ts";
import { addTokenTimes } from "./0030-token-times.ts";
import { addPrincipals } from "./0031-principals.ts";
import { recomputeResultLevels } from "./0032-result-levels.ts";
import { addPublishedPaths } from "./0033-published-paths.ts";
import { createGitInstallations } from "./0034-git-installations.ts";
import { addShareLinkExpiry } from "./0035-share-link-expiry.ts";
import { indexSitePathPositions } from "./0036-site-path-positions.ts";
import { indexAuditFilters } from "./0037-audit-filters.ts";
import { addScheduledMerges } from "./0038-scheduled-merges.ts";
import { createWebhooks } from "./0039-webhooks.ts";
import { createSamlGroups } from "./0040-saml-groups.ts";
import { endNestedDomains } from "./0041-nested-domains.ts";
import { addVisitorTokens } from "./0042-visitor-tokens.ts";
import { createGlossary } from "./0043-glossary.ts";
import { addChosenContents } from "./0044-chosen-contents.ts";
import { addPreviousWebhookSecrets } from "./0045-previous-webhook-secrets.ts";
import { createSiteAgents } from "./0046-site-agents.ts";
import { createInsights } from "./0047-insights.ts";
import { createSiteContext } from "./0048-site-context.ts";
import { createFileObjects } from "./0049-file-objects.ts";
import { createFonts } from "./0050-fonts.ts";
import { createSiteQuestions } from "./0051-site-questions.ts";
import { createModelChanges } from "./0052-model-changes.ts";
import { recordFilePartLinks } from "./0053-file-part-links.ts";
import { recordAddressedSpaces } from "./0054-addressed-spaces.ts";

export const allMigrations: readonly Migration[] = [
  createFirstTables,
  createTeamsAndGrants,
  createContent,
  createChangeRequests,
  createIntegrations,
  createSites,
  createSpecifications,
  createGitSync,
  createTranslations,
  createConversations,
  addJobLeases,
  addGitReports,
  addStoredAccess,
  createSiteRedirects,
  createAuditEvents,
  addVisitors,
  createSiteCustomizations,
  addInstallationSelections,
  addExternalLinksAndAgentTokens,
  createSignIns,
  addDraftPartsAndTunnels,
  addHostnames,
  createImports,
  addInstallationConsent,
  removeForeignReferences,
  addRepeatedEvents,
  createDomains,
  createInvitations,
  addSiteRoleCaps,
  addTokenTimes,
  addPrincipals,
  recomputeResultLevels,
  addPublishedPaths,
  createGitInstallations,
  addShareLinkExpiry,
  indexSitePathPositions,
  indexAuditFilters,
  addScheduledMerges,
  createWebhooks,
  createSamlGroups,
  endNestedDomains,
  addVisitorTokens,
  createGlossary,
  addChosenContents,
  addPreviousWebhookSecrets,
  createSiteAgents,
  createInsights,
  createSiteContext,
  createFileObjects,
  createFonts,
  createSiteQuestions,
  createModelChanges,
  recordFilePartLinks,
  recordAddressedSpaces,
];
