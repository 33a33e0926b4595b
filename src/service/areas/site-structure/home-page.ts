/** Validation of the home page of a site space. */
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";

/**
 * @param pageId null or undefined for the first page
 * @throws ApiError 400 if the page is not a document page of the space
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
  const treePage = getTreeIndex(await readTree(db, revision_id)).pages.get(pageId);
  if (treePage?.page.type === "document") return;
  throw new ApiError(400, `pageId ${pageId} is not a page of space ${spaceId}. Check the id.`, {
    field: "pageId",
    hint: `tome page list --space ${spaceId}`,
  });
}
