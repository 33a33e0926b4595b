/** Tables of integrations: published versions and installations. */
import type { InstallationTarget, Visibility } from "../../../contract/integration-values.ts";
import type { InstallationStatus } from "../integration-events/event.ts";

/** An integration is identified by its name everywhere. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** Of the current version; the first one is 1. */
  version: number;
  title: string;
  description: string;
  summary: string | null;
  target: InstallationTarget;
  visibility: Visibility;
  /** The rest of its manifest as JSON, as in responses. */
  manifest: string;
  /** Name and title in lower case, for searches. */
  words: string;
  has_blocks: number;
  has_content_sources: number;
  /** Whether its scopes and its target allow events of spaces. */
  hears_spaces: number;
  /** JSON list of the hashes of its images; the first one, which may be null, is its icon. */
  images: string;
  created_at: string;
  updated_at: string;
}

/** Search criteria of an integration: one row for each category, scope and domain. */
export interface IntegrationFacetTable {
  integration: string;
  kind: "category" | "scope" | "domain";
  value: string;
}

export interface IntegrationVersionTable {
  integration: string;
  version: number;
  runtime: string;
  /** SHA-256 of the script, in hex. */
  script_hash: string;
  /** Stored for the latest version only. */
  script: string | null;
  published_by: string;
  published_at: string;
}

export interface IntegrationImageTable {
  integration: string;
  /** SHA-256 of the contents, in hex. */
  hash: string;
  /** Base64. */
  bytes: string;
}

export interface IntegrationSecretTable {
  integration: string;
  name: string;
  /** Encrypted. */
  sealed: string;
}

export interface InstallationTable {
  id: string;
  integration: string;
  organization_id: string;
  status: InstallationStatus;
  /** JSON. */
  configuration: string;
  /** JSON list of strings. */
  external_ids: string;
  created_at: string;
  updated_at: string;
  /** Whether it works on all spaces, or on the chosen ones in `installation_contents`. */
  space_selection: SiteSelection;
  site_selection: SiteSelection;
  /** The id of the user for whom its tokens act; null for earlier installations. */
  installed_by: string | null;
  /** `Permissions` that an admin of the organization accepted, as JSON. */
  accepted: string;
  /** `Permissions` that were announced to the organization since, as JSON; null if there are none. */
  announced: string | null;
}

export type SiteSelection = "all" | "selected";

/** The settings of an installation for a space or docs site, and whether that one was chosen. */
export interface InstallationContentTable {
  installation_id: string;
  /** The id of a space or a docs site. */
  content_id: string;
  /** JSON. */
  configuration: string;
  /** JSON list of strings. */
  external_ids: string;
  created_at: string;
  updated_at: string;
  /** 1 after it was installed there. Settings alone, of an installation on all of them, are 0. */
  chosen: number;
}

/** A token of an integration, or of one of its installations. */
export interface AgentTokenTable {
  /** SHA-256 of the token, in hex. */
  hash: string;
  integration: string;
  installation_id: string | null;
  /** The expiry. */
  until: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    integrations: IntegrationTable;
    integration_facets: IntegrationFacetTable;
    integration_versions: IntegrationVersionTable;
    integration_images: IntegrationImageTable;
    integration_secrets: IntegrationSecretTable;
    installations: InstallationTable;
    agent_tokens: AgentTokenTable;
    installation_contents: InstallationContentTable;
  }
}
