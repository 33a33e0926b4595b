/**
 * In-memory model of the parts of a site. Order, defaults and unused paths depend on the whole site,
 * which is small enough to load at once.
 */

import { sql } from "kysely";
import { addTo } from "../../../../json/groups.ts";
import {
  createViewerByRow,
  type DecidedColumn,
  selectDecision,
  undecided,
} from "../../../core/access/precedence.ts";
import type { Call } from "../../../core/handlers.ts";
import { inTextOrder } from "../../../core/texts.ts";
import type { SiteRow } from "../queries.ts";
import type {
  SiteExternalLinkTable,
  SiteSectionGroupTable,
  SiteSectionTable,
  SiteSpaceTable,
} from "../tables.ts";

/** A site space with columns of its space, and the encoded decision on the caller's role in it. */
export interface SiteSpaceRow extends SiteSpaceTable, DecidedColumn {
  readonly space_title: string;
  readonly space_language: string | null;
  /** Set while the space is deleted. The site space is kept, because the space can be restored. */
  readonly deleted_at: string | null;
}

/** An item of a group, or of the top level of a site with sections. */
export type StructureItem =
  | { readonly type: "site-section"; readonly row: SiteSectionTable }
  | { readonly type: "site-section-group"; readonly row: SiteSectionGroupTable }
  | { readonly type: "site-external-link"; readonly row: SiteExternalLinkTable };

export interface Structure {
  readonly site: SiteRow;
  readonly groups: ReadonlyMap<string, SiteSectionGroupTable>;
  readonly sections: ReadonlyMap<string, SiteSectionTable>;
  readonly siteSpaces: ReadonlyMap<string, SiteSpaceRow>;
  readonly links: ReadonlyMap<string, SiteExternalLinkTable>;
  /** Ordered items by group id; null for the top level. */
  readonly items: ReadonlyMap<string | null, readonly StructureItem[]>;
  /** Ordered site spaces by section id; null for the root. */
  readonly siteSpacesIn: ReadonlyMap<string | null, readonly SiteSpaceRow[]>;
}

interface SiteParts {
  readonly site: SiteRow;
  readonly groups: readonly SiteSectionGroupTable[];
  readonly sections: readonly SiteSectionTable[];
  readonly siteSpaces: readonly SiteSpaceRow[];
  readonly links: readonly SiteExternalLinkTable[];
}

/** The caller may be empty if the result is not filtered by the caller's access. */
export async function readStructure(
  call: Pick<Call, "db" | "caller">,
  site: SiteRow,
): Promise<Structure> {
  const [structure] = await readStructures(call, [site]);
  if (!structure) throw new Error(`The structure of the site ${site.id} was not read.`);
  return structure;
}

/** The structures of several sites, in their order, with the same number of queries as for one. */
export async function readStructures(
  { db, caller }: Pick<Call, "db" | "caller">,
  sites: readonly SiteRow[],
): Promise<Structure[]> {
  if (sites.length === 0) return [];
  const ids = sites.map(({ id }) => id);
  const decides = sql<number | null>`(
    select case when members.role = 'admin' then ${undecided}
      else ${selectDecision(createViewerByRow(caller), "spaces")} end
    from members
    where members.organization_id = spaces.organization_id and members.user_id = ${caller}
  )`;
  const groups = groupBySite(
    await db.selectFrom("site_section_groups").selectAll().where("site_id", "in", ids).execute(),
  );
  const sections = groupBySite(
    await db.selectFrom("site_sections").selectAll().where("site_id", "in", ids).execute(),
  );
  const links = groupBySite(
    await db.selectFrom("site_external_links").selectAll().where("site_id", "in", ids).execute(),
  );
  const siteSpaces = groupBySite(
    await db
      .selectFrom("site_spaces")
      .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
      .selectAll("site_spaces")
      .select(["spaces.title as space_title", "spaces.language as space_language"])
      .select("spaces.deleted_at")
      .select(decides.as("decided"))
      .where("site_spaces.site_id", "in", ids)
      .execute(),
  );
  return sites.map((site) =>
    buildStructure({
      site,
      groups: groups.get(site.id) ?? [],
      sections: sections.get(site.id) ?? [],
      links: links.get(site.id) ?? [],
      siteSpaces: siteSpaces.get(site.id) ?? [],
    }),
  );
}

function groupBySite<Row extends { readonly site_id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const bySite = new Map<string, Row[]>();
  for (const row of rows) addTo(bySite, row.site_id, row);
  return bySite;
}

