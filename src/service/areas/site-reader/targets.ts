/** Resolution of the references in a document to URLs on a site. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document, Node } from "../../../contract/document.model.ts";
import {
  type Anchor,
  collectAnchors,
  findAnchor,
  isHeading,
  withPresentIds,
} from "../../../document/anchors.ts";
import type { LinkTarget } from "../../../document/html/render-context.ts";
import { decodePart, findFilePart } from "../../../document/reference-address.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { getLinkBase, isExternal, toReference } from "../content/links/relative-links.ts";
import { hasExpressions } from "../content/texts/expression-marks.ts";
import type { ContentTree, TreeFile } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { getPagePath, withText } from "../site-lookup/page-order.ts";
import { loadPublishedSites } from "../sites/queries.ts";
import { withoutDrafts } from "../sites/structure/drafts.ts";
import { readStructure, type SiteSpaceRow } from "../sites/structure/structure.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import { toDisplayText } from "./display-titles.ts";
import type { SiteView } from "./site-view.ts";

/** The location of a document, relative to which its links are resolved. */
export interface TextLocation {
  readonly spaceId: string;
  /** The id of the page or reusable content. */
  readonly id: string;
}

export interface LinkTargets {
  /** @returns undefined if the target does not exist or the visitor may not see it */
  readonly find: (ref: ContentReference, from: TextLocation) => Promise<LinkTarget | undefined>;
  /** Finds the targets of a text in turns with other requests, in the order of the references. */
  readonly findAll: (
    refs: readonly ContentReference[],
    from: TextLocation,
  ) => Promise<readonly (LinkTarget | undefined)[]>;
}

/** References that are resolved in a few milliseconds, with one query for their users. */
export const referencesAtOnce = 200;

export function createTargets(view: SiteView): LinkTargets {
  const { pages, showing } = view;

  /** Resolves a reference in a space of this site, or on another public site. */
  async function inSpace(ref: ContentReference, spaceId: string, from: TextLocation) {
    const siteSpace = showing(spaceId);
    if (!siteSpace) return resolveElsewhere(view, spaceId, ref);
    const tree = await pages.tree(spaceId);
    switch (ref.kind) {
      case "space":
        return { address: view.hrefIn(siteSpace, ""), title: siteSpace.space_title };
      case "page":
        return resolvePageTarget(view, siteSpace, tree, ref.page);
      case "anchor":
        return resolveAnchorTarget(view, siteSpace, tree, ref, from);
      case "file": {
        const file = getTreeIndex(tree).files.get(ref.file);
        return file && toFileTarget(view, siteSpace, file);
      }
      default:
        return undefined;
    }
  }

  async function findOne(
    resolved: ContentReference,
    from: TextLocation,
    userNames: ReadonlyMap<string, string>,
  ): Promise<LinkTarget | undefined> {
    const part = findFilePart(resolved);
    const ref = part?.file ?? resolved;
    if (ref.kind === "url") return isExternal(ref.url) ? { address: ref.url } : undefined;
    if (ref.kind === "user") {
      const title = userNames.get(ref.user);
      return title === undefined ? undefined : { address: "", title };
    }
    if (ref.kind === "openapi") return { address: "", title: ref.spec };
    if (ref.kind === "collection") return undefined;
    const target = await inSpace(ref, ref.space ?? from.spaceId, from);
    if (!part || !target) return target;
    return { ...target, address: `${target.address}#${encodeURI(decodePart(part.fragment))}` };
  }

  async function findAll(references: readonly ContentReference[], from: TextLocation) {
    const tree = await pages.tree(from.spaceId);
    const found: (LinkTarget | undefined)[] = [];
    for (let start = 0; start < references.length; start += referencesAtOnce) {
      await takeTurn(view.site.id);
      const resolved = references
        .slice(start, start + referencesAtOnce)
        .map((ref) =>
          ref.kind === "url" ? (toReference(ref.url, getLinkBase(tree, from.id)) ?? ref) : ref,
        );
      const userNames = await readUserNames(view, resolved);
      for (const ref of resolved) found.push(await findOne(ref, from, userNames));
    }
    return found;
  }

  return {
    findAll,
    async find(reference, from) {
      const [target] = await findAll([reference], from);
      return target;
    },
  };
}

