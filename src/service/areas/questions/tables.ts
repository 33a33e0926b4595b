/** Table of the use of the language model. */

export interface AiUsageTable {
  organization_id: string;
  /** In UTC: `2026-03-01T09`. */
  hour: string;
  feature: string;
  requests: number;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    ai_usage: AiUsageTable;
  }
}
