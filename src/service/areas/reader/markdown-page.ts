/** A page of a site as Markdown, for programs that read. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { presentText } from "../../engines/documents.ts";
import { getStoredText } from "../content/documents.ts";
import type { Tree } from "../content/tree.ts";
import type { TreePage } from "../content/tree-index.ts";
import { resolveScope } from "./article.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";
import { createTargets } from "./targets.ts";

/** With its title, and links to where things are on the site. */
export async function writeMarkdownPage(
  view: SiteView,
  tree: Tree,
  treePage: TreePage,
): Promise<string> {
  const { page } = treePage;
  const spaceId = view.siteSpace.space_id;
  const { body, references } = await getStoredText(view.reading.db, spaceId, page.document);
  const { find } = createTargets(view);
  const addresses: (readonly [ContentReference, string])[] = [];
  for (const { ref } of references) {
    const target = await find(ref, { spaceId, id: page.id });
    if (target && target.address !== "") addresses.push([ref, target.address]);
  }
  const text = await presentText(
    {
      body,
      format: "markdown",
      evaluation: "visitor",
      scope: resolveScope(view, tree, treePage),
      addresses,
    },
    getRequestContext(view),
  );
  return `# ${page.title.replace(/\s+/g, " ")}\n\n${text}`;
}