/** All rows are in navigation order, so that no response depends on the order of the database. */
export function buildStructure({
  site,
  groups,
  sections,
  siteSpaces,
  links,
}: SiteParts): Structure {
  const items = new Map<string | null, StructureItem[]>();
  for (const row of groups) addTo(items, row.parent_id, { type: "site-section-group", row });
  for (const row of sections) addTo(items, row.group_id, { type: "site-section", row });
  for (const row of links) addTo(items, row.group_id, { type: "site-external-link", row });
  for (const list of items.values()) list.sort((one, other) => inOrder(one.row, other.row));
  const siteSpacesIn = new Map<string | null, SiteSpaceRow[]>();
  for (const siteSpace of siteSpaces) addTo(siteSpacesIn, siteSpace.section_id, siteSpace);
  for (const list of siteSpacesIn.values()) list.sort(inOrder);
  const orderedSections = orderSections({ items }).map(({ row }) => row);
  return {
    site,
    groups: indexById(orderGroups({ items }).map(({ row }) => row)),
    sections: indexById(orderedSections),
    siteSpaces: indexById(
      [null, ...orderedSections.map(({ id }) => id)].flatMap((id) => siteSpacesIn.get(id) ?? []),
    ),
    links: indexById(
      orderItems({ items }).flatMap(({ row: { type, row } }) =>
        type === "site-external-link" ? [row] : [],
      ),
    ),
    items,
    siteSpacesIn,
  };
}

function indexById<Row extends { readonly id: string }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.id, row]));
}

interface RankedPart {
  readonly rank: string;
  readonly id: string;
}

function inOrder(one: RankedPart, other: RankedPart): number {
  return inTextOrder(one.rank, other.rank) || inTextOrder(one.id, other.id);
}

/** Whether the site has sections. Otherwise, its site spaces are at the root. */
export function hasSections({ sections, groups, links }: Structure): boolean {
  return sections.size > 0 || groups.size > 0 || links.size > 0;
}

/** The items of a group, or of the top level. */
export function listItemsInGroup(
  structure: Pick<Structure, "items">,
  groupId: string | null,
): readonly StructureItem[] {
  return structure.items.get(groupId) ?? [];
}

/** The site spaces of a section or of the root whose spaces are not deleted. */
export function listLiveSiteSpaces(
  structure: Structure,
  sectionId: string | null,
): readonly SiteSpaceRow[] {
  return (structure.siteSpacesIn.get(sectionId) ?? []).filter(
    (siteSpace) => siteSpace.deleted_at === null,
  );
}

/** A row with its sort key, the ranks and ids on the path from the top level. */
export interface OrderedRow<T> {
  readonly row: T;
  readonly key: readonly string[];
}

/** All groups, sections and links in navigation order, depth first. */
export function orderItems(structure: Pick<Structure, "items">): OrderedRow<StructureItem>[] {
  const items: OrderedRow<StructureItem>[] = [];
  const walk = (groupId: string | null, above: readonly string[]) => {
    for (const item of listItemsInGroup(structure, groupId)) {
      const key = [...above, item.row.rank, item.row.id];
      items.push({ row: item, key });
      if (item.type === "site-section-group") walk(item.row.id, key);
    }
  };
  walk(null, []);
  return items;
}

export function orderSections(structure: Pick<Structure, "items">): OrderedRow<SiteSectionTable>[] {
  return orderItems(structure).flatMap(({ row, key }) =>
    row.type === "site-section" ? [{ row: row.row, key }] : [],
  );
}

export function orderGroups(
  structure: Pick<Structure, "items">,
): OrderedRow<SiteSectionGroupTable>[] {
  return orderItems(structure).flatMap(({ row, key }) =>
    row.type === "site-section-group" ? [{ row: row.row, key }] : [],
  );
}

/** All site spaces whose spaces are not deleted, in navigation order. */
export function orderSiteSpaces(structure: Structure): OrderedRow<SiteSpaceRow>[] {
  const levels = [{ id: null, key: [] }, ...orderSections(structure).map(computeLevel)];
  return levels.flatMap(({ id, key }) =>
    listLiveSiteSpaces(structure, id).map((row) => ({ row, key: [...key, row.rank, row.id] })),
  );
}

function computeLevel({ row, key }: OrderedRow<SiteSectionTable>) {
  return { id: row.id, key };
}

/** The nesting depth of a group; 1 at the top level. */
export function computeDepth(structure: Structure, groupId: string): number {
  const parent = structure.groups.get(groupId)?.parent_id ?? null;
  return parent === null ? 1 : 1 + computeDepth(structure, parent);
}
