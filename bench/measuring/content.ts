/** Worker of the content benchmark: `write` creates a large space, `read` requests it. */

import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../src/service/areas/content/revisions.ts";
import { withDrafts } from "../../src/service/areas/content/tree/drafts.ts";
import { type ContentPage, emptyTree } from "../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../src/service/areas/content/tree/tree-index.ts";
import { mergeTrees } from "../../src/service/areas/content/tree/tree-merge.ts";
import { createId } from "../../src/service/core/ids.ts";
import { openService, type Service } from "../../src/service/service.ts";
import { get, send, timed } from "./asking.ts";

export type Timings = Readonly<Record<string, number>>;

/** Pages in each group. */
const groupSize = 100;

const words =
  "agent alert chart dashboard deploy error graph incident install latency metric page queue rate route schedule service signal silence threshold token worker".split(
    " ",
  );

function toMarkdown(number: number, pages: number): string {
  const said = (seed: number, length: number) =>
    Array.from({ length }, (_, at) => words[(seed * 7 + at * (seed % 5) + at) % words.length]).join(
      " ",
    );
  const group = (page: number) => `../group-${Math.floor(page / groupSize)}/page-${page}.md`;
  return `Page ${number} says ${said(number, 30)}.

## First part

${said(number + 1, 40)}. See [the next](${group((number + 1) % pages)}) and [another](${group((number * 31) % pages)}#second-part).

* ${said(number + 2, 6)}
* **${said(number + 3, 4)}** and \`${said(number, 2)}\`

## Second part

| Name | Value |
| --- | --- |
| ${said(number, 1)} | ${number} |

${said(number + 5, 50)}. This [leads nowhere](missing-${number % 50}.md).
`;
}

function listDrafts(pages: number) {
  return Array.from({ length: Math.ceil(pages / groupSize) }, (_, group) => ({
    title: `Group ${group}`,
    pages: Array.from({ length: Math.min(groupSize, pages - group * groupSize) }, (_, at) => {
      const number = group * groupSize + at;
      return { title: `Page ${number}`, markdown: toMarkdown(number, pages) };
    }),
  }));
}

export async function write(folder: string, pages: number): Promise<Timings> {
  const service = await openService({ folder });
  const [space] = await listSpaces(service);
  const id = space ?? "";
  const timings: Record<string, number> = {};
  const drafts = listDrafts(pages);
  timings.import = await timed(() =>
    change(service, id, (tree, ground) => withDrafts(ground, id, tree, drafts)),
  );
  timings.edit = await timed(() =>
    change(service, id, async (tree) => {
      const [, second] = [...getTreeIndex(tree).pages.values()];
      return withPage(tree, second?.page.id ?? "", { description: "Changed" });
    }),
  );
  const made = Array.from({ length: pages }, (_, at) => newPage(`page-${at}`));
  const merged = { base: emptyTree, ours: emptyTree, theirs: { ...emptyTree, pages: made } };
  timings["merge of new pages"] = await timed(async () => mergeTrees(merged));
  await service.close();
  return timings;
}

function newPage(id: string): ContentPage {
  return { id, type: "document", title: id, slug: id, pages: [] };
}

export async function read(folder: string): Promise<Timings> {
  const service = await openService({ folder });
  const [id = ""] = await listSpaces(service);
  const ask = (path: string) => get(service, path);
  const timings: Record<string, number> = {};
  timings["page list, first"] = await timed(() => ask(`/spaces/${id}/content/pages`));
  timings["page list, again"] = await timed(() => ask(`/spaces/${id}/content/pages`));
  timings["links, first"] = await timed(() => ask(`/spaces/${id}/links?limit=50`));
  const links = (await ask(`/spaces/${id}/links?limit=50`)) as { readonly next?: { page: string } };
  timings["links, next page"] = await timed(() =>
    ask(`/spaces/${id}/links?limit=50&page=${links.next?.page}`),
  );
  timings["search, index made"] = await timed(() =>
    ask(`/spaces/${id}/search?query=latency+queue`),
  );
  timings["search, rare word"] = await timed(() => ask(`/spaces/${id}/search?query=%22page+77%22`));
  timings["search, common word"] = await timed(() => ask(`/spaces/${id}/search?query=alert`));
  await change(service, id, async (tree) => {
    const page = [...getTreeIndex(tree).pages.values()].at(-1);
    return withPage(tree, page?.page.id ?? "", { title: "Renamed" });
  });
  timings["search, after an edit"] = await timed(() => ask(`/spaces/${id}/search?query=renamed`));
  await service.close();
  return timings;
}

type Tree = Awaited<ReturnType<typeof readTree>>;
type Ground = Parameters<typeof commitRevision>[0];

async function change(
  service: Service,
  space: string,
  make: (tree: Tree, ground: Ground) => Promise<Tree>,
): Promise<void> {
  const now = new Date();
  await service.db.transaction().execute(async (db) => {
    const { revision_id } = await db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "=", space)
      .executeTakeFirstOrThrow();
    const enqueue = (job: Parameters<Service["jobs"]["enqueue"]>[1]) =>
      service.jobs.enqueue(db, job);
    const ground = { db, now, newId: createId, enqueue };
    const tree = await make(await readTree(db, revision_id), ground);
    const parents = [revision_id];
    const made = { space, parents, type: "edits" as const, tree, author: null };
    await publishRevision(ground, await commitRevision(ground, made));
  });
}

/** The ids of the spaces. Creates a space if there is none. */
async function listSpaces(service: Service): Promise<string[]> {
  const { items: orgs } = (await get(service, "/orgs")) as { items: { id: string }[] };
  const path = `/orgs/${orgs[0]?.id}/spaces`;
  const { items } = (await get(service, path)) as { items: { id: string }[] };
  if (items.length > 0) return items.map(({ id }) => id);
  await send(service, "POST", path, "{}");
  return listSpaces(service);
}
