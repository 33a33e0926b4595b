/** Notes about redirects whose destination was deleted by an operation. */
import { formatCount } from "../../../json/pluralize.ts";
import type { Call } from "../../core/handlers.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex, listDifferentPages } from "../content/tree/tree-index.ts";
import { findSite } from "../sites/queries.ts";
import { resolveDestination } from "../sites/redirects/redirect-rows.ts";

type NotedCall = Pick<Call, "db" | "caller" | "visitor" | "note">;

/** Maximum number of redirects that a note names. */
const maximumNamed = 5;

/** Adds a note for each site whose redirects lead to a page that exists only in the previous tree. */
export async function noteDeletedPages(
  call: NotedCall,
  spaceId: string,
  loadTrees: () => Promise<{ readonly before: ContentTree; readonly after: ContentTree }>,
): Promise<void> {
  const siteSpaces = await call.db
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .select(["site_spaces.id", "site_spaces.site_id", "sites.organization_id"])
    .where("site_spaces.space_id", "=", spaceId)
    .where("site_spaces.site_id", "in", (row) => row.selectFrom("site_redirects").select("site_id"))
    .execute();
  if (siteSpaces.length === 0) return;
  const { before, after } = await loadTrees();
  const [{ pages: oldPages }, { pages }] = [getTreeIndex(before), getTreeIndex(after)];
  const deleted = new Set(
    [...listDifferentPages(before, after)].filter((id) => oldPages.has(id) && !pages.has(id)),
  );
  if (deleted.size === 0) return;
  for (const siteId of new Set(siteSpaces.map(({ site_id }) => site_id))) {
    const parts = siteSpaces.filter(({ site_id }) => site_id === siteId);
    const [first] = parts;
    // Redirects of sites that the caller may not see are not disclosed.
    if (!first || !(await findSite(call, first.organization_id, siteId))) continue;
    const ids = new Set(parts.map(({ id }) => id));
    await noteRedirects(call, siteId, "a deleted page", (destination) => {
      return (
        destination.kind === "site-page" &&
        ids.has(destination.siteSpaceId) &&
        deleted.has(destination.pageId)
      );
    });
  }
}

/** Adds a note if redirects of the site lead to a removed section or site space. */
export async function noteRemovedPart(
  call: NotedCall,
  siteId: string,
  part: { readonly section?: string; readonly siteSpaces: readonly string[] },
): Promise<void> {
  await noteRedirects(call, siteId, "a removed part of the site", (destination) => {
    if (destination.kind === "external") return false;
    return destination.kind === "site-section"
      ? destination.siteSectionId === part.section
      : part.siteSpaces.includes(destination.siteSpaceId);
  });
}

async function noteRedirects(
  { db, note }: NotedCall,
  siteId: string,
  target: string,
  isLost: (destination: ReturnType<typeof resolveDestination>) => boolean,
): Promise<void> {
  if (!note) return;
  const rows = await db
    .selectFrom("site_redirects")
    .select(["source", "destination"])
    .where("site_id", "=", siteId)
    .where("draft", "=", 0)
    .orderBy("source")
    .execute();
  const lost = rows.filter((row) => isLost(resolveDestination(row))).map(({ source }) => source);
  if (lost.length === 0) return;
  const named = lost.slice(0, maximumNamed).join(", ");
  const more = lost.length > maximumNamed ? ", …" : "";
  const verb = lost.length === 1 ? "leads" : "lead";
  note(
    `${formatCount(lost.length, "redirect")} of site ${siteId} ${verb} to ${target} and will return 404: ${named}${more}. Change or delete them: tome site redirect list --site ${siteId}`,
  );
}
