/** Structures of sites without a platform: parts with only the columns that matter to a test. */
import {
  buildStructure,
  type SiteSpaceRow,
  type Structure,
} from "../../../src/service/areas/sites/structure/structure.ts";
import type {
  SiteExternalLinkTable,
  SiteSectionGroupTable,
  SiteSectionTable,
  SiteTable,
} from "../../../src/service/areas/sites/tables.ts";

/** Each key is an id, which is also the rank, title and path of the part unless they are specified. */
interface SiteOutline {
  readonly site?: Partial<SiteTable>;
  readonly groups?: Readonly<Record<string, Partial<SiteSectionGroupTable>>>;
  readonly sections?: Readonly<Record<string, Partial<SiteSectionTable>>>;
  readonly links?: Readonly<Record<string, Partial<SiteExternalLinkTable>>>;
  readonly siteSpaces?: Readonly<Record<string, Partial<SiteSpaceRow>>>;
}

const created_at = "2026-03-02T08:00:00.000Z";

export const siteRow = {
  id: "site",
  organization_id: "org",
  type: "basic",
  title: "Docs",
  basename: "docs",
  visibility: "public",
  published: 1,
  adaptive_content: 0,
  agents_context: "excluded",
  proxy: null,
  hostname: null,
  hostname_status: null,
  visitor_schema: null,
  visitor_schema_at: null,
  default_section_id: null,
  default_site_space_id: null,
  default_level: "inherit",
  created_by: "user",
  created_at,
  ads_topic: null,
  ads_in_review: null,
} satisfies SiteTable;

export function createStructure({
  site,
  groups = {},
  sections = {},
  links = {},
  siteSpaces = {},
}: SiteOutline): Structure {
  const computed = { site_spaces: 0, link_key: null, organization_hostname: null };
  const texts = { localized_title: null, icon: null, draft: 0, created_at, site_id: "site" };
  const described = { ...texts, description: null, localized_description: null, condition: null };
  return buildStructure({
    site: { ...siteRow, ...computed, styleguide: null, ...site },
    groups: Object.entries(groups).map(([id, row]) => ({
      ...{ id, rank: id, title: id, parent_id: null, ...texts },
      ...row,
    })),
    sections: Object.entries(sections).map(([id, row]) => ({
      ...{ id, rank: id, title: id, path: id, group_id: null, ...described },
      ...{ default_site_space_id: null, ...row },
    })),
    links: Object.entries(links).map(([id, row]) => ({
      ...{ id, rank: id, title: id, group_id: null, url: "https://example.com/", ...described },
      ...row,
    })),
    siteSpaces: Object.entries(siteSpaces).map(([id, row]) => ({
      ...{ id, rank: id, path: id, site_id: "site", section_id: null, space_id: `of-${id}` },
      ...{ role_cap: 0, condition: null, draft: 0, hidden: 0, page_id: null, created_at },
      ...{ space_title: id, space_language: null, deleted_at: null, decided: null, ...row },
    })),
  });
}
