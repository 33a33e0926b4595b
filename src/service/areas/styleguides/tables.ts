/** Tables of style guides, which are spaces. */

export interface StyleguideTable {
  space_id: string;
  organization_id: string;
}

/** The style guide that a site references. */
export interface SiteStyleguideTable {
  site_id: string;
  space_id: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    styleguides: StyleguideTable;
    site_styleguides: SiteStyleguideTable;
  }
}
