/** The tables of conversations, issues and clusters. */

export interface ConversationTable {
  organization_id: string;
  /** The id that its source assigns. */
  id: string;
  subject: string | null;
  source: string;
  /** JSON. */
  parts: string;
  /** JSON. */
  metadata: string;
  /** Hash of subject, parts and metadata, so that ingesting the same conversation again has no effect. */
  hash: string;
  created_at: string;
  ingested_at: string;
  /** The time at which its issues were found; null while it waits. */
  processed_at: string | null;
}

export interface ConversationIssueTable {
  id: string;
  organization_id: string;
  conversation_id: string;
  cluster_id: string | null;
  title: string;
  summary: string;
  created_at: string;
  ingested_at: string;
}

export interface ConversationClusterTable {
  id: string;
  organization_id: string;
  label: string;
  summary: string;
  /** The weight of each term of its center, as JSON. */
  centre: string;
  issues: number;
  conversations: number;
  /** `pending` while there are conversations whose issues could join it. */
  status: "pending" | "settled";
  created_at: string;
  updated_at: string;
}

/** The number of issues of a cluster by source, or by week since 1970. */
export interface ClusterCountTable {
  cluster_id: string;
  kind: "source" | "week";
  name: string;
  count: number;
}

/** The number of issues of an organization that contain a term. */
export interface ConversationTermTable {
  organization_id: string;
  term: string;
  issues: number;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    conversations: ConversationTable;
    conversation_issues: ConversationIssueTable;
    conversation_clusters: ConversationClusterTable;
    cluster_counts: ClusterCountTable;
    conversation_terms: ConversationTermTable;
  }
}
