import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { listPeriods } from "../../../../src/service/areas/content/page-history.ts";
import { type ContentPage, emptyTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { amount } from "../../../support/amount.ts";
import { publish, publishPages } from "../../../support/content.ts";
import { type Random, randomFrom } from "../../../support/random.ts";
import { local, publish as publishSite, requestSite } from "../published/fixture.ts";
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
    const leaf = { title: `${title} leaf`, slug: "leaf", markdown: "Text.\n" };
    const child = { title: `${title} child`, slug: "child", markdown: "Text.\n", pages: [leaf] };
    await publishPages(workspace, space, [
      { title: `${title} home`, slug: "home", markdown: "Text.\n" },
      { title: `${title} start`, slug: "start", markdown: "Text.\n", pages: [child] },
      { title: `${title} end`, slug: "end", markdown: "Text.\n" },
    ]);
  }
  await publishSite(fixture, siteId);
  const of = fixture.of(siteId);
  const prefix = `/_site/${siteId}`;

  async function get(path: string) {
    const { status, headers, body } = await requestSite(fixture, siteId, path);
    const title = /<title>([^<]*?)(?: [|·–-] [^<]*)?<\/title>/.exec(String(body))?.[1] ?? "";
    return { status, location: headers.location ?? "", title, body: String(body) };
  }

  /** Follows redirects. @returns the status, the title of the page and the number of redirects */
  async function request(path: string) {
    let answer = await get(path);
    let redirects = 0;
    while (answer.status === 307 && redirects < 5) {
      answer = await get(answer.location.replace(local, ""));
      redirects += 1;
    }
    return { status: answer.status, title: answer.title, redirects };
  }

  /** The paths of all pages. */
  async function listPaths(): Promise<readonly string[]> {
    const { body } = await get("/sitemap.xml");
    return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) =>
      new URL(url).pathname.replace(prefix, ""),
    );
  }

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
  const changeDefault = (index: number) =>
    workspace.ok(admin, site.update, { ...of, defaultSiteSection: sections[index] ?? "" });
  return {
    get,
    request,
    listPaths,
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
    prefix,
    fixture,
    spaces,
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

describe("a former URL", () => {
  test("of a renamed page and its descendants redirects with 307, also after several renames", async () => {
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
  });

  test("of a page whose path and section changed thousands of times redirects", async () => {
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

  test("is not found after the page was deleted, and leads to a new page at the same path", async () => {
    const { request, edit } = await openSite();
    await edit(0, (pages) => rename(pages, "end", "finish"));
    await edit(0, (pages) => pages.filter(({ slug }) => slug !== "finish"));
    expect((await request("/end")).status).toBe(404);
    expect((await request("/finish")).status).toBe(404);
    await edit(0, (pages) => rename(rename(pages, "start", "begin"), "home", "start"));
    expect(await request("/start/child")).toMatchObject({ status: 200, title: "Guide child" });
    expect(await request("/start")).toMatchObject({ status: 200, title: "Guide home" });
  });
});

describe("the list of automatic redirects", () => {
  test("has the former paths of pages and sections, each with the current path", async () => {
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

  test("omits the pages of spaces that the user cannot read", async () => {
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

const slugs = ["start", "end", "child", "leaf", "one", "two"];
const paths = ["guide", "api", "one", "two"];

function moveRandomly(pages: readonly ContentPage[], random: Random): readonly ContentPage[] {
  const all: ContentPage[] = [];
  const collect = (list: readonly ContentPage[]) => {
    for (const page of list) {
      all.push(page);
      collect(page.pages);
    }
  };
  collect(pages);
  const moved = random.pick(all.slice(1));
  const below = new Set([moved.id]);
  const addBelow = (page: ContentPage) => {
    for (const child of page.pages) {
      below.add(child.id);
      addBelow(child);
    }
  };
  addBelow(moved);
  const without = (list: readonly ContentPage[]): readonly ContentPage[] =>
    list
      .filter(({ id }) => id !== moved.id)
      .map((page) => ({ ...page, pages: without(page.pages) }));
  const parents = all.filter(({ id }) => !below.has(id));
  const parent = random.chance(0.4) ? undefined : random.pick(parents);
  if (!parent) return [...without(pages), moved];
  const insert = (list: readonly ContentPage[]): readonly ContentPage[] =>
    list.map((page) => ({
      ...page,
      pages: page.id === parent.id ? [...insert(page.pages), moved] : insert(page.pages),
    }));
  return insert(without(pages));
}

test("after any renames and moves, every published URL leads to the last page that had it", async () => {
  const random = randomFrom();
  for (let sequence = 0; sequence < amount({ short: 4, full: 60 }); sequence++) {
    const opened = await openSite();
    const { request, listPaths, edit, changeSection, changeSiteSpace, changeDefault } = opened;
    const owners = new Map<string, string>();
    const record = async () => {
      for (const path of await listPaths()) {
        const { status, title } = await request(path);
        expect([path, status]).toEqual([path, 200]);
        owners.set(path, title);
      }
    };
    await record();
    for (let step = 0; step < 8; step++) {
      const index = random.below(2);
      const name = `${random.pick(paths)}${random.chance(0.3) ? random.below(3) : ""}`;
      const ignoreConflict = () => undefined;
      switch (random.below(6)) {
        case 0:
          await changeSection(index, { path: name }).catch(ignoreConflict);
          break;
        case 1:
          await changeSiteSpace(index, { path: name }).catch(ignoreConflict);
          break;
        case 2:
          await changeDefault(index);
          break;
        case 3:
          await edit(index, (pages) => moveRandomly(pages, random));
          break;
        default:
          await edit(index, (pages) => rename(pages, random.pick(slugs), random.pick(slugs)));
      }
      await record();
    }
    for (const [path, owner] of owners) {
      const { status, title, redirects } = await request(path);
      const context = `seed ${random.seed}, ${path}: ${status} ${title}`;
      expect(status, context).toBe(200);
      // A path of a section or space leads to its home page, even if a page had it before.
      const isStart = path.split("/").length <= 3 && title.endsWith(" home");
      expect(isStart ? owner : title, context).toBe(owner);
      expect(redirects, context).toBeLessThanOrEqual(2);
    }
    for (const [source, target] of await opened.listAutomatic()) {
      const { status, location } = await opened.get(source);
      const context = `seed ${random.seed}, ${source}: ${status} ${location}`;
      const path = new URL(location, local).pathname.replace(opened.prefix, "") || "/";
      expect([status, path], context).toEqual([307, target]);
    }
  }
}, 120_000);
