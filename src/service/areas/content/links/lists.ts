/** Pages of links and of backlinks. A page token names the revision that it counts in. */
import { Problem } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { pageOf } from "../../../core/pages.ts";
import { findRevision, type Revision } from "../revisions.ts";
import { requireContent } from "../seen-content.ts";
import { spacesPointingInto } from "./pointing.ts";
import { linksOfRevision, type SettledLink } from "./report.ts";
import type { LinkStatus } from "./resolve.ts";
import { createShower } from "./show.ts";

interface Asked {
  readonly page?: string;
  readonly limit?: number;
}

/** The links of a space, or of one of its pages. */
export async function listLinks(
  call: Call,
  spaceId: string,
  { pageId, status, ...asked }: Asked & { readonly pageId?: string; readonly status?: LinkStatus },
) {
  const { revision } = await requireContent(call, spaceId);
  const shower = createShower(call);
  const list = `links of ${pageId ?? spaceId} ${status ?? "all"}`;
  const all = await linksFrom(call, revision, pageId);
  const page = await pageThrough(call, revision, list, asked, async (read) => {
    const links = read.id === revision.id ? all : await linksFrom(call, read, pageId);
    return status === undefined ? links : links.filter((link) => link.status === status);
  });
  const broken = all.filter((link) => link.status === "broken").length;
  return {
    ...page,
    items: await Promise.all(page.items.map((link) => shower.link(spaceId, link))),
    stats: { total: all.length, broken: { total: broken } },
  };
}

async function linksFrom(call: Call, revision: Revision, pageId?: string): Promise<SettledLink[]> {
  const links = await linksOfRevision(call, revision);
  if (pageId === undefined) return links;
  return links.filter(({ location }) => location.kind === "page" && location.id === pageId);
}

/** A page or file that may be pointed at. */
export type Target =
  | { readonly kind: "page"; readonly id: string }
  | { readonly kind: "file"; readonly id: string };

/** The places that lead to something: in its own space first, then in those the caller may see. */
export async function listBacklinks(call: Call, spaceId: string, target: Target, asked: Asked) {
  const { found, revision } = await requireContent(call, spaceId);
  const shower = createShower(call);
  const list = `backlinks of ${target.kind} ${target.id}`;
  const page = await pageThrough(call, revision, list, asked, async (read) => {
    const own = await linksOfRevision(call, read);
    const places = own
      .filter((link) => leadsTo(link, target, undefined))
      .map((link) => ({ space: spaceId, link }));
    for (const other of await spacesPointingInto(call, found.row)) {
      for (const link of await linksOfRevision(call, other)) {
        if (leadsTo(link, target, spaceId)) places.push({ space: other.space, link });
      }
    }
    return places.flatMap(({ space, link: { location } }) => {
      const nodes = location.nodes.length === 0 ? [[]] : location.nodes.map((node) => [node]);
      return nodes.map((one) => ({ space, location: { ...location, nodes: one } }));
    });
  });
  const shown = await Promise.all(
    page.items.map(({ space, location }) => shower.location(space, location)),
  );
  return { ...page, items: shown.flat() };
}

function leadsTo(
  { ref, location }: SettledLink,
  target: Target,
  space: string | undefined,
): boolean {
  if (("space" in ref ? ref.space : undefined) !== space) return false;
  if (target.kind === "file") return ref.kind === "file" && ref.file === target.id;
  if (ref.kind === "page") return ref.page === target.id;
  // To another place on the same page is no link to the page.
  return ref.kind === "anchor" && ref.page === target.id && ref.page !== location.id;
}

/**
 * Cuts a page out of what is worked out as a whole.
 * @param all what the list holds in a revision
 */
async function pageThrough<T>(
  call: Call,
  current: Revision,
  list: string,
  asked: Asked,
  all: (revision: Revision) => Promise<readonly T[]>,
) {
  return pageOf({
    ...asked,
    list,
    read: async (after, take) => {
      const [id = current.id, last = "-1"] = after ?? [];
      const revision = id === current.id ? current : await findRevision(call.db, id, current.space);
      if (!revision) {
        throw new Problem(400, "The revision that this page belongs to is gone; begin anew.", {
          field: "page",
        });
      }
      const start = Number(last) + 1;
      const items = (await all(revision)).slice(start, start + take);
      return items.map((item, at) => ({ item, key: [revision.id, String(start + at)] }));
    },
    key: ({ key }) => key,
    show: ({ item }) => item,
  });
}
