/** Deletion of sites, sections and section groups. */
import { generateNKeysBetween } from "fractional-indexing";
import { removeGrants } from "../../core/access/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { listItemsInGroup, type Structure } from "./structure/structure.ts";
import { listSpacesOnSite, recomputeSpaces } from "./visitors/visibility.ts";

/** Deletes a section with its site spaces. The spaces are kept. */
export async function deleteSection(
  call: Call,
  { siteSpacesIn }: Structure,
  sectionId: string,
): Promise<void> {
  await call.db.deleteFrom("site_spaces").where("section_id", "=", sectionId).execute();
  await call.db.deleteFrom("site_sections").where("id", "=", sectionId).execute();
  const spaces = (siteSpacesIn.get(sectionId) ?? []).map((siteSpace) => siteSpace.space_id);
  await recomputeSpaces(call, spaces);
}

/** Deletes a group. Its content moves to the position of the group, in the same order. */
export async function deleteGroup(
  call: Call,
  structure: Structure,
  groupId: string,
): Promise<void> {
  const group = structure.groups.get(groupId);
  if (!group) return;
  const { parent_id: parentId, rank } = group;
  const siblings = listItemsInGroup(structure, parentId).map((item) => item.row);
  const next = siblings[siblings.findIndex((row) => row.id === groupId) + 1];
  const contents = listItemsInGroup(structure, groupId);
  const ranks = generateNKeysBetween(rank, next?.rank, contents.length);
  for (const [index, item] of contents.entries()) {
    const newRank = ranks[index] ?? rank;
    if (item.type === "site-section-group") {
      await call.db
        .updateTable("site_section_groups")
        .set({ parent_id: parentId, rank: newRank })
        .where("id", "=", item.row.id)
        .execute();
    } else {
      await call.db
        .updateTable(item.type === "site-section" ? "site_sections" : "site_external_links")
        .set({ group_id: parentId, rank: newRank })
        .where("id", "=", item.row.id)
        .execute();
    }
  }
  await call.db.deleteFrom("site_section_groups").where("id", "=", groupId).execute();
}

/** Deletes a site with all its parts and settings. The spaces are kept. */
export async function deleteSite(call: Call, siteId: string): Promise<void> {
  const spaces = await listSpacesOnSite(call, siteId);
  for (const table of [
    "site_redirects",
    "site_paths",
    "site_share_links",
    "site_auth",
    "visitor_tokens",
    // Sources of answers are deleted with them, by the database.
    "site_answers",
    "site_questions",
    "site_topics",
    "site_findings",
    "site_scans",
    "context_records",
    "context_connections",
    "site_customizations",
    "site_mcp_servers",
    "site_channels",
    "site_agent_settings",
    "site_spaces",
    "site_external_links",
    "site_sections",
    "site_section_groups",
    "insight_counts",
    "insight_visitors",
    "site_styleguides",
  ] as const) {
    await call.db.deleteFrom(table).where("site_id", "=", siteId).execute();
  }
  await removeGrants(call.db, siteId);
  await call.db.deleteFrom("installation_contents").where("content_id", "=", siteId).execute();
  await call.db.deleteFrom("sites").where("id", "=", siteId).execute();
  await recomputeSpaces(call, spaces);
}
