/** Tables of sites. */
import type { AccessLevel } from "../../../contract/roles.ts";
import type { AdsTopic } from "../../../contract/site-ads-values.ts";
import type {
  ChannelRole,
  ChannelType,
  McpTransport,
} from "../../../contract/site-agent-values.ts";
import type {
  AgentsContext,
  AuthBackend,
  SiteType,
  SiteVisibility,
} from "../../../contract/site-values.ts";

/** The result of the DNS lookup: leads to this platform, to another host, or does not resolve. */
export type HostnameStatus = "dns_passed" | "dns_wrong_cname" | "dns_no_cname" | "internal_error";

export interface SiteTable {
  id: string;
  organization_id: string;
  type: SiteType;
  title: string;
  /** The URL segment of the site; unique in the organization. */
  basename: string;
  visibility: SiteVisibility;
  published: number;
  adaptive_content: number;
  agents_context: AgentsContext;
  /** Host and path; unique. */
  proxy: string | null;
  /** The custom hostname; unique. */
  hostname: string | null;
  /** The result of the latest DNS lookup; null before the first one. */
  hostname_status: HostnameStatus | null;
  /** JSON. */
  visitor_schema: string | null;
  visitor_schema_at: string | null;
  /** The default section. While it is empty, the first non-empty section is used. */
  default_section_id: string | null;
  /** The default site space at the root of a site without sections. */
  default_site_space_id: string | null;
  /** The role of members on the site and in spaces that inherit from it. Null for no access. */
  default_level: AccessLevel | null;
  created_by: string;
  created_at: string;
  ads_topic: AdsTopic | null;
  /** Null until a first request. */
  ads_in_review: number | null;
}

export interface SiteSectionGroupTable {
  id: string;
  site_id: string;
  parent_id: string | null;
  /** A fractional index among the items of one group; compared byte by byte. */
  rank: string;
  title: string;
  /** JSON object of titles by language code. */
  localized_title: string | null;
  icon: string | null;
  draft: number;
  created_at: string;
}

export interface SiteSectionTable {
  id: string;
  site_id: string;
  group_id: string | null;
  /** Shares the order of groups and links. */
  rank: string;
  title: string;
  localized_title: string | null;
  description: string | null;
  localized_description: string | null;
  /** Whether it is hidden from visitors. */
  draft: number;
  /** Unique in the site. */
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
  /** A fractional index among the site spaces of one section or of the root. */
  rank: string;
  /** The row is kept but not shown while the space is deleted. */
  space_id: string;
  /**
   * The role, as a number, that the user who added the space had in it. The site gives no stronger role
   * in the space.
   */
  role_cap: number;
  path: string;
  condition: string | null;
  draft: number;
  /** Whether it is omitted from the navigation. Visitors can open it by URL. */
  hidden: number;
  /** The home page. While it does not exist, the first page is used. */
  page_id: string | null;
  created_at: string;
}

/** An external link among the sections and groups of a site. */
export interface SiteExternalLinkTable {
  id: string;
  site_id: string;
  group_id: string | null;
  /** Shares the order of sections and groups. */
  rank: string;
  title: string;
  /** JSON object of titles by language code. */
  localized_title: string | null;
  description: string | null;
  localized_description: string | null;
  icon: string | null;
  url: string;
  draft: number;
  condition: string | null;
  created_at: string;
}

/** A path at which a space of a site is or was published. */
export interface SitePathTable {
  site_id: string;
  /** In lower case; empty, or with a leading slash. */
  path: string;
  space_id: string;
  /** The first time, in the numbering of `page_paths.position`; 0 if it was not recorded. */
  since: number;
  /** The time at which the space lost the path; null for a current path. */
  until: number | null;
}

export interface SiteRedirectTable {
  id: string;
  site_id: string;
  /** The source as specified by the user. */
  source: string;
  /** The normalized source, see redirect-rows.ts. Unique among the live redirects and the drafts of a site. */
  source_key: string;
  draft: number;
  capture_wildcard: number;
  permanent: number;
  /** JSON. The destination may no longer exist. */
  destination: string;
  created_at: string;
  updated_at: string | null;
  /** The later of the two times, for sorting. */
  touched_at: string;
}

export interface SiteShareLinkTable {
  id: string;
  site_id: string;
  name: string;
  /** The key in the URL of the link. */
  secret: string;
  /** An inactive link grants no access. */
  active: number;
  /** The time from which the link grants no access; null for a link without expiry. */
  expires_at: string | null;
  created_at: string;
}

/** Visitor authentication of a site. Created on first use. */
export interface SiteAuthTable {
  site_id: string;
  fallback_url: string | null;
  logout_url: string | null;
  /** Null for a custom server. */
  backend: AuthBackend | null;
  /** The encrypted key that signs visitor tokens. */
  sealed_key: string;
}

export interface SiteCustomizationTable {
  /** The id of the site, or of a site space with overrides. */
  id: string;
  site_id: string;
  /** The specified settings as JSON, without defaults. */
  settings: string;
  updated_at: string;
}

/** A visitor token that is too long for a cookie. Created when a site accepts it. */
export interface VisitorTokenTable {
  /** SHA-256 of the site and the token, in hexadecimal. */
  hash: string;
  site_id: string;
  /** The encrypted token. */
  sealed_token: string;
  expires_at: string;
}

export interface SiteMcpServerTable {
  id: string;
  site_id: string;
  name: string;
  url: string;
  transport: McpTransport;
  /** JSON object of encrypted values by header name. */
  headers: string;
  condition: string | null;
  created_at: string;
}

export interface SiteChannelTable {
  id: string;
  site_id: string;
  type: ChannelType;
  /** JSON object: the limits of the channel. */
  settings: string;
  role: ChannelRole;
  created_at: string;
}

/** Created by the first change. */
export interface SiteAgentSettingsTable {
  site_id: string;
  /** JSON. */
  settings: string;
  updated_at: string;
  updated_by: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    sites: SiteTable;
    site_section_groups: SiteSectionGroupTable;
    site_sections: SiteSectionTable;
    site_spaces: SiteSpaceTable;
    site_external_links: SiteExternalLinkTable;
    site_paths: SitePathTable;
    site_redirects: SiteRedirectTable;
    site_share_links: SiteShareLinkTable;
    site_auth: SiteAuthTable;
    site_customizations: SiteCustomizationTable;
    visitor_tokens: VisitorTokenTable;
    site_mcp_servers: SiteMcpServerTable;
    site_channels: SiteChannelTable;
    site_agent_settings: SiteAgentSettingsTable;
  }
}
