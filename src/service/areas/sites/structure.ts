/**
 * What a site is made of, as a whole in memory: a site is read by people, so it is small, and every
 * question of order, of defaults and of free paths is one about all of it.
 */

import { sql } from "kysely";
import { visibleTo } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { inTextOrder } from "../../core/text-order.ts";
import type { ResolvedLevel } from "../../database/tables.ts";
import type {
  SiteSectionGroupTable,
  SiteSectionTable,
  SiteSpaceTable,
  SiteTable,
} from "./tables.ts";

/** A site space with what it takes from its space. */
export interface Place extends SiteSpaceTable {
  readonly space_title: string;
  /** Set while its space is deleted: the place is kept, and waits. */
  readonly deleted_at: string | null;
  readonly resolved_level: ResolvedLevel;
  /** 1 where the space is seen by the caller because of a grant, whatever its level. */
  readonly held: number;
}

/** What stands in a group, or at the top level of a site with sections. */
export type Item =
  | { readonly type: "site-section"; readonly row: SiteSectionTable }
  | { readonly type: "site-section-group"; readonly row: SiteSectionGroupTable };

export interface Structure {
  readonly site: SiteTable;
  readonly groups: ReadonlyMap<string, SiteSectionGroupTable>;
  readonly sections: ReadonlyMap<string, SiteSectionTable>;
  readonly places: ReadonlyMap<string, Place>;
  /** By their group, null for the top level; in their order. */
  readonly items: ReadonlyMap<string | null, readonly Item[]>;
  /** By their section, null for the root; in their order. */
  readonly placesIn: ReadonlyMap<string | null, readonly Place[]>;
}

interface Parts {
  readonly site: SiteTable;
  readonly groups: readonly SiteSectionGroupTable[];
  readonly sections: readonly SiteSectionTable[];
  readonly places: readonly Place[];
}

export async function readStructure(
  { db, caller }: Pick<Call, "db" | "caller">,
  site: SiteTable,
): Promise<Structure> {
  const of = site.id;
  // What a guest would see is what grants give.
  const held = sql<number>`case when ${visibleTo(caller, null, "spaces")} then 1 else 0 end`;
  return structureOf({
    site,
    groups: await db
      .selectFrom("site_section_groups")
      .selectAll()
      .where("site_id", "=", of)
      .execute(),
    sections: await db.selectFrom("site_sections").selectAll().where("site_id", "=", of).execute(),
    places: await db
      .selectFrom("site_spaces")
      .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
      .selectAll("site_spaces")
      .select(["spaces.title as space_title", "spaces.deleted_at", "spaces.resolved_level"])
      .select(held.as("held"))
      .where("site_spaces.site_id", "=", of)
      .execute(),
  });
}

/** Puts rows in their order; what points at something that is not there is left out. */
export function structureOf({ site, groups, sections, places }: Parts): Structure {
  const items = new Map<string | null, Item[]>();
  for (const row of groups) push(items, row.parent_id, { type: "site-section-group", row });
  for (const row of sections) push(items, row.group_id, { type: "site-section", row });
  for (const list of items.values()) list.sort((one, other) => inOrder(one.row, other.row));
  const placesIn = new Map<string | null, Place[]>();
  for (const place of places) push(placesIn, place.section_id, place);
  for (const list of placesIn.values()) list.sort(inOrder);
  return {
    site,
    groups: new Map(groups.map((row) => [row.id, row])),
    sections: new Map(sections.map((row) => [row.id, row])),
    places: new Map(places.map((row) => [row.id, row])),
    items,
    placesIn,
  };
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

interface Ranked {
  readonly rank: string;
  readonly id: string;
}

function inOrder(one: Ranked, other: Ranked): number {
  return inTextOrder(one.rank, other.rank) || inTextOrder(one.id, other.id);
}

/** Whether the site is made of sections; else its site spaces stand at its root. */
export function hasSections({ sections, groups }: Structure): boolean {
  return sections.size > 0 || groups.size > 0;
}

/** The items of a group, or of the top level. */
export function itemsIn(structure: Structure, groupId: string | null): readonly Item[] {
  return structure.items.get(groupId) ?? [];
}

/** The places of a section, or of the root, whose spaces live. */
export function livePlaces(structure: Structure, sectionId: string | null): readonly Place[] {
  return (structure.placesIn.get(sectionId) ?? []).filter((place) => place.deleted_at === null);
}

/** A thing with the ranks that lead to it from the top level: what lists of them are ordered by. */
export interface Ordered<T> {
  readonly row: T;
  readonly key: readonly string[];
}

/** All groups and sections as a reader meets them, from the top level down. */
export function itemsInOrder(structure: Structure): Ordered<Item>[] {
  const found: Ordered<Item>[] = [];
  const walk = (groupId: string | null, above: readonly string[]) => {
    for (const item of itemsIn(structure, groupId)) {
      const key = [...above, item.row.rank, item.row.id];
      found.push({ row: item, key });
      if (item.type === "site-section-group") walk(item.row.id, key);
    }
  };
  walk(null, []);
  return found;
}

export function sectionsInOrder(structure: Structure): Ordered<SiteSectionTable>[] {
  return itemsInOrder(structure).flatMap(({ row, key }) =>
    row.type === "site-section" ? [{ row: row.row, key }] : [],
  );
}

export function groupsInOrder(structure: Structure): Ordered<SiteSectionGroupTable>[] {
  return itemsInOrder(structure).flatMap(({ row, key }) =>
    row.type === "site-section-group" ? [{ row: row.row, key }] : [],
  );
}

/** All places whose spaces live, as a reader meets them. */
export function placesInOrder(structure: Structure): Ordered<Place>[] {
  const levels = [{ id: null, key: [] }, ...sectionsInOrder(structure).map(levelOf)];
  return levels.flatMap(({ id, key }) =>
    livePlaces(structure, id).map((row) => ({ row, key: [...key, row.rank, row.id] })),
  );
}

function levelOf({ row, key }: Ordered<SiteSectionTable>) {
  return { id: row.id, key };
}

/** How many groups hold a group or are it: 1 at the top level. */
export function depthOf(structure: Structure, groupId: string): number {
  const parent = structure.groups.get(groupId)?.parent_id ?? null;
  return parent === null ? 1 : 1 + depthOf(structure, parent);
}
