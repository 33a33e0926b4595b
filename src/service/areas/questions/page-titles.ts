/** Titles of pages, from which the language model suggests questions. */
import type { Queries } from "../../database/tables.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex, type TreePage } from "../content/tree/tree-index.ts";

/** Limits of the pages from which questions are suggested. */
export const mostSpaces = 10;
const mostTitlesOfSpace = 20;

/**
 * Titles and descriptions of the first pages of each space.
 * @param spaces spaces that the caller may read
 */
export async function listTitles(
  db: Queries,
  spaces: readonly { readonly title: string; readonly revision_id: string }[],
  isIncluded: (page: TreePage) => boolean = () => true,
): Promise<readonly object[]> {
  const titles: object[] = [];
  for (const { title: space, revision_id } of spaces.slice(0, mostSpaces)) {
    const { pages } = getTreeIndex(await readTree(db, revision_id));
    const documents = [...pages.values()].filter(
      (treePage) => treePage.page.type === "document" && isIncluded(treePage),
    );
    for (const { page } of documents.slice(0, mostTitlesOfSpace)) {
      titles.push({ title: page.title, description: page.description, space });
    }
  }
  return titles;
}
