/** Reordering of sections, section groups, links and site spaces. */
import { generateKeyBetween } from "fractional-indexing";
import type { Pointer } from "../../../../contract/fields.ts";
import type { Role } from "../../../../contract/roles.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { isVisible } from "./present-parts.ts";
import { listItemsInGroup, type Structure, type StructureItem } from "./structure.ts";

/** A part of a site that has a position among its siblings. */
export interface MovablePart {
  readonly type: StructureItem["type"] | "site-space";
  readonly id: string;
}

export interface SitePosition {
  readonly before?: MovablePart | undefined;
  readonly after?: MovablePart | undefined;
}

interface SiteSibling extends MovablePart {
  readonly rank: string;
  /** Siblings that the caller does not see keep their position, but do not count as neighbors. */
  readonly isVisible: boolean;
}

/** A part and its siblings, in order; undefined if the part does not exist or is not visible. */
function listSiblings(
  structure: Structure,
  { type, id }: MovablePart,
  member: Role | null,
): readonly SiteSibling[] | undefined {
  if (type === "site-space") {
    const siteSpace = structure.siteSpaces.get(id);
    const siteSpaces = siteSpace && structure.siteSpacesIn.get(siteSpace.section_id);
    const siblings = siteSpaces?.map((one) => ({
      type,
      id: one.id,
      rank: one.rank,
      isVisible: one.deleted_at === null && isVisible(one, member),
    }));
    return siblings?.some((one) => one.id === id && one.isVisible) ? siblings : undefined;
  }
  const rows = {
    "site-section": structure.sections,
    "site-section-group": structure.groups,
    "site-external-link": structure.links,
  };
  const row = rows[type].get(id);
  if (!row) return undefined;
  const parent = "group_id" in row ? row.group_id : row.parent_id;
  return listItemsInGroup(structure, parent).map(({ type: kind, row: { id: one, rank } }) => ({
    type: kind,
    id: one,
    rank,
    isVisible: true,
  }));
}

const nouns = {
  "site-section": "section",
  "site-section-group": "section group",
  "site-space": "site space",
  "site-external-link": "external link",
} as const;

/**
 * Moves a part after one sibling, before another, or to the end. A move to the current position
 * changes nothing.
 * @param field the input field that contains the part, for errors
 * @throws ApiError 404 if the site does not have the part, 400 for an invalid position
 */
export async function movePart(
  call: Call,
  structure: Structure,
  member: Role | null,
  part: MovablePart,
  { before, after }: SitePosition,
  field: string,
): Promise<void> {
  const all = listSiblings(structure, part, member);
  if (!all) throw createNotFoundError(nouns[part.type], part.id, field);
  const others = all.filter((sibling) => sibling.id !== part.id);
  const lower = after && findSibling(others, part, after, "position.after");
  const upper = before && findSibling(others, part, before, "position.before");
  if (lower && upper) checkNeighbours(others, lower, upper);
  const index = lower ? others.indexOf(lower) + 1 : upper ? others.indexOf(upper) : others.length;
  const rank = generateKeyBetween(others[index - 1]?.rank, others[index]?.rank);
  await call.db.updateTable(tables[part.type]).set({ rank }).where("id", "=", part.id).execute();
}

const tables = {
  "site-section": "site_sections",
  "site-section-group": "site_section_groups",
  "site-space": "site_spaces",
  "site-external-link": "site_external_links",
} as const;

function findSibling(
  others: readonly SiteSibling[],
  part: MovablePart,
  reference: MovablePart,
  field: string,
): SiteSibling {
  if (reference.id === part.id) {
    throw new ApiError(400, `${field} must not be the moved item. Choose one of its siblings.`, {
      field,
    });
  }
  const match = others.find(
    (sibling) =>
      sibling.isVisible && sibling.id === reference.id && sibling.type === reference.type,
  );
  if (match) return match;
  throw new ApiError(
    400,
    `${field}: ${nouns[reference.type]} ${reference.id} is not a sibling of ${part.id}. Choose one of its siblings.`,
    { field },
  );
}

function checkNeighbours(
  others: readonly SiteSibling[],
  lower: SiteSibling,
  upper: SiteSibling,
): void {
  const visible = others.filter((sibling) => sibling.isVisible);
  if (visible.indexOf(upper) === visible.indexOf(lower) + 1) return;
  throw new ApiError(
    400,
    `position.after (${lower.id}) and position.before (${upper.id}) are not adjacent in this order. Specify only one of them.`,
    { field: "position" },
  );
}

type SitePointer = Pointer<"siteSection"> | Pointer<"siteSpace">;

export function getPart(pointer: SitePointer): MovablePart {
  return pointer.type === "site-section"
    ? { type: pointer.type, id: pointer.siteSection }
    : { type: pointer.type, id: pointer.siteSpace };
}
