import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { listPeriods } from "../../../../src/service/areas/content/page-history.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { type ContentPage, emptyTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { publish } from "../../../support/organizations/content.ts";
import {
  local,
  openSiteClient,
  publishNestedPages,
  publish as publishSite,
} from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

/** A published site with two sections of three levels of pages, and its visitors. */
async function openSite() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const spaces: string[] = [];
  const sections: string[] = [];
  const siteSpaces: string[] = [];
  for (const title of ["Guide", "API"]) {
    const space = await fixture.space(title);
    const added = await fixture.section(siteId, title, space);
    spaces.push(space);
    sections.push(added.id);
    siteSpaces.push(added.siteSpaces[0]?.id ?? "");
    await publishNestedPages(fixture, space, title);
  }
  await publishSite(fixture, siteId);
  const of = fixture.of(siteId);
  const { get, follow: request, listPaths } = openSiteClient(fixture, siteId);

  /** The paths of pages that the automatic redirects lead to, by source. */
  async function listAutomatic(as = admin, search?: string): Promise<ReadonlyMap<string, string>> {
    const asked = { ...of, automatic: true, limit: 3, ...(search !== undefined && { search }) };
    const targets = new Map<string, string>();
    let page: string | undefined;
    do {
      const answer = await workspace.ok(as, redirect.list, { ...asked, ...(page && { page }) });
      for (const item of answer.items) {
        if (item.object !== "automatic-site-redirect") throw new Error(item.object);
        expect(targets.has(item.source)).toBe(false);
        targets.set(item.source, item.target);
      }
      page = answer.next?.page;
    } while (page !== undefined);
    return targets;
  }

  /** The titles of all published pages. */
  async function listTitles(): Promise<ReadonlySet<string>> {
    const rows = await workspace.db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "in", spaces)
      .execute();
    const trees = await Promise.all(rows.map(({ revision_id: id }) => readTree(workspace.db, id)));
    return new Set(trees.flatMap(({ pages }) => listPages(pages)).map(({ title }) => title));
  }

  const edit = (index: number, change: (pages: readonly ContentPage[]) => readonly ContentPage[]) =>
    publish(workspace, spaces[index] ?? "", (tree) => ({ ...tree, pages: change(tree.pages) }));
  const changeSection = (index: number, changes: { readonly path?: string }) =>
    workspace.ok(admin, section.update, {
      ...of,
      siteSectionId: sections[index] ?? "",
      ...changes,
    });
  const changeSiteSpace = (index: number, changes: { readonly path?: string }) =>
    workspace.ok(admin, siteSpace.update, {
      ...of,
      siteSpaceId: siteSpaces[index] ?? "",
      ...changes,
    });
  /** Removes a section and adds its space again. */
  const remove = async (index: number) => {
    const siteSectionId = sections[index] ?? "";
    const { status } = await workspace.ask(admin, section.remove, { ...of, siteSectionId });
    if (status >= 300) return;
    const added = await fixture.section(siteId, `Added ${sections.length}`, spaces[index]);
    sections[index] = added.id;
    siteSpaces[index] = added.siteSpaces[0]?.id ?? "";
  };
  const changeDefault = (index: number) =>
    workspace.ok(admin, site.update, { ...of, defaultSiteSection: sections[index] ?? "" });
  return {
    get,
    request,
    listPaths,
    listTitles,
    edit,
    changeSection,
    changeSiteSpace,
    changeDefault,
    listAutomatic,
    createRedirect: (source: string) =>
      workspace.ok(admin, redirect.create, {
        ...of,
        source,
        destination: { kind: "external", url: "https://example.com/" },
      }),
    refuseList: (asked: object) =>
      workspace.refused(admin, redirect.list, { ...of, automatic: true, ...asked }),
    prefix: `/_site/${siteId}`,
    fixture,
    spaces,
    remove,
    db: workspace.db,
  };
}

/** Renames a page at any position. */
function rename(pages: readonly ContentPage[], from: string, to: string): readonly ContentPage[] {
  return pages.map((page) => ({
    ...page,
    ...(page.slug === from && { slug: to }),
    pages: rename(page.pages, from, to),
  }));
}

