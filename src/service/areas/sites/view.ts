/** Shows the parts of a site to someone: sections, groups and site spaces as the API has them. */
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site.ts";
import type * as sectionContract from "../../../contract/site-section.ts";
import type * as groupContract from "../../../contract/site-section-group.ts";
import type * as spaceContract from "../../../contract/site-space.ts";
import { roleIn } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { presentSpace, type SpaceRow, selectSpaces } from "../../core/space-rows.ts";
import { pathOfPlace, pathOfSection, publishedAddress, siteAddress } from "./addresses.ts";
import { defaultsOf } from "./defaults.ts";
import {
  hasSections,
  type Item,
  itemsIn,
  livePlaces,
  type Place,
  type Structure,
} from "./structure.ts";
import type { SiteSectionGroupTable, SiteSectionTable } from "./tables.ts";

type Section = Output<typeof sectionContract.update>;
type Group = Output<typeof groupContract.update>;
type SiteSpace = Output<typeof spaceContract.update>;

export interface View {
  /** Throws for a place whose space the view was not made with. */
  readonly siteSpace: (place: Place) => SiteSpace;
  readonly section: (row: SiteSectionTable) => Section;
  readonly group: (row: SiteSectionGroupTable) => Group;
  /** @param sections whether the site is made of sections, where that is not clear from its parts */
  readonly structure: (sections?: boolean) => Output<typeof contract.structure>;
}

export interface Viewing {
  /** The caller's role in the organization. */
  readonly member: Role;
  /** Opens the addresses of a site that is visible by a share link. */
  readonly shareKey?: string | null | undefined;
  /** The places whose spaces are read; all of them where absent. */
  readonly places?: readonly Place[];
  /** Whether spaces are shown that the caller could not open himself, as visitors see them. */
  readonly asVisitor?: boolean;
}

/** Whether the caller may open the space that stands there. */
export function isSeen(place: Place, member: Role): boolean {
  const { resolved_level, held } = place;
  return held === 1 || roleIn({ resolved_level, granted: null }, member) !== null;
}

export async function viewOf(call: Call, structure: Structure, viewing: Viewing): Promise<View> {
  const { member, shareKey, places = [...structure.places.values()], asVisitor = false } = viewing;
  const { site } = structure;
  const shown = places.filter(
    (place) => place.deleted_at === null && (asVisitor || isSeen(place, member)),
  );
  const spaces = await spacesById(call, shown);
  const defaults = defaultsOf(structure);
  const location = siteAddress(call.base, site);
  const published = publishedAddress(call.base, site, shareKey);

  function siteSpace(place: Place): SiteSpace {
    const row = spaces.get(place.space_id);
    if (!row) throw new Error(`The space of the site space ${place.id} was not read.`);
    const section = structure.sections.get(place.section_id ?? "");
    const address = published?.(pathOfPlace(place, section, defaults));
    const space = presentSpace(row, roleIn(row, member), call.base);
    return {
      object: "site-space",
      id: place.id,
      path: place.path,
      section: place.section_id ?? undefined,
      space: { ...space, urls: { ...space.urls, published: address } },
      title: row.title,
      draft: false,
      default: defaults.places.has(place.id),
      condition: place.condition ?? undefined,
      urls: { location: `${location}/site-spaces/${place.id}`, published: address },
    };
  }

  function siteSpacesIn(sectionId: string | null): SiteSpace[] {
    return livePlaces(structure, sectionId)
      .filter((place) => spaces.has(place.space_id))
      .map(siteSpace);
  }

  function section(row: SiteSectionTable): Section {
    return {
      object: "site-section",
      id: row.id,
      title: row.title,
      draft: false,
      description: row.description ?? undefined,
      default: defaults.section === row.id,
      path: row.path,
      condition: row.condition ?? undefined,
      sectionGroup: row.group_id ?? undefined,
      icon: row.icon ?? undefined,
      siteSpaces: siteSpacesIn(row.id),
      urls: {
        location: `${location}/sections/${row.id}`,
        published: published?.(pathOfSection(row, defaults)),
      },
    };
  }

  function group(row: SiteSectionGroupTable): Group {
    const children = itemsIn(structure, row.id).map(shownItem);
    return {
      object: "site-section-group",
      id: row.id,
      title: row.title,
      draft: false,
      sectionGroup: row.parent_id ?? undefined,
      icon: row.icon ?? undefined,
      children,
      sections: children.filter((child) => child.object === "site-section"),
      urls: { location: `${location}/section-groups/${row.id}` },
    };
  }

  function shownItem(item: Item): Section | Group {
    return item.type === "site-section" ? section(item.row) : group(item.row);
  }

  return {
    siteSpace,
    section,
    group,
    structure: (sections = hasSections(structure)) =>
      sections
        ? { type: "sections", structure: itemsIn(structure, null).map(shownItem) }
        : { type: "siteSpaces", structure: siteSpacesIn(null) },
  };
}

/** So many ids go into one query; databases limit the parameters of a statement. */
const batch = 500;

async function spacesById(call: Call, places: readonly Place[]): Promise<Map<string, SpaceRow>> {
  const ids = [...new Set(places.map((place) => place.space_id))];
  const found = new Map<string, SpaceRow>();
  for (let start = 0; start < ids.length; start += batch) {
    const rows = await selectSpaces(call)
      .where("spaces.id", "in", ids.slice(start, start + batch))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
