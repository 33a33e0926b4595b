/** The page of a space at which the visitors of a site arrive, where it is not the first one. */
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree-index.ts";

/**
 * @param pageId null or absent for the first page, whichever that is
 * @throws Problem 400 for what is no page of the space
 */
export async function requireHomePage(
  { db }: Pick<Call, "db">,
  spaceId: string,
  pageId: string | null | undefined,
): Promise<void> {
  if (pageId === undefined || pageId === null) return;
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const found = getTreeIndex(await readTree(db, revision_id)).pages.get(pageId);
  if (found?.page.type === "document") return;
  throw new Problem(400, `pageId ${pageId} is no page of the space ${spaceId}; check the id.`, {
    field: "pageId",
    hint: `tome page list --space ${spaceId}`,
  });
}