slowTest(
  "the sitemap lists a page once, even if its path equals the path of a section",
  async () => {
    const { request, edit, listPaths } = await openSite();
    const before = await listPaths();
    await edit(0, (pages) => rename(pages, "start", "api"));
    await edit(0, (pages) => rename(pages, "end", "guide"));
    const paths = await listPaths();
    expect(paths).toHaveLength(before.length);
    expect(new Set(paths).size).toBe(paths.length);
    const titles = await Promise.all(paths.map(async (path) => (await request(path)).title));
    expect(new Set(titles).size).toBe(paths.length);
    expect(titles).toEqual(expect.arrayContaining(["Guide start", "Guide leaf", "Guide end"]));
  },
);

describe("a former URL", () => {
  slowTest(
    "of a renamed page and its descendants redirects with 307, even after several renames",
    async () => {
      const { get, request, edit } = await openSite();
      await edit(0, (pages) => rename(pages, "start", "begin"));
      const moved = await get("/start/child/leaf?q=1");
      expect([moved.status, moved.location]).toEqual([
        307,
        expect.stringMatching(/\/begin\/child\/leaf\?q=1$/),
      ]);
      await edit(0, (pages) => rename(pages, "begin", "intro"));
      await edit(0, (pages) => rename(pages, "leaf", "blade"));
      for (const path of ["/start/child/leaf", "/begin/child/leaf", "/intro/child/leaf"]) {
        expect(await request(path)).toEqual({ status: 200, title: "Guide leaf", redirects: 1 });
      }
      expect((await get("/start.md")).location).toMatch(/\/intro\.md$/);
      expect((await get("/nothing")).status).toBe(404);
    },
  );

  slowTest("of a page whose path and section changed thousands of times redirects", async () => {
    const { get, edit, changeSection, db } = await openSite();
    await edit(0, (pages) => rename(pages, "start", "begin"));
    await changeSection(0, { path: "former" });
    await changeSection(0, { path: "latest" });
    const page = await db
      .selectFrom("page_paths")
      .selectAll()
      .where("path", "=", "start")
      .executeTakeFirstOrThrow();
    const start = await db
      .selectFrom("site_paths")
      .selectAll()
      .where("path", "=", "/former")
      .executeTakeFirstOrThrow();
    const last = (start.until ?? 0) + 1;
    for (let batch = 0; batch < 60; batch++) {
      const positions = Array.from({ length: 100 }, (_, at) => last + batch * 100 + at);
      await db
        .insertInto("page_paths")
        .values(positions.map((position) => ({ ...page, position })))
        .execute();
      await db
        .insertInto("site_paths")
        .values(positions.map((since) => ({ ...start, since, until: since + 1 })))
        .execute();
    }
    const moved = await get("/former/start/child/leaf");
    expect([moved.status, moved.location]).toEqual([404, ""]);
    const parent = await get("/former/start");
    expect([parent.status, parent.location]).toEqual([307, expect.stringMatching(/\/begin$/)]);
    const current = {
      ...{ id: page.page_id, type: "document" as const, title: "Begin", slug: "begin" },
      pages: [],
    };
    const tree = { ...emptyTree, pages: [current] };
    expect(await listPeriods(db, page.space_id, tree, "start")).toHaveLength(2000);
  });

  test("of a page in a section with another path redirects", async () => {
    const { request, edit, changeSection } = await openSite();
    await changeSection(1, { path: "reference" });
    await edit(1, (pages) => rename(pages, "start", "begin"));
    await changeSection(1, { path: "interface" });
    for (const path of ["/api/start/child", "/reference/start/child", "/reference/begin/child"]) {
      expect(await request(path)).toEqual({ status: 200, title: "API child", redirects: 1 });
    }
    expect(await request("/reference")).toEqual({ status: 200, title: "API home", redirects: 1 });
  });

  slowTest(
    "is not found after the page was deleted, and leads to a new page at the same path",
    async () => {
      const { request, edit } = await openSite();
      await edit(0, (pages) => rename(pages, "end", "finish"));
      await edit(0, (pages) => pages.filter(({ slug }) => slug !== "finish"));
      expect((await request("/end")).status).toBe(404);
      expect((await request("/finish")).status).toBe(404);
      await edit(0, (pages) => rename(rename(pages, "start", "begin"), "home", "start"));
      expect(await request("/start/child")).toMatchObject({ status: 200, title: "Guide child" });
      expect(await request("/start")).toMatchObject({ status: 200, title: "Guide home" });
    },
  );
});

