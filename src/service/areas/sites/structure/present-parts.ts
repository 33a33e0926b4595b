/** Responses for the parts of a site: sections, section groups, site spaces and links. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { Role } from "../../../../contract/roles.ts";
import type * as contract from "../../../../contract/site.ts";
import type * as linkContract from "../../../../contract/site-external-link.ts";
import type * as sectionContract from "../../../../contract/site-section.ts";
import type * as groupContract from "../../../../contract/site-section-group.ts";
import type * as spaceContract from "../../../../contract/site-space.ts";
import { readRole } from "../../../core/access/precedence.ts";
import type { Call } from "../../../core/handlers.ts";
import {
  asVisited,
  presentSpace,
  type SpaceRow,
  selectSpaces,
} from "../../../core/rows/space-rows.ts";
import type { SiteExternalLinkTable, SiteSectionGroupTable, SiteSectionTable } from "../tables.ts";
import {
  buildPublishedUrl,
  buildSiteUrl,
  createSiteUrls,
  resolveSectionPath,
  resolveSiteSpacePath,
} from "../urls/urls.ts";
import type { OpeningKey } from "../visitors/share-keys.ts";
import { getDefaults } from "./defaults.ts";
import { readTexts } from "./localized.ts";
import {
  hasSections,
  listItemsInGroup,
  listLiveSiteSpaces,
  type SiteSpaceRow,
  type Structure,
  type StructureItem,
} from "./structure.ts";

type PresentedSection = Output<typeof sectionContract.update>;
type PresentedGroup = Output<typeof groupContract.update>;
type SiteSpace = Output<typeof spaceContract.update>;
type PresentedLink = Output<typeof linkContract.update>;

export interface PartsView {
  /** @throws Error if the site space is not part of the view */
  readonly siteSpace: (siteSpace: SiteSpaceRow) => SiteSpace;
  readonly section: (row: SiteSectionTable) => PresentedSection;
  readonly group: (row: SiteSectionGroupTable) => PresentedGroup;
  readonly link: (row: SiteExternalLinkTable) => PresentedLink;
  /** @param sections whether the site has sections, if it cannot be derived from the view */
  readonly structure: (sections?: boolean) => Output<typeof contract.structure>;
}

export interface ViewOptions {
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** The share link key to include in URLs. */
  readonly opening?: OpeningKey | undefined;
  /** The site spaces to load; all by default. */
  readonly siteSpaces?: readonly SiteSpaceRow[];
  /** Whether to include spaces to which the caller has no access. */
  readonly asVisitor?: boolean;
}

/** Whether the caller has access to the space of a site space. */
export function isVisible(siteSpace: SiteSpaceRow, member: Role | null): boolean {
  return readRole(siteSpace, member) !== null;
}

