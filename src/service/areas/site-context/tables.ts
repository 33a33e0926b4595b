/** Tables of the context of sites. */
import type {
  ConnectionFailure,
  ConnectionState,
  RecordType,
} from "../../../contract/site-context-values.ts";

export interface ContextConnectionTable {
  id: string;
  site_id: string;
  connector: string;
  /** JSON object without credentials; null for a connector without settings. */
  setup: string | null;
  /** The encrypted JSON object of the credentials. */
  credentials: string | null;
  /** JSON object. */
  usage_settings: string;
  label: string | null;
  filter: string | null;
  status: ConnectionState;
  /** Why the last sync failed. */
  failure_message: string | null;
  failure_reason: ConnectionFailure | null;
  created_at: string;
  /** The time of the last complete sync. */
  synced_at: string | null;
}

export interface ContextRecordTable {
  id: string;
  site_id: string;
  connection_id: string;
  /** The id in the source; unique in the connection. */
  source_id: string;
  type: RecordType;
  title: string;
  description: string | null;
  body: string;
  url: string | null;
  /** JSON object. */
  metadata: string | null;
  /** The text in lower case, for searches. */
  search_text: string;
  /** The time of the creation in the source. */
  created_at: string;
  processed_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    context_connections: ContextConnectionTable;
    context_records: ContextRecordTable;
  }
}
