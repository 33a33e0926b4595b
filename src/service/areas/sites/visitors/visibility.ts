/**
 * Properties of spaces that derive from their sites: the visibility, which is that of the most open
 * published site, and the inherited level.
 */
import { sql } from "kysely";
import { siteVisibilities } from "../../../../contract/site-values.ts";
import { recomputeSpaceLevels } from "../../../core/access/levels.ts";
import type { Queries } from "../../../database/tables.ts";
import { type EventCall, recordVisibility } from "../../integration-events/record.ts";

/** The visibility of a space that is not on a published site. */
const unpublished = "private";
/** Maximum number of ids in a query, because databases limit the number of parameters. */
const batch = 500;

/** Recomputes the visibility and the level of spaces after a change that may affect them. */
export async function recomputeSpaces(call: EventCall, spaceIds: readonly string[]): Promise<void> {
  const ids = [...new Set(spaceIds)];
  for (let start = 0; start < ids.length; start += batch) {
    await recomputeBatch(call, ids.slice(start, start + batch));
  }
}

async function recomputeBatch(call: EventCall, ids: readonly string[]): Promise<void> {
  await recomputeSpaceLevels(call.db, sql`spaces.id in (${sql.join(ids)})`);
  const spaces = await call.db
    .selectFrom("spaces")
    .select(["id", "visibility", "parent_id"])
    .where("id", "in", ids)
    .execute();
  const publishedSiteSpaces = await call.db
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .select(["site_spaces.space_id", "site_spaces.section_id", "sites.visibility"])
    .where("site_spaces.space_id", "in", ids)
    .where("site_spaces.draft", "=", 0)
    .where("sites.published", "=", 1)
    .execute();
  const drafts = await findDraftSections(
    call.db,
    publishedSiteSpaces.map(({ section_id }) => section_id ?? ""),
  );
  const visibleSiteSpaces = publishedSiteSpaces.filter((row) => !drafts.has(row.section_id ?? ""));
  for (const space of spaces) {
    const { id } = space;
    const visibilities = visibleSiteSpaces
      .filter((row) => row.space_id === id)
      .map((row) => row.visibility);
    const visibility = siteVisibilities.find((one) => visibilities.includes(one)) ?? unpublished;
    if (visibility === space.visibility) continue;
    await call.db.updateTable("spaces").set({ visibility }).where("id", "=", id).execute();
    await recordVisibility(call, space, { ...space, visibility });
  }
}

/** The sections that are drafts or are inside a draft group. */
async function findDraftSections(
  db: Queries,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sections = await db
    .withRecursive("levels", (levels) =>
      levels
        .selectFrom("site_sections")
        .select(["id", "draft", "group_id"])
        .where("id", "in", ids)
        .unionAll((above) =>
          above
            .selectFrom("levels")
            .innerJoin("site_section_groups", "site_section_groups.id", "levels.group_id")
            .select([
              "levels.id",
              "site_section_groups.draft",
              "site_section_groups.parent_id as group_id",
            ]),
        ),
    )
    .selectFrom("levels")
    .select("id")
    .where("draft", "=", 1)
    .execute();
  return new Set(sections.map(({ id }) => id));
}

/** The ids of the spaces on a site. */
export async function listSpacesOnSite(
  { db }: Pick<EventCall, "db">,
  siteId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", siteId)
    .execute();
  return rows.map((row) => row.space_id);
}
