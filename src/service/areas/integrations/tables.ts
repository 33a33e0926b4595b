/** The tables of integrations: what is published, and where it is installed. */
import type { Target, Visibility } from "../../../contract/integration-values.ts";
import type { InstallationStatus } from "../events/event.ts";

/** An integration is identified by its name everywhere. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** Of the current version; the first one is 1. */
  version: number;
  title: string;
  description: string;
  summary: string | null;
  target: Target;
  visibility: Visibility;
  /** JSON: the rest of its manifest, as it is answered. */
  manifest: string;
  /** Name and title in lower case, for searches. */
  words: string;
  has_blocks: number;
  has_content_sources: number;
  /** Whether its scopes and its target let it get events of spaces. */
  hears_spaces: number;
  /** JSON list of the hashes of its images; the first one, which may be null, is its icon. */
  images: string;
  created_at: string;
  updated_at: string;
}

/** What an integration is found by: one row for each category, scope and domain. */
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
  /** SHA-256 of the bytes, in hex. */
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
  /** JSON list of texts. */
  external_ids: string;
  created_at: string;
  updated_at: string;
  /** Whether it works on all spaces, or on those that `installation_contents` names. */
  space_selection: Selection;
  site_selection: Selection;
  /** The id of the user, for whom its tokens act; null for those of earlier days. */
  installed_by: string | null;
  /** JSON of `Permissions`: what an admin of the organization accepted. */
  accepted: string;
  /** JSON of `Permissions`: what the organization was told of since; null if nothing. */
  announced: string | null;
}

export type Selection = "all" | "selected";

/** An installation on one space or docs site. Where it works on all, only what has settings of its own is here. */
export interface InstallationContentTable {
  installation_id: string;
  /** The id of a space or a docs site. */
  content_id: string;
  /** JSON. */
  configuration: string;
  /** JSON list of texts. */
  external_ids: string;
  created_at: string;
  updated_at: string;
}

/** A token of an integration, or of one installation of it. */
export interface AgentTokenTable {
  /** SHA-256 of the token, in hex. */
  hash: string;
  integration: string;
  installation_id: string | null;
  /** When it ends. */
  until: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
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