export async function createView(
  call: Call,
  structure: Structure,
  options: ViewOptions,
): Promise<PartsView> {
  const {
    member,
    opening,
    siteSpaces = [...structure.siteSpaces.values()],
    asVisitor = false,
  } = options;
  const { site } = structure;
  const visible = siteSpaces.filter(
    (siteSpace) => siteSpace.deleted_at === null && (asVisitor || isVisible(siteSpace, member)),
  );
  const spaces = await loadSpacesById(call, member, visible);
  const defaults = getDefaults(structure);
  const location = buildSiteUrl(call.base, site);
  const published =
    call.visitor?.previewer === undefined
      ? buildPublishedUrl(call.base, site, opening)
      : createSiteUrls(call.base, site, opening);

  function presentSiteSpace(siteSpace: SiteSpaceRow): SiteSpace {
    const row = spaces.get(siteSpace.space_id);
    if (!row) throw new Error(`The view does not contain the space of site space ${siteSpace.id}.`);
    const section = structure.sections.get(siteSpace.section_id ?? "");
    const address = published?.(resolveSiteSpacePath(siteSpace, section, defaults));
    return {
      object: "site-space",
      id: siteSpace.id,
      path: siteSpace.path,
      section: siteSpace.section_id ?? undefined,
      space: presentSpace({ ...row, published: address }, readRole(row, member), call.base),
      title: row.title,
      draft: siteSpace.draft === 1,
      hidden: siteSpace.hidden === 1,
      pageId: siteSpace.page_id ?? undefined,
      default: defaults.siteSpaces.has(siteSpace.id),
      condition: siteSpace.condition ?? undefined,
      urls: { location: `${location}/site-spaces/${siteSpace.id}`, published: address },
    };
  }

  function presentSiteSpacesIn(sectionId: string | null): SiteSpace[] {
    return listLiveSiteSpaces(structure, sectionId)
      .filter((siteSpace) => spaces.has(siteSpace.space_id))
      .map(presentSiteSpace);
  }

  function presentSection(row: SiteSectionTable): PresentedSection {
    return {
      object: "site-section",
      id: row.id,
      title: row.title,
      localizedTitle: readTexts(row.localized_title),
      draft: row.draft === 1,
      description: row.description || undefined,
      localizedDescription: readTexts(row.localized_description),
      default: defaults.section === row.id,
      path: row.path,
      condition: row.condition ?? undefined,
      sectionGroup: row.group_id ?? undefined,
      icon: row.icon ?? undefined,
      siteSpaces: presentSiteSpacesIn(row.id),
      urls: {
        location: `${location}/sections/${row.id}`,
        published: published?.(resolveSectionPath(row, defaults)),
      },
    };
  }

  function presentGroup(row: SiteSectionGroupTable): PresentedGroup {
    const children = listItemsInGroup(structure, row.id).map(presentItem);
    return {
      object: "site-section-group",
      id: row.id,
      title: row.title,
      localizedTitle: readTexts(row.localized_title),
      draft: row.draft === 1,
      sectionGroup: row.parent_id ?? undefined,
      icon: row.icon ?? undefined,
      children,
      sections: children.filter((child) => child.object === "site-section"),
      urls: { location: `${location}/section-groups/${row.id}` },
    };
  }

  function presentItem(item: StructureItem): PresentedSection | PresentedGroup | PresentedLink {
    if (item.type === "site-external-link") return presentLink(location, item.row);
    return item.type === "site-section" ? presentSection(item.row) : presentGroup(item.row);
  }

  return {
    siteSpace: presentSiteSpace,
    section: presentSection,
    group: presentGroup,
    link: (row) => presentLink(location, row),
    structure: (sections = hasSections(structure)) =>
      sections
        ? { type: "sections", structure: listItemsInGroup(structure, null).map(presentItem) }
        : { type: "siteSpaces", structure: presentSiteSpacesIn(null) },
  };
}

/** @param site the API URL of the site */
function presentLink(site: string, row: SiteExternalLinkTable): PresentedLink {
  return {
    object: "site-external-link",
    id: row.id,
    title: row.title,
    localizedTitle: readTexts(row.localized_title),
    description: row.description || undefined,
    localizedDescription: readTexts(row.localized_description),
    icon: row.icon ?? undefined,
    url: row.url,
    sectionGroup: row.group_id ?? undefined,
    draft: row.draft === 1,
    condition: row.condition ?? undefined,
    urls: { location: `${site}/external-links/${row.id}` },
  };
}

/** Maximum number of ids in a query, because databases limit the number of parameters. */
const batch = 500;

async function loadSpacesById(
  call: Call,
  member: Role | null,
  siteSpaces: readonly SiteSpaceRow[],
): Promise<Map<string, SpaceRow>> {
  const ids = [...new Set(siteSpaces.map((siteSpace) => siteSpace.space_id))];
  const byId = new Map<string, SpaceRow>();
  for (let start = 0; start < ids.length; start += batch) {
    const rows = await selectSpaces(call, member)
      .where("spaces.id", "in", ids.slice(start, start + batch))
      .execute();
    for (const row of rows) byId.set(row.id, call.visitor ? asVisited(row) : row);
  }
  return byId;
}

/** Sections in the order of `ids`, without unknown ones. */
export async function presentSections(
  call: Call,
  structure: Structure,
  options: ViewOptions,
  ids: readonly string[],
): Promise<ReturnType<PartsView["section"]>[]> {
  const siteSpaces = ids.flatMap((id) => structure.siteSpacesIn.get(id) ?? []);
  const view = await createView(call, structure, { ...options, siteSpaces });
  return ids.flatMap((id) => {
    const row = structure.sections.get(id);
    return row ? [view.section(row)] : [];
  });
}

/** Site spaces in order. Their spaces must be live and visible to the caller. */
export async function presentSiteSpaces(
  call: Call,
  structure: Structure,
  options: ViewOptions,
  siteSpaces: readonly SiteSpaceRow[],
): Promise<ReturnType<PartsView["siteSpace"]>[]> {
  const view = await createView(call, structure, { ...options, siteSpaces });
  return siteSpaces.map(view.siteSpace);
}
