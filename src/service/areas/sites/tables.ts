/** The tables of docs sites. */
import type { Level } from "../../../contract/roles.ts";
import type {
  AgentsContext,
  AuthBackend,
  SiteType,
  SiteVisibility,
} from "../../../contract/site-values.ts";

/** It leads to this platform, elsewhere, or nowhere. */
export type HostnameStatus = "dns_passed" | "dns_wrong_cname" | "dns_no_cname" | "internal_error";

export interface SiteTable {
  id: string;
  organization_id: string;
  type: SiteType;
  title: string;
  /** The last part of its address; no two sites of an organization share one. */
  basename: string;
  visibility: SiteVisibility;
  published: number;
  adaptive_content: number;
  agents_context: AgentsContext;
  /** Host and path; no two sites share one. */
  proxy: string | null;
  /** A name of the owner's own, which no two sites share. */
  hostname: string | null;
  /** What the latest look-up of that name has found; null before there was one. */
  hostname_status: HostnameStatus | null;
  /** JSON. */
  visitor_schema: string | null;
  visitor_schema_at: string | null;
  /** The section at which visitors arrive; another one replaces it while it has nothing to show. */
  default_section_id: string | null;
  /** The same at the root of a site without sections. */
  default_site_space_id: string | null;
  /** What members get on it, and in its spaces that inherit. Null is nothing. */
  default_level: Level | null;
  created_by: string;
  created_at: string;
}

export interface SiteSectionGroupTable {
  id: string;
  site_id: string;
  parent_id: string | null;
  /** A fractional index among the groups and sections of one group; compared byte by byte. */
  rank: string;
  title: string;
  /** JSON, by codes of languages. */
  localized_title: string | null;
  icon: string | null;
  draft: number;
  created_at: string;
}

export interface SiteSectionTable {
  id: string;
  site_id: string;
  group_id: string | null;
  /** Like that of groups, which share their order with sections. */
  rank: string;
  title: string;
  localized_title: string | null;
  description: string | null;
  localized_description: string | null;
  /** Visitors do not see it. */
  draft: number;
  /** No two sections of a site share one, whatever their groups. */
  path: string;
  condition: string | null;
  icon: string | null;
  default_site_space_id: string | null;
  created_at: string;
}

export interface SiteSpaceTable {
  id: string;
  site_id: string;
  /** Null at the root of a site without sections. */
  section_id: string | null;
  /** A fractional index among the site spaces of one section, or of the root. */
  rank: string;
  /** While the space is deleted, the row stays and is not shown. */
  space_id: string;
  /**
   * The role, as a number, that the user who put the space here had in it. Nobody gets more in the
   * space by the site.
   */
  role_cap: number;
  path: string;
  condition: string | null;
  draft: number;
  /** Visitors find it by its address, and not in the navigation. */
  hidden: number;
  /** The page at which visitors arrive; while there is no such page, the first one. */
  page_id: string | null;
  created_at: string;
}

/** A link to somewhere else, among the sections and groups of a site. */
export interface SiteExternalLinkTable {
  id: string;
  site_id: string;
  group_id: string | null;
  /** Like that of sections and groups, with which links share their order. */
  rank: string;
  title: string;
  /** JSON, by codes of languages. */
  localized_title: string | null;
  description: string | null;
  localized_description: string | null;
  icon: string | null;
  url: string;
  draft: number;
  condition: string | null;
  created_at: string;
}

export interface SiteRedirectTable {
  id: string;
  site_id: string;
  /** As it was given. */
  source: string;
  /** What of a source counts: see redirect-rows.ts. A site has no two live or two draft ones of a key. */
  source_key: string;
  draft: number;
  capture_wildcard: number;
  permanent: number;
  /** JSON. What it names may be gone. */
  destination: string;
  created_at: string;
  updated_at: string | null;
  /** The later of the two times, to sort by. */
  touched_at: string;
}

export interface SiteShareLinkTable {
  id: string;
  site_id: string;
  name: string;
  /** The key in its address. */
  secret: string;
  /** A link that is not active opens nothing. */
  active: number;
  created_at: string;
}

/** How visitors sign in; absent until somebody asks. */
export interface SiteAuthTable {
  site_id: string;
  fallback_url: string | null;
  logout_url: string | null;
  /** Null is a server of the site's own. */
  backend: AuthBackend | null;
  /** The key that signs the tokens of visitors, encrypted. */
  sealed_key: string;
}

export interface SiteCustomizationTable {
  /** The id of the site, or of the site space that differs from it. */
  id: string;
  site_id: string;
  /** JSON: what was given, without defaults. */
  settings: string;
  updated_at: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
    sites: SiteTable;
    site_section_groups: SiteSectionGroupTable;
    site_sections: SiteSectionTable;
    site_spaces: SiteSpaceTable;
    site_external_links: SiteExternalLinkTable;
    site_redirects: SiteRedirectTable;
    site_share_links: SiteShareLinkTable;
    site_auth: SiteAuthTable;
    site_customizations: SiteCustomizationTable;
  }
}