describe("the list of automatic redirects", () => {
  slowTest("has the former paths of pages and sections, each with the current path", async () => {
    const { listAutomatic, edit, changeSection, createRedirect, refuseList } = await openSite();
    expect([...(await listAutomatic())]).toEqual([]);
    await edit(0, (pages) => rename(pages, "start", "begin"));
    await edit(0, (pages) => rename(pages, "begin", "intro"));
    await changeSection(1, { path: "reference" });
    await edit(1, (pages) => rename(pages, "leaf", "blade"));
    const all = await listAutomatic();
    expect([...all.keys()]).toEqual([...all.keys()].sort());
    expect(Object.fromEntries(all)).toMatchObject({
      "/start/child/leaf": "/intro/child/leaf",
      "/begin/child/leaf": "/intro/child/leaf",
      "/begin": "/intro",
      "/api": "/reference",
      "/api/start": "/reference/start",
      "/reference/start/child/leaf": "/reference/start/child/blade",
      "/api/start/child/leaf": "/reference/start/child/blade",
    });
    expect(all.has("/intro")).toBe(false);
    const some = await listAutomatic(undefined, "BEGIN/child");
    expect([...some.keys()].filter((source) => !source.startsWith("/guide"))).toEqual([
      "/begin/child",
      "/begin/child/leaf",
    ]);
    // A redirect of the site takes precedence, and a new page has the path itself.
    await createRedirect("/begin");
    await edit(0, (pages) => rename(pages, "end", "start"));
    const remaining = await listAutomatic();
    expect([remaining.has("/begin"), remaining.has("/start")]).toEqual([false, false]);
    expect(remaining.get("/begin/child")).toBe("/intro/child");
    for (const asked of [{ draft: true }, { orderBy: "source" }]) {
      expect((await refuseList(asked)).status).toBe(400);
    }
  });

  slowTest("omits the pages of spaces that the user cannot read", async () => {
    const { listAutomatic, edit, fixture, spaces } = await openSite();
    await edit(0, (pages) => rename(pages, "end", "finish"));
    await edit(1, (pages) => rename(pages, "end", "finish"));
    const { workspace, admin } = fixture;
    const [hidden = ""] = spaces;
    await workspace.ok(admin, space.update, { spaceId: hidden, defaultLevel: null });
    const reader = await workspace.member(fixture.org, "read");
    const sources = [...(await listAutomatic(reader)).keys()];
    expect(sources).toContain("/api/end");
    expect(sources.filter((source) => !source.startsWith("/api"))).toEqual([]);
  });
});

const slugs = ["start", "end", "child", "leaf", "one", "two"] as const;
const paths = ["guide", "api", "one", "two", "one1", "two2"] as const;
const positions = fc.nat({ max: 99 });
const spaceIndexes = fc.nat({ max: 1 });

/** A change of a site with two sections, each with one space. */
const changes = fc.oneof(
  fc.record({
    kind: fc.constantFrom("section" as const, "site space" as const),
    index: spaceIndexes,
    path: fc.constantFrom(...paths),
  }),
  fc.record({ kind: fc.constant("default" as const), index: spaceIndexes }),
  fc.record({ kind: fc.constant("remove" as const), index: spaceIndexes }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      index: spaceIndexes,
      page: positions,
      parent: positions,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("rename" as const),
      index: spaceIndexes,
      page: positions,
      slug: fc.constantFrom(...slugs),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("delete" as const),
      index: spaceIndexes,
      page: positions,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      index: spaceIndexes,
      parent: positions,
      slug: fc.constantFrom(...slugs),
    }),
  },
);

function listPages(pages: readonly ContentPage[]): readonly ContentPage[] {
  return pages.flatMap((page) => [page, ...listPages(page.pages)]);
}

/** The page at a position in the list of all pages, which the first page does not count in. */
function pickPage(pages: readonly ContentPage[], position: number): ContentPage | undefined {
  const all = listPages(pages).slice(1);
  return all[position % Math.max(all.length, 1)];
}

/** The text of the first page, for a new one. */
function withDocument([first]: readonly ContentPage[]): Pick<ContentPage, "document"> {
  return first?.document === undefined ? {} : { document: first.document };
}

function removePage(pages: readonly ContentPage[], id: string): readonly ContentPage[] {
  return pages
    .filter((page) => page.id !== id)
    .map((page) => ({ ...page, pages: removePage(page.pages, id) }));
}

