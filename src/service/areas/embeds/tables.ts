/** Table of URL embeds: the result of reading a page of another website, for some time. */

export interface UrlEmbedTable {
  url: string;
  /** JSON object, as in the API. */
  embed: string;
  expires_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    url_embeds: UrlEmbedTable;
  }
}
