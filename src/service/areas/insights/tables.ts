/** Tables of insights. They contain counts by day, and nothing that identifies a visitor. */

export interface InsightCountTable {
  site_id: string;
  /** In UTC, such as 2026-03-02. */
  day: string;
  /** Hash of the columns from `event` to `detail`. */
  key: string;
  event: string;
  /** Empty if unknown, like the other texts. */
  site_space: string;
  space: string;
  /** Empty if the URL has no page. */
  page: string;
  /** URL path, without a query and without the key of a share link. */
  url_path: string;
  context: string;
  /** Name of the bot, from the user agent. */
  bot: string;
  /** Hostname of the website that links to the page. */
  referrer: string;
  rating: string;
  /** Search query or comment. */
  detail: string;
  events: number;
}

/** Number of distinct visitors of a day, in total and for each page. */
export interface InsightVisitorTable {
  site_id: string;
  day: string;
  /** Empty in the row of the whole site. */
  page: string;
  space: string;
  visitors: number;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    insight_counts: InsightCountTable;
    insight_visitors: InsightVisitorTable;
  }
}