/** @param parent undefined for the first level */
function insertPage(
  pages: readonly ContentPage[],
  added: ContentPage,
  parent: string | undefined,
): readonly ContentPage[] {
  if (parent === undefined) return [...pages, added];
  return pages.map((page) => ({
    ...page,
    pages: page.id === parent ? [...page.pages, added] : insertPage(page.pages, added, parent),
  }));
}

/** A parent for a page that was taken out of the tree; each fourth one is the first level. */
function pickParent(pages: readonly ContentPage[], position: number): string | undefined {
  return position % 4 === 0 ? undefined : pickPage(pages, position)?.id;
}

slowTest(
  "after any changes, every published URL leads to the last page that had it and still exists",
  async () => {
    const examples = fc.array(changes, { minLength: 4, maxLength: 9 });
    const property = fc.asyncProperty(examples, async (steps) => {
      const opened = await openSite();
      const { request, listPaths, edit, changeSection, changeSiteSpace, changeDefault, remove } =
        opened;
      /** All pages that had a path, in the order of time, by title. */
      const owners = new Map<string, string[]>();
      const record = async () => {
        for (const path of await listPaths()) {
          const { status, title } = await request(path);
          expect([path, status]).toEqual([path, 200]);
          const known = owners.get(path) ?? [];
          if (known.at(-1) !== title) owners.set(path, [...known, title]);
        }
      };
      await record();
      const ignoreConflict = () => undefined;
      for (const [at, step] of steps.entries()) {
        const { index } = step;
        switch (step.kind) {
          case "section":
            await changeSection(index, { path: step.path }).catch(ignoreConflict);
            break;
          case "site space":
            await changeSiteSpace(index, { path: step.path }).catch(ignoreConflict);
            break;
          case "default":
            await changeDefault(index);
            break;
          case "remove":
            await remove(index);
            break;
          case "move":
            await edit(index, (pages) => {
              const moved = pickPage(pages, step.page);
              if (!moved) return pages;
              const rest = removePage(pages, moved.id);
              return insertPage(rest, moved, pickParent(rest, step.parent));
            });
            break;
          case "rename":
            await edit(index, (pages) => {
              const { id } = pickPage(pages, step.page) ?? {};
              const change = (list: readonly ContentPage[]): readonly ContentPage[] =>
                list.map((page) => ({
                  ...page,
                  ...(page.id === id && { slug: step.slug }),
                  pages: change(page.pages),
                }));
              return change(pages);
            });
            break;
          case "delete":
            await edit(index, (pages) => removePage(pages, pickPage(pages, step.page)?.id ?? ""));
            break;
          case "create":
            await edit(index, (pages) =>
              insertPage(
                pages,
                {
                  ...{ id: `created${at}`, type: "document", title: `Created ${at}` },
                  ...{ slug: step.slug, pages: [], ...withDocument(pages) },
                },
                pickParent(pages, step.parent),
              ),
            );
            break;
        }
        await record();
      }
      const titles = await opened.listTitles();
      const current = new Set(await listPaths());
      for (const [path, known] of owners) {
        const { status, title, redirects } = await request(path);
        const context = `${path}: ${status} ${title}; owners: ${known.join(", ")}`;
        const owner = known.findLast((one) => titles.has(one));
        // A path of a section or space leads to its home page, even if a page had it before.
        const isStart = path.split("/").length <= 3 && title.endsWith(" home");
        // A page of the default section is also found by its path with the section.
        const short = path.replace(/^\/[^/]+(?=\/)/, "");
        const isFullPath = current.has(short) && (await request(short)).title === title;
        if (!isStart && !isFullPath)
          expect([status, status === 404 ? undefined : title], context).toEqual(
            owner === undefined ? [404, undefined] : [200, owner],
          );
        expect(redirects, context).toBeLessThanOrEqual(2);
      }
      for (const [source, target] of await opened.listAutomatic()) {
        const { status, location } = await opened.get(source);
        const path = new URL(location, local).pathname.replace(opened.prefix, "") || "/";
        expect([status, path], `${source}: ${status} ${location}`).toEqual([307, target]);
      }
    });
    await fc.assert(property, {
      numRuns: amount({ short: 2, all: 3, full: 200 }),
      interruptAfterTimeLimit: amount({ short: 60_000, full: 3_000_000 }),
    });
  },
  3_600_000,
);
