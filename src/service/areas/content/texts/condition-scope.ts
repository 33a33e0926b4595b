/** Values that the conditions and expressions of a text can refer to. */

import type { PageScope } from "../../../../document/page-expressions.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import type { ContentTree } from "../tree/tree.ts";
import type { TreePage } from "../tree/tree-index.ts";

/**
 * @param treePage absent for a text that is on several pages: then a visitor sees no text with a
 * condition on the page
 */
export function getScope(
  { visitor }: { readonly visitor?: Pick<SiteVisitor, "claims"> | undefined },
  tree: ContentTree,
  treePage: TreePage | undefined,
  space: { readonly title: string; readonly language: string | null },
): PageScope {
  return {
    ...(treePage ? { page: createPageScope(treePage) } : !visitor && { page: {} }),
    space: { title: space.title, language: space.language ?? undefined, vars: tree.variables },
    visitor: { claims: visitor?.claims ?? {} },
  };
}

function createPageScope({ page, path }: TreePage): NonNullable<PageScope["page"]> {
  const { title, description, slug, variables = {} } = page;
  return { title, description, slug, path, vars: variables };
}
