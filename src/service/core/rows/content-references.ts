/**
 * References to collections and spaces, and the effect of a transfer to another organization on
 * each. The list is executed by workspace/transfer.ts. A missing table does not compile, and
 * test/invariants/x4-tenants.test.ts compares the columns with the schema.
 */
import type { CoreTables } from "../../database/tables.ts";

export type TransferRule =
  /** The row belongs to the content and is transferred with it. */
  | "moves"
  /** The row belongs to the source organization and is deleted. */
  | "ends"
  /** The reference is set to null; the row stays with its organization. */
  | "clears"
  /** The reference is JSON; a function of its own updates it. */
  | "updates"
  /** The transfer is refused while such a row exists. */
  | "refuses"
  /** A record of the past or of a pending job; no content is read or written through it. */
  | "keeps"
  /** Text that may name any content; it is resolved with the role of the reader. */
  | "resolves";

type ContentReferences = {
  readonly [T in keyof CoreTables]: { readonly [C in keyof CoreTables[T]]?: TransferRule };
};

export const contentReferences = {
  facts: {},
  users: {},
  tokens: {},
  organizations: { default_content: "updates" },
  members: {},
  collections: { id: "moves", parent_id: "moves" },
  spaces: { id: "moves", parent_id: "moves" },
  link_invites: { space_id: "ends", collection_id: "ends" },
  teams: {},
  team_members: {},
  grants: { content_id: "ends" },
  saml_providers: {},
  saml_failures: {},
  saml_groups: {},
  webhooks: {},
  webhook_deliveries: { payload: "keeps" },
  former_members: {},
  sign_ins: {},
  used_once: {},
  change_requests: { space_id: "moves" },
  change_request_contributors: {},
  review_requests: {},
  reviews: {},
  comments: { space_id: "moves", place_id: "moves", body: "resolves" },
  comment_replies: { body: "resolves" },
  reactions: {},
  revisions: { space_id: "moves" },
  page_paths: { space_id: "moves" },
  tree_objects: { space_id: "moves", body: "resolves" },
  documents: { space_id: "moves", body: "resolves", refs: "resolves" },
  document_spaces: { space_id: "moves", target_space_id: "resolves" },
  blobs: {},
  space_blobs: { space_id: "moves" },
  file_objects: {},
  uploads: {},
  custom_fonts: {},
  custom_font_faces: {},
  ai_usage: {},
  agent_instructions: { instructions: "resolves" },
  // Its token and repository are those of the source organization.
  git_installations: { space_id: "ends" },
  git_syncs: { space_id: "moves" },
  git_operations: { space_id: "moves" },
  git_files: { space_id: "moves" },
  imports: { space_id: "ends" },
  integrations: {},
  integration_facets: {},
  integration_versions: {},
  integration_images: {},
  integration_secrets: {},
  integration_feeds: {},
  installations: {},
  agent_tokens: {},
  installation_contents: { content_id: "ends" },
  integration_events: { payload: "keeps" },
  sites: {},
  site_section_groups: {},
  site_sections: {},
  site_spaces: { space_id: "refuses" },
  site_external_links: {},
  site_paths: { space_id: "ends" },
  site_redirects: {},
  site_share_links: {},
  site_auth: {},
  site_customizations: { settings: "resolves" },
  visitor_tokens: {},
  site_mcp_servers: {},
  site_channels: {},
  site_agent_settings: { settings: "resolves" },
  insight_counts: { space: "keeps", page: "keeps" },
  insight_visitors: { space: "keeps", page: "keeps" },
  styleguides: { space_id: "ends" },
  site_styleguides: { space_id: "ends" },
  styleguide_runs: { styleguide_id: "keeps", spaces: "keeps" },
  styleguide_checks: { space_id: "ends" },
  context_connections: {},
  context_records: {},
  site_scans: {},
  site_findings: { space_id: "ends" },
  finding_change_requests: { space_id: "ends" },
  site_topics: {},
  site_questions: {},
  site_answers: {},
  site_answer_sources: { space_id: "keeps", page_id: "keeps", revision_id: "keeps" },
  specifications: {},
  specification_versions: {},
  specification_contents: {},
  glossary_entries: {},
  glossary_terms: {},
  translations: { source_space: "ends", result_space: "clears" },
  conversations: {},
  conversation_clusters: {},
  conversation_issues: {},
  cluster_counts: {},
  conversation_terms: {},
  organization_domains: {},
  invitations: {},
  audit_events: { target_id: "keeps", payload: "keeps" },
  jobs: { payload: "keeps" },
} as const satisfies ContentReferences;

export interface ContentReferenceColumn {
  readonly table: string;
  readonly column: string;
  readonly onTransfer: TransferRule;
}

export function listContentReferences(): readonly ContentReferenceColumn[] {
  const tables: Readonly<Record<string, Readonly<Record<string, TransferRule>>>> =
    contentReferences;
  return Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, onTransfer]) => ({ table, column, onTransfer })),
  );
}
