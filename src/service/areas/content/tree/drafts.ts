/** Conversion of drafts, which are pages as Markdown, to pages of a space. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { parseMarkdown } from "../../../../document/markdown.ts";
import type { Queries } from "../../../database/tables.ts";
import { getLinkBase, withReferences } from "../links/relative-links.ts";
import type { CommitContext } from "../revisions.ts";
import { putDocuments } from "../texts/documents.ts";
import type { ContentPage, ContentTree } from "./tree.ts";
import { mapPages } from "./tree-edit.ts";
import { normalizeTree } from "./tree-normalize.ts";

/** A page to create; a group if it has pages and no text. */
export interface PageDraft {
  readonly title: string;
  /** Derived from the title if absent. */
  readonly slug?: string;
  readonly emoji?: string;
  readonly description?: string;
  /** Links to the other pages are relative, as between files: `../start.md`. */
  readonly markdown?: string;
  /** Makes it a link page to this target. */
  readonly target?: ContentReference;
  readonly hidden?: true;
  readonly pages?: readonly PageDraft[];
}

/** A tree whose new pages have ids and positions, but no texts yet. */
export interface DraftPlan {
  readonly tree: ContentTree;
  /** Markdown by page id. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Plans pages at the end of a tree, which already contains the files that they use. */
export function planDrafts(
  { newId, now }: Pick<CommitContext, "newId" | "now">,
  tree: ContentTree,
  drafts: readonly PageDraft[],
): DraftPlan {
  const texts = new Map<string, string>();
  const createPage = (draft: PageDraft): ContentPage => {
    const { markdown, target, pages = [], ...attributes } = draft;
    const id = newId();
    const group = markdown === undefined && pages.length > 0;
    if (!target && markdown !== undefined) texts.set(id, markdown);
    return {
      ...attributes,
      id,
      type: target ? "link" : group ? "group" : "document",
      ...(target && { target }),
      pages: pages.map(createPage),
    };
  };
  // Normalized first, because links depend on the paths of the pages.
  const pages = [...tree.pages, ...drafts.map(createPage)];
  return { tree: normalizeTree({ ...tree, pages }, tree, now.toISOString()), texts };
}

/** Stores the texts of a plan. @returns a tree to commit in that space */
export async function writePlan(
  db: Queries,
  spaceId: string,
  { tree, texts }: DraftPlan,
): Promise<ContentTree> {
  const ids = [...texts.keys()];
  const hashes = await putDocuments(
    db,
    spaceId,
    ids.map((id) => withReferences(parseMarkdown(texts.get(id) ?? ""), getLinkBase(tree, id))),
  );
  const documents = new Map(ids.map((id, index) => [id, hashes[index]]));
  return {
    ...tree,
    pages: mapPages(tree.pages, (page) => {
      const document = documents.get(page.id);
      return document === undefined ? page : { ...page, document };
    }),
  };
}

/** Adds pages at the end of a tree. @returns a tree to commit in that space */
export async function withDrafts(
  context: CommitContext,
  spaceId: string,
  tree: ContentTree,
  drafts: readonly PageDraft[],
): Promise<ContentTree> {
  return writePlan(context.db, spaceId, planDrafts(context, tree, drafts));
}
