/** Pages that are written down as Markdown, put into the content of a space. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import type { Queries } from "../../database/tables.ts";
import { putDocuments } from "./documents.ts";
import { standpointOf, withReferences } from "./relative-links.ts";
import type { Ground } from "./revisions.ts";
import type { Page, Tree } from "./tree.ts";
import { mapPages } from "./tree-edit.ts";
import { settledTree } from "./tree-settle.ts";

/** A page to be, or a group where it has pages and no text. */
export interface Draft {
  readonly title: string;
  /** Made of the title where absent. */
  readonly slug?: string;
  readonly emoji?: string;
  readonly description?: string;
  /** Links to the other pages are relative, as between files: `../start.md`. */
  readonly markdown?: string;
  /** Makes it a link to there. */
  readonly target?: ContentReference;
  readonly hidden?: true;
  readonly pages?: readonly Draft[];
}

/** A tree whose new pages have their ids and places, and no texts yet. */
export interface Plan {
  readonly tree: Tree;
  /** Markdown, by the ids of the pages. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Plans the pages at the end of a tree; files that they show must be in it. */
export function planned(
  { newId, now }: Pick<Ground, "newId" | "now">,
  tree: Tree,
  drafts: readonly Draft[],
): Plan {
  const texts = new Map<string, string>();
  const made = (draft: Draft): Page => {
    const { markdown, target, pages = [], ...said } = draft;
    const id = newId();
    const group = markdown === undefined && pages.length > 0;
    if (!target && markdown !== undefined) texts.set(id, markdown);
    return {
      ...said,
      id,
      type: target ? "link" : group ? "group" : "document",
      ...(target && { target }),
      pages: pages.map(made),
    };
  };
  // Settled at once, as links depend on where pages will stand.
  const pages = [...tree.pages, ...drafts.map(made)];
  return { tree: settledTree({ ...tree, pages }, tree, now.toISOString()), texts };
}

/** Gives the pages of a plan their texts. @returns a tree to be committed in that space */
export async function written(db: Queries, spaceId: string, { tree, texts }: Plan): Promise<Tree> {
  const ids = [...texts.keys()];
  const hashes = await putDocuments(
    db,
    spaceId,
    ids.map((id) => withReferences(parseMarkdown(texts.get(id) ?? ""), standpointOf(tree, id))),
  );
  const documents = new Map(ids.map((id, at) => [id, hashes[at]]));
  return {
    ...tree,
    pages: mapPages(tree.pages, (page) => {
      const document = documents.get(page.id);
      return document === undefined ? page : { ...page, document };
    }),
  };
}

/** Adds pages at the end of a tree. @returns a tree to be committed in that space */
export async function withDrafts(
  ground: Ground,
  spaceId: string,
  tree: Tree,
  drafts: readonly Draft[],
): Promise<Tree> {
  return written(ground.db, spaceId, planned(ground, tree, drafts));
}
