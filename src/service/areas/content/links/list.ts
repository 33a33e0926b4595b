/** Pages of links and backlinks. A page token contains its revision. */
import { ApiError } from "../../../../errors.ts";
import { findMembership } from "../../../core/access/access.ts";
import { readRole } from "../../../core/access/precedence.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, type Paging } from "../../../core/pages.ts";
import { findAncestor } from "../../../core/rows/change-request-rows.ts";
import { selectSpaces } from "../../../core/rows/space-rows.ts";
import type { ReadableContent } from "../require-content.ts";
import { findRevision, type Revision, readRevision } from "../revisions.ts";
import { createReferencePresenter, type ReferencePresenter } from "./present.ts";
import { isExternal } from "./relative-links.ts";
import { findBrokenLinks, type LinkStatus } from "./resolve.ts";
import { loadRevisionLinks, type ResolvedLink } from "./revision-links.ts";

/**
 * The locations of a link are split into items of this size, so a link with thousands of locations
 * has more than one item. `stats` counts links.
 */
const locationsAtOnce = 50;
/** In characters of the response; an item has fewer locations if they are large. */
const largestItem = 128 * 1024;

interface LinkOptions extends Paging {
  /** Only links on this page. */
  readonly pageId?: string;
  readonly status?: LinkStatus;
  /** Only broken links: those that the change request broke, or those that were broken before. */
  readonly brokenContext?: "change-request" | "space";
}

/** The links of some content, or of one of its pages. */
export async function listLinks(
  call: Call,
  content: ReadableContent,
  { pageId, status, brokenContext, ...options }: LinkOptions,
) {
  const { revision, location } = content;
  const { space } = revision;
  const presenter = createReferencePresenter(call, content);
  const all = await readLinks(call, revision, pageId);
  const before = await readLinksBefore(call, content, pageId);
  const page = await cutPage(call, revision, presenter, {
    ...options,
    list: `links of ${pageId ?? space} in ${location} ${status ?? "all"} ${brokenContext ?? ""}`,
    locations: locationsAtOnce,
    async read(read) {
      const links = read.id === revision.id ? all : await readLinks(call, read, pageId);
      const newlyBroken = new Set(brokenContext && before && findBrokenLinks(before, links));
      const filteredLinks = links.filter((link) => {
        if (status !== undefined && link.status !== status) return false;
        if (brokenContext === undefined) return true;
        return link.status === "broken" && newlyBroken.has(link) === (brokenContext !== "space");
      });
      return filteredLinks.map((link) => ({ space, link }));
    },
  });
  const broken = {
    total: all.filter((link) => link.status === "broken").length,
    ...(before && { changeRequest: findBrokenLinks(before, all).length }),
  };
  return {
    ...page,
    items: await Promise.all(page.items.map(({ link }) => presenter.link(space, link))),
    stats: { total: all.length, broken },
    unchecked: countUnchecked(all),
  };
}

/** The numbers of links whose target was not requested. */
function countUnchecked(links: readonly ResolvedLink[]) {
  const isOther = ({ ref, status }: ResolvedLink) =>
    status === "ok" && ref.kind === "url" && isExternal(ref.url);
  return {
    external: links.filter(isOther).length,
    inApp: links.filter(({ status }) => status === "in-app").length,
  };
}

/**
 * The links of the space revision from which the change request was created; undefined for other
 * content.
 */
async function readLinksBefore(
  call: Call,
  { changeRequest }: ReadableContent,
  pageId: string | undefined,
): Promise<ResolvedLink[] | undefined> {
  if (!changeRequest) return undefined;
  return readLinks(call, await readRevision(call.db, findAncestor(changeRequest)), pageId);
}

async function readLinks(call: Call, revision: Revision, pageId?: string): Promise<ResolvedLink[]> {
  const links = await loadRevisionLinks(call, revision);
  if (pageId === undefined) return links;
  return links.filter(({ location }) => location.kind === "page" && location.id === pageId);
}

/** A page or file that can be the target of links. */
type ListedTarget =
  | { readonly kind: "page"; readonly id: string }
  | { readonly kind: "file"; readonly id: string };

/**
 * The locations that link to a target: in the same content first, then in other spaces that the
 * caller may see.
 */
