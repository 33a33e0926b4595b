/** Duplication of a site space and its space. */
import { generateKeyBetween } from "fractional-indexing";
import type { Call } from "../../core/handlers.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { toCopyTitle } from "../../core/titles.ts";
import { addSection, addSiteSpaces } from "../sites/structure/add-parts.ts";
import {
  listItemsInGroup,
  listLiveSiteSpaces,
  type SiteSpaceRow,
  type Structure,
} from "../sites/structure/structure.ts";
import type { SiteSectionTable } from "../sites/tables.ts";
import { recomputeSpaces } from "../sites/visitors/visibility.ts";
import { duplicateSpace } from "../workspace/duplicate-space.ts";

/**
 * The copy is placed after the original. If the original is alone in its section, the copy gets a new
 * section after that one. The copies have the conditions of the originals.
 * @param draft whether the copies are hidden from visitors; if absent, as the originals are
 * @returns the id of the new site space
 * @throws ApiError 403 if the caller may not create next to the original
 */
export async function duplicateSiteSpace(
  call: Call,
  structure: Structure,
  original: SiteSpaceRow,
  draft?: boolean,
): Promise<string> {
  const copy = await duplicateSpace(call, await requireSpace(call, original.space_id));
  const space = { id: copy, title: toCopyTitle(original.space_title) };
  const section = structure.sections.get(original.section_id ?? "");
  const isAlone = section && listLiveSiteSpaces(structure, section.id).length === 1;
  const [id = ""] = isAlone
    ? await addSiteSpaces(call, structure, await copySection(call, structure, section, draft), [
        space,
      ])
    : await addSiteSpaces(call, structure, original.section_id, [space]);
  const siblings = structure.siteSpacesIn.get(original.section_id) ?? [];
  const rank = isAlone ? undefined : rankAfter(siblings, original);
  await call.db
    .updateTable("site_spaces")
    .set({
      condition: original.condition,
      draft: Number(draft ?? original.draft),
      ...(rank !== undefined && { rank }),
    })
    .where("id", "=", id)
    .execute();
  await recomputeSpaces(call, [copy]);
  return id;
}

async function copySection(
  call: Call,
  structure: Structure,
  { group_id, title, icon, description, condition, ...section }: SiteSectionTable,
  draft: boolean | undefined,
): Promise<string> {
  const id = await addSection(call, structure, { title: toCopyTitle(title), icon });
  const siblings = listItemsInGroup(structure, group_id).map(({ row }) => row);
  const rank = rankAfter(siblings, section);
  await call.db
    .updateTable("site_sections")
    .set({ group_id, rank, description, condition, draft: Number(draft ?? section.draft) })
    .where("id", "=", id)
    .execute();
  return id;
}

interface RankedRow {
  readonly id: string;
  readonly rank: string;
}

/** @param siblings ordered by rank */
function rankAfter(siblings: readonly RankedRow[], { id, rank }: RankedRow): string {
  return generateKeyBetween(rank, siblings[siblings.findIndex((one) => one.id === id) + 1]?.rank);
}
