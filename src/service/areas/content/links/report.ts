/** The links of a revision: found once, as a revision never changes, and settled for each question. */
import { LRUCache } from "lru-cache";
import type { Call } from "../../../core/handlers.ts";
import { type Revision, treeOf } from "../revisions.ts";
import { statusesOutside } from "./outside.ts";
import { readLinked } from "./read-linked.ts";
import { type FoundLink, type LinkStatus, linksIn } from "./resolve.ts";

export interface SettledLink extends FoundLink {
  readonly status: LinkStatus;
}

/** By base and root, as many as have this many links in all. */
const reports = new LRUCache<string, readonly FoundLink[]>({
  maxSize: 200_000,
  sizeCalculation: (links) => links.length + 1,
});

/** Every link of a revision with its status now: what is outside of the space may have changed. */
export async function linksOfRevision(
  call: Call,
  revision: Pick<Revision, "space" | "root">,
): Promise<SettledLink[]> {
  const links = await found(call, revision);
  const outside = await statusesOutside(
    call,
    revision.space,
    links.filter(({ status }) => status === undefined).map(({ ref }) => ref),
  );
  return links.map((link) => ({ ...link, status: link.status ?? outside(link.ref) }));
}

async function found(
  call: Call,
  revision: Pick<Revision, "space" | "root">,
): Promise<readonly FoundLink[]> {
  const name = `${call.base} ${revision.space} ${revision.root}`;
  const known = reports.get(name);
  if (known) return known;
  const tree = await treeOf(call.db, revision);
  const links = linksIn(await readLinked(call.db, revision.space, tree), inAppOf(call.base));
  reports.set(name, links);
  return links;
}

/**
 * Addresses of the platform's application, and of this platform itself, show content only to those
 * who may edit it; a reader is meant to be given a reference.
 */
function inAppOf(base: string): (url: string) => boolean {
  return (url) => {
    if (url.startsWith(`${base}/v1/`)) return true;
    return /^https?:\/\/app\.gitbook\.com\/(?:o|s|org|space|spaces)\//i.test(url);
  };
}