export async function listBacklinks(
  call: Call,
  content: ReadableContent,
  target: ListedTarget,
  options: Paging,
) {
  const { found, revision, location } = content;
  const { space } = revision;
  const presenter = createReferencePresenter(call, content);
  const page = await cutPage(call, revision, presenter, {
    ...options,
    list: `backlinks of ${target.kind} ${target.id} in ${location}`,
    locations: 1,
    async read(read) {
      const ownLinks = await loadRevisionLinks(call, read);
      const backlinks = ownLinks
        .filter((link) => matchesTarget(link, target, undefined))
        .map((link) => ({ space, link }));
      for (const other of await findSpacesLinkingTo(call, found.row)) {
        for (const link of await loadRevisionLinks(call, other)) {
          if (matchesTarget(link, target, space)) backlinks.push({ space: other.space, link });
        }
      }
      return backlinks;
    },
  });
  const nodes = await Promise.all(
    page.items.map(({ space, link }) => presenter.location(space, link.location)),
  );
  return { ...page, items: nodes.flat() };
}

function matchesTarget(
  { ref, location }: ResolvedLink,
  target: ListedTarget,
  space: string | undefined,
): boolean {
  if (("space" in ref ? ref.space : undefined) !== space) return false;
  if (target.kind === "file") return ref.kind === "file" && ref.file === target.id;
  if (ref.kind === "page") return ref.page === target.id;
  // A link to an anchor on the same page is not a link to the page.
  return ref.kind === "anchor" && ref.page === target.id && ref.page !== location.id;
}

/** A link with its space. */
interface LinkInSpace {
  readonly space: string;
  readonly link: ResolvedLink;
}

interface ListOfLinks extends Paging {
  readonly list: string;
  /** The maximum number of locations in an item. */
  readonly locations: number;
  /** Reads the whole list in a revision. */
  readonly read: (revision: Revision) => Promise<readonly LinkInSpace[]>;
}

/**
 * Cuts a page out of a list that is computed as a whole.
 * @returns links with some of their locations
 */
async function cutPage(
  call: Call,
  current: Revision,
  presenter: ReferencePresenter,
  { locations, read, ...options }: ListOfLinks,
) {
  let all: readonly LinkInSpace[] | undefined;
  return buildPage({
    ...options,
    read: async (after, take) => {
      const [id = current.id, position = "0", node = "0"] = after ?? [];
      const revision = id === current.id ? current : await findRevision(call.db, id, current.space);
      if (!revision) {
        throw new ApiError(
          400,
          "The revision of this page token no longer exists. Start at the first page.",
          {
            field: "page",
          },
        );
      }
      all ??= await read(revision);
      const rows = [];
      let start = Number(node);
      for (let index = Number(position); rows.length < take; ) {
        const linkInSpace = all[index];
        if (!linkInSpace) break;
        const { space, link } = linkInSpace;
        const { location } = link;
        const size = await presenter.sizeIn(space);
        const end = start + Math.max(1, Math.min(locations, Math.floor(largestItem / size)));
        const nodes = location.nodes.slice(start, end);
        // The key of a link whose locations are all listed refers to no remaining locations.
        if (start === 0 || nodes.length > 0) {
          rows.push({
            item: { space, link: { ...link, location: { ...location, nodes } } },
            size: (nodes.length + 1) * size,
            key: [revision.id, String(index), String(end)],
          });
        }
        start = end;
        if (end < location.nodes.length) continue;
        index++;
        start = 0;
      }
      return rows;
    },
    key: ({ key }) => key,
    size: ({ size }) => size,
    show: ({ item }) => item,
  });
}

/**
 * The current revisions of other spaces that link into a space, if the caller may see them. The
 * link may be in an older revision only, so check the links of the revision.
 */
async function findSpacesLinkingTo(
  call: Call,
  target: { readonly id: string; readonly organization_id: string },
): Promise<Revision[]> {
  const membership = await findMembership(call, target.organization_id);
  if (!membership) return [];
  const rows = await selectSpaces(call, membership.role)
    .where("spaces.organization_id", "=", target.organization_id)
    .where("spaces.deleted_at", "is", null)
    .where("spaces.id", "in", (query) =>
      query
        .selectFrom("document_spaces")
        .select("document_spaces.space_id")
        .where("document_spaces.target_space_id", "=", target.id),
    )
    .orderBy("spaces.id")
    .execute();
  const visible = rows.filter((row) => readRole(row, membership.role) !== null);
  return Promise.all(visible.map((row) => readRevision(call.db, row.revision_id)));
}
