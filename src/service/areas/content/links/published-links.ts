/** Addresses in texts at which a published site shows its pages, as references to those. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Call } from "../../../core/handlers.ts";
import { findPublished, type PublishedTarget } from "../../sites/find-published.ts";
import { pageAtPath } from "../page-paths.ts";
import { readTree } from "../revisions.ts";
import type { Tree } from "../tree.ts";
import { indexOf, type TreePage } from "../tree-index.ts";

/**
 * Only for the sites on which the space is; what visitors see there is its newest content.
 * @returns by their addresses; undefined for one that leads to no page of its space
 */
export async function publishedReferences(
  call: Call,
  spaceId: string,
  urls: readonly string[],
): Promise<Map<string, ContentReference | undefined>> {
  const targets = await findPublished(call, spaceId, urls);
  const trees = new Map<string, Tree>();
  const ids = [...new Set([...targets.values()].map(({ space }) => space))];
  for (const id of ids) {
    const { revision_id } = await call.db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    trees.set(id, await readTree(call.db, revision_id));
  }
  return new Map(
    [...targets].map(([url, target]) => [url, referenceFrom(target, trees.get(target.space))]),
  );
}

function referenceFrom(
  { space, path, anchor }: PublishedTarget,
  tree: Tree | undefined,
): ContentReference | undefined {
  if (!tree) return undefined;
  if (path === "" && anchor === undefined) return { kind: "space", space };
  const found = path === "" ? firstPage(tree) : pageAtPath(tree, path);
  if (!found) return undefined;
  const page = found.page.id;
  return anchor === undefined || anchor === ""
    ? { kind: "page", page, space }
    : { kind: "anchor", anchor, page, space };
}

function firstPage(tree: Tree): TreePage | undefined {
  return [...indexOf(tree).pages.values()].find(({ page }) => page.type === "document");
}
