/** The tables of integrations: what is published, where it is installed, and what belongs to it. */

import type { Target, Visibility } from "../../../contract/integration-values.ts";
import type { InstallationStatus } from "../events/happening.ts";

/** An integration is known everywhere by its name. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** Of what is published now; 1 is the first. */
  version: number;
  title: string;
  description: string;
  summary: string | null;
  target: Target;
  visibility: Visibility;
  /** JSON: the rest of what it was published from, as it is answered. */
  manifest: string;
  /** Name and title in lower case, to be searched. */
  words: string;
  has_blocks: number;
  has_content_sources: number;
  /** Whether its scopes and its target let it hear of what happens to spaces. */
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
  /** Kept of the latest version only. */
  script: string | null;
  published_by: string;
  published_at: string;
}

export interface IntegrationImageTable {
  integration: string;
  /** SHA-256 of the bytes, in hex: whoever has the address of an image was given it. */
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
}

declare module "../../database/tables.ts" {
  interface Tables {
    integrations: IntegrationTable;
    integration_facets: IntegrationFacetTable;
    integration_versions: IntegrationVersionTable;
    integration_images: IntegrationImageTable;
    integration_secrets: IntegrationSecretTable;
    installations: InstallationTable;
  }
}
