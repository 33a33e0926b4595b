/** Conversion of URLs of published sites in texts to references to their pages. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Call } from "../../../core/handlers.ts";
import { findPublished, type PublishedSpacePath } from "../../sites/urls/find-published.ts";
import { readTree } from "../revisions.ts";
import { findPageAtPath } from "../tree/page-paths.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { isExternal } from "./relative-links.ts";
import type { TreeLink } from "./resolve.ts";

/** Converts published URLs to references, whose status depends on the content there. */
export async function withPublished(
  call: Call,
  spaceId: string,
  links: readonly TreeLink[],
): Promise<readonly TreeLink[]> {
  const urls = links.flatMap(({ ref }) =>
    ref.kind === "url" && isExternal(ref.url) ? ref.url : [],
  );
  const published = await resolvePublishedReferences(call, spaceId, urls);
  if (published.size === 0) return links;
  const result: TreeLink[] = [];
  const positions = new Map<string, number>();
  const concerned = resolveLocations(links, published);
  for (const link of links) {
    const resolvedLink = resolvePublishedLink(link, published);
    // Links from one location to one target with different URLs are a single link.
    const name = concerned.has(link.location.id) ? getName(resolvedLink) : undefined;
    const position = name === undefined ? undefined : positions.get(name);
    const same = position === undefined ? undefined : result[position];
    if (position !== undefined && same) {
      const nodes = new Set([...same.location.nodes, ...resolvedLink.location.nodes]);
      result[position] = { ...same, location: { ...same.location, nodes: [...nodes] } };
      continue;
    }
    if (name !== undefined) positions.set(name, result.length);
    result.push(resolvedLink);
  }
  return result;
}

/** By URL; undefined for a URL without a page in its space. */
type PublishedLinks = ReadonlyMap<string, ContentReference | undefined>;

function resolvePublishedLink(link: TreeLink, published: PublishedLinks): TreeLink {
  if (link.ref.kind !== "url" || !published.has(link.ref.url)) return link;
  const ref = published.get(link.ref.url);
  return ref ? { ...link, ref, status: undefined } : { ...link, status: "broken" };
}

function resolveLocations(links: readonly TreeLink[], published: PublishedLinks): Set<string> {
  const leading = links.filter(({ ref }) => ref.kind === "url" && published.has(ref.url));
  return new Set(leading.map(({ location }) => location.id));
}

function getName({ location, relation, ref }: TreeLink): string {
  return JSON.stringify([location.kind, location.id, relation, ref]);
}

/** Only for sites that contain the space; visitors see its newest content. */
async function resolvePublishedReferences(
  call: Call,
  spaceId: string,
  urls: readonly string[],
): Promise<PublishedLinks> {
  const targets = await findPublished(call, spaceId, urls);
  const trees = new Map<string, ContentTree>();
  const ids = new Set(
    [...targets.values()].flatMap(({ space, otherwise }) =>
      otherwise && "space" in otherwise ? [space, otherwise.space] : [space],
    ),
  );
  for (const id of ids) {
    const { revision_id } = await call.db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    trees.set(id, await readTree(call.db, revision_id));
  }
  const references = new Map<string, ContentReference | undefined>();
  for (const [url, { otherwise, ...target }] of targets) {
    const reference = createReference(target, trees.get(target.space));
    // A redirect to an external target remains a URL.
    if (!reference && otherwise && "url" in otherwise) continue;
    const redirected = otherwise && "space" in otherwise ? otherwise : undefined;
    const followed =
      redirected &&
      createReference({ ...redirected, anchor: target.anchor }, trees.get(redirected.space));
    references.set(url, reference ?? followed);
  }
  return references;
}

function createReference(
  { space, path, page: id, anchor }: PublishedSpacePath & { readonly anchor?: string | undefined },
  tree: ContentTree | undefined,
): ContentReference | undefined {
  if (!tree) return undefined;
  if (path === "" && id === undefined && anchor === undefined) return { kind: "space", space };
  const treePage = findPage(tree, { path, page: id });
  if (!treePage) return undefined;
  const page = treePage.page.id;
  return anchor === undefined || anchor === ""
    ? { kind: "page", page, space }
    : { kind: "anchor", anchor, page, space };
}

function findPage(tree: ContentTree, { path, page }: { path: string; page: string | undefined }) {
  const above = page === undefined ? undefined : getTreeIndex(tree).pages.get(page);
  if (page !== undefined && (!above || path === "")) return above;
  const whole = above ? `${above.path}/${path}` : path;
  return whole === "" ? findFirstPage(tree) : findPageAtPath(tree, whole);
}

function findFirstPage(tree: ContentTree): TreePage | undefined {
  return [...getTreeIndex(tree).pages.values()].find(({ page }) => page.type === "document");
}
