/** Links of a revision: found once, because a revision never changes, and resolved for each request. */
import { setImmediate as turn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import { loadRevisionTree, type Revision, readTree } from "../revisions.ts";
import { loadDocumentFacts } from "../texts/documents.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { withPublished } from "./published-links.ts";
import {
  findLinks,
  hasAnchor,
  type LinkedTree,
  type LinkStatus,
  type TreeLink,
} from "./resolve.ts";

export interface ResolvedLink extends TreeLink {
  readonly status: LinkStatus;
}

/** By base and root; the limit is the total number of links. */
const reports = new LRUCache<string, readonly TreeLink[]>({
  maxSize: 200_000,
  sizeCalculation: (links) => links.length + 1,
});

/** This many take some milliseconds; then other requests are processed. */
const linksAtOnce = 1000;

/** Every link of a revision with its current status, which depends on other spaces too. */
export async function loadRevisionLinks(
  call: Call,
  revision: Pick<Revision, "space" | "root">,
): Promise<ResolvedLink[]> {
  const { space } = revision;
  const links = await withPublished(call, space, await readLinks(call, revision));
  const undecided = links.filter(({ status }) => status === undefined);
  const outsideStatus = await readOutsideStatuses(
    call,
    space,
    undecided.map(({ ref }) => ref),
  );
  const resolvedLinks: ResolvedLink[] = [];
  for (const { ref, status, ...link } of links) {
    const ownReference = withoutOwnSpace(ref, space);
    resolvedLinks.push({ ...link, ref: ownReference, status: status ?? outsideStatus(ref) });
    if (resolvedLinks.length % (10 * linksAtOnce) === 0) await turn();
  }
  return resolvedLinks;
}

function withoutOwnSpace(ref: ContentReference, spaceId: string): ContentReference {
  if ((ref.kind !== "page" && ref.kind !== "anchor") || ref.space !== spaceId) return ref;
  const { space: _, ...rest } = ref;
  return rest;
}

async function readLinks(
  call: Call,
  revision: Pick<Revision, "space" | "root">,
): Promise<readonly TreeLink[]> {
  const name = `${call.base} ${revision.space} ${revision.root}`;
  const cachedLinks = reports.get(name);
  if (cachedLinks) return cachedLinks;
  const tree = await loadRevisionTree(call.db, revision);
  const linked = await readLinkedTree(call.db, revision.space, tree);
  const steps = findLinks(linked, createAppUrlTest(call.base));
  for (let count = 0; ; ) {
    const step = steps.next();
    if (step.done) {
      reports.set(name, step.value);
      return step.value;
    }
    count += step.value + 1;
    if (count < linksAtOnce) continue;
    count = 0;
    await turn();
  }
}

/**
 * URLs of the platform itself and of its application open only for users who may edit the content,
 * so links for readers should be references instead.
 */
function createAppUrlTest(base: string): (url: string) => boolean {
  return (url) => {
    if (url.startsWith(`${base}/v1/`)) return true;
    return /^https?:\/\/app\.gitbook\.com\/(?:o|s|org|space|spaces)\//i.test(url);
  };
}

/** The targets that exist in an organization, whether or not the caller may see them. */
interface OutsideTargets {
  readonly trees: ReadonlyMap<string, ContentTree>;
  /** The existing anchors: `space page anchor`. */
  readonly anchors: ReadonlySet<string>;
  /** `collection id`, `user id`, `openapi slug`. */
  readonly names: ReadonlySet<string>;
}

/**
 * Includes targets that the caller may not see, because a status does not depend on the caller.
 * @param spaceId the space that contains the references
 * @returns the status of each reference
 */
async function readOutsideStatuses(
  call: Pick<Call, "db">,
  spaceId: string,
  refs: readonly ContentReference[],
): Promise<(ref: ContentReference) => LinkStatus> {
  if (refs.length === 0) return () => "broken";
  const targets = await readTargets(call, spaceId, refs);
  return (ref) => (hasTarget(ref, targets) ? "ok" : "broken");
}

function hasTarget(ref: ContentReference, { trees, anchors, names }: OutsideTargets): boolean {
  const tree = "space" in ref && typeof ref.space === "string" ? trees.get(ref.space) : undefined;
  switch (ref.kind) {
    case "collection":
      return names.has(`collection ${ref.collection}`);
    case "user":
      return names.has(`user ${ref.user}`);
    case "openapi":
      return names.has(`openapi ${ref.spec}`);
    case "space":
      return tree !== undefined;
    case "page":
      return tree !== undefined && getTreeIndex(tree).pages.has(ref.page);
    case "file":
      return tree !== undefined && getTreeIndex(tree).files.has(ref.file);
    case "reusable-content":
      return tree !== undefined && getTreeIndex(tree).reusableContents.has(ref.reusableContent);
    case "anchor":
      return ref.page === undefined
        ? tree !== undefined
        : anchors.has(`${ref.space} ${ref.page} ${ref.anchor}`);
    case "url":
      return true;
  }
}

async function readTargets(
  { db }: Pick<Call, "db">,
  spaceId: string,
  refs: readonly ContentReference[],
): Promise<OutsideTargets> {
  const { organization_id: organization } = await db
    .selectFrom("spaces")
    .select("organization_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const hasName = (kind: ContentReference["kind"], name: string) =>
    refs.flatMap((ref) => {
      const value: unknown = ref.kind === kind ? Reflect.get(ref, name) : undefined;
      return typeof value === "string" ? [value] : [];
    });
  const names = new Set<string>();
  const collections = hasName("collection", "collection");
  if (collections.length > 0) {
    const rows = await db
      .selectFrom("collections")
      .select("id")
      .where("organization_id", "=", organization)
      .where("id", "in", collections)
      .execute();
    for (const { id } of rows) names.add(`collection ${id}`);
  }
  const users = hasName("user", "user");
  if (users.length > 0) {
    const rows = await db
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organization)
      .where("user_id", "in", users)
      .execute();
    for (const { user_id } of rows) names.add(`user ${user_id}`);
  }
  const specifications = hasName("openapi", "spec");
  if (specifications.length > 0) {
    const rows = await db
      .selectFrom("specifications")
      .select(["id", "slug"])
      .where("organization_id", "=", organization)
      .where((is) => is.or([is("slug", "in", specifications), is("id", "in", specifications)]))
      .execute();
    for (const { id, slug } of rows) names.add(`openapi ${id}`).add(`openapi ${slug}`);
  }
  return { names, ...(await readTrees(db, organization, refs)) };
}

async function readTrees(
  db: Call["db"],
  organization: string,
  refs: readonly ContentReference[],
): Promise<Pick<OutsideTargets, "trees" | "anchors">> {
  const trees = new Map<string, ContentTree>();
  const anchors = new Set<string>();
  const ids = refs.flatMap((ref) =>
    "space" in ref && typeof ref.space === "string" ? [ref.space] : [],
  );
  if (ids.length === 0) return { trees, anchors };
  const rows = await db
    .selectFrom("spaces")
    .select(["id", "revision_id"])
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .where("id", "in", [...new Set(ids)])
    .execute();
  for (const { id, revision_id } of rows) {
    const tree = await readTree(db, revision_id);
    trees.set(id, tree);
    const anchorRefs = refs.filter((ref) => ref.kind === "anchor" && ref.space === id);
    if (anchorRefs.length === 0) continue;
    const linked = await readLinkedTree(db, id, tree);
    for (const ref of anchorRefs) {
      if (ref.kind !== "anchor" || ref.page === undefined) continue;
      if (hasAnchor(linked, ref.page, ref.anchor)) anchors.add(`${id} ${ref.page} ${ref.anchor}`);
    }
  }
  return { trees, anchors };
}

async function readLinkedTree(
  db: Queries,
  spaceId: string,
  tree: ContentTree,
): Promise<LinkedTree> {
  const hashes: string[] = [];
  for (const { page } of getTreeIndex(tree).pages.values()) {
    if (page.document !== undefined) hashes.push(page.document);
  }
  for (const { document } of tree.reusableContents) {
    if (document !== undefined) hashes.push(document);
  }
  return { tree, facts: await loadDocumentFacts(db, spaceId, hashes) };
}