/** The names of mentioned users by id. Users of other organizations are not disclosed. */
async function readUserNames(
  { reading, site }: SiteView,
  references: readonly ContentReference[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(references.flatMap((ref) => (ref.kind === "user" ? ref.user : [])));
  if (ids.size === 0) return new Map();
  const users = await reading.db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.display_name"])
    .where("members.organization_id", "=", site.organization_id)
    .where("members.user_id", "in", [...ids])
    .execute();
  return new Map(users.map(({ id, display_name }) => [id, display_name]));
}

function resolvePageTarget(
  view: SiteView,
  siteSpace: SiteSpaceRow,
  tree: ContentTree,
  id: string,
): LinkTarget | undefined {
  const referencedPage = getTreeIndex(tree).pages.get(id);
  const treePage = referencedPage && withText(tree, referencedPage);
  if (!treePage) return undefined;
  const { title, description, emoji } = treePage.page;
  return {
    address: view.hrefIn(siteSpace, getPagePath(tree, treePage, siteSpace)),
    title,
    ...(description !== undefined && { description }),
    ...(emoji !== undefined && { emoji }),
  };
}

async function resolveAnchorTarget(
  view: SiteView,
  siteSpace: SiteSpaceRow,
  tree: ContentTree,
  ref: Extract<ContentReference, { kind: "anchor" }>,
  from: TextLocation,
): Promise<LinkTarget | undefined> {
  const id = ref.page ?? from.id;
  const page = getTreeIndex(tree).pages.get(id);
  const isHere = id === from.id && siteSpace.space_id === from.spaceId;
  const target = page
    ? resolvePageTarget(view, siteSpace, tree, id)
    : ref.page === undefined
      ? { address: "" }
      : undefined;
  if (!target) return undefined;
  const anchors = await listAnchors(view, siteSpace.space_id, page?.page.document);
  const anchor = findAnchor(anchors, ref.anchor);
  const hash = encodeURIComponent(anchor?.id ?? decodePart(ref.anchor));
  const title = anchor?.title === undefined ? target.title : await toDisplayText(anchor.title);
  return {
    address: `${isHere ? "" : target.address}#${hash}`,
    ...(title !== undefined && { title }),
  };
}

/** Cache by document hash; a document with a given hash is immutable. */
const anchorCache = new LRUCache<string, readonly Anchor[]>({ max: 1000 });

async function listAnchors(
  { reading }: SiteView,
  spaceId: string,
  hash: string | undefined,
): Promise<readonly Anchor[]> {
  if (hash === undefined) return [];
  const cached = anchorCache.get(hash);
  if (cached) return cached;
  const row = await reading.db
    .selectFrom("documents")
    .select(["anchors", "body"])
    .where("space_id", "=", spaceId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  const all = row ? withPresentIds(JSON.parse(row.anchors)) : [];
  const anchors = row && hasExpressions(row.body) ? withoutConditional(all, row.body) : all;
  anchorCache.set(hash, anchors);
  return anchors;
}

/**
 * Without the titles that have text below a condition, which may not hold for the visitor: those of
 * headings below one, and those that contain one.
 */
function withoutConditional(anchors: readonly Anchor[], body: string): readonly Anchor[] {
  const document: Document = JSON.parse(body);
  const conditional = new Set<Node>();
  collectConditional(document.nodes, false, conditional);
  const hidden = [...collectAnchors(document)].flatMap(([node, anchor]) =>
    conditional.has(node) ? [anchor] : [],
  );
  const ids = new Set(hidden.map(({ id }) => id));
  // An earlier build may have derived another id from the title.
  const titles = new Set(hidden.flatMap(({ title }) => (title === "" ? [] : [title])));
  return anchors.filter(({ id, title }) => !ids.has(id) && !titles.has(title));
}

/**
 * Collects the nodes below a condition, and those whose title contains one.
 * @returns whether one of the nodes is a condition or contains one
 */
function collectConditional(
  nodes: readonly Node[],
  isBelow: boolean,
  conditional: Set<Node>,
): boolean {
  let hasCondition = false;
  for (const node of nodes) {
    const isCondition = node.type === "if";
    const isInside = isBelow || isCondition;
    const inFragments = collectConditional(node.fragments ?? [], isInside, conditional);
    const inNodes = collectConditional(node.nodes ?? [], isInside, conditional);
    const inTitle = node.type === "expandable" ? inFragments : isHeading(node) && inNodes;
    if (isBelow || inTitle) conditional.add(node);
    if (isCondition || inFragments || inNodes) hasCondition = true;
  }
  return hasCondition;
}

/** Path segment below the space. A file URL ends with the file name, which browsers use for downloads. */
export const filesFolder = "~files";

function toFileTarget(view: SiteView, siteSpace: SiteSpaceRow, file: TreeFile): LinkTarget {
  const { id, name, size, dimensions } = file;
  return {
    address: view.hrefIn(siteSpace, `${filesFolder}/${id}/${name.replaceAll("/", "_")}`),
    title: name,
    size,
    ...(dimensions && { dimensions }),
  };
}

/** Resolves a reference to a space that another public site shows. */
async function resolveElsewhere(
  { reading, pages }: SiteView,
  spaceId: string,
  ref: ContentReference,
): Promise<LinkTarget | undefined> {
  if (ref.kind !== "space" && ref.kind !== "page" && ref.kind !== "anchor") return undefined;
  const sites = await loadPublishedSites(reading.db, [spaceId]);
  const site = sites.find(({ visibility }) => visibility === "public");
  if (!site) return undefined;
  const structure = withoutDrafts(await readStructure({ db: reading.db, caller: "" }, site));
  const siteSpace = [...structure.siteSpaces.values()].find(
    (row) => row.space_id === spaceId && row.deleted_at === null && row.condition === null,
  );
  const section = structure.sections.get(siteSpace?.section_id ?? "");
  if (!siteSpace || (section && section.condition !== null)) return undefined;
  const { getSitePages } = await import("../site-lookup/site-pages.ts");
  const path = getSitePages(reading, structure).resolvePath(siteSpace);
  const getAddress = createSiteUrls(reading.base, site, undefined);
  if (ref.kind === "space") return { address: getAddress(path), title: siteSpace.space_title };
  if (ref.page === undefined) return undefined;
  const tree = await pages.tree(spaceId);
  const referencedPage = getTreeIndex(tree).pages.get(ref.page);
  const treePage = referencedPage && withText(tree, referencedPage);
  if (!treePage) return undefined;
  const below = getPagePath(tree, treePage, siteSpace);
  const hash = ref.kind === "anchor" ? `#${encodeURIComponent(decodePart(ref.anchor))}` : "";
  return {
    address: getAddress(below === "" ? path : `${path}/${below}`) + hash,
    title: treePage.page.title,
  };
}
