import { expect, test } from "vitest";
import {
  findPageById,
  getSitePages,
} from "../../../../src/service/areas/site-lookup/site-pages.ts";
import { selectSites } from "../../../../src/service/areas/sites/queries.ts";
import { readStructure } from "../../../../src/service/areas/sites/structure/structure.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { page, publishPages, tree } from "../../../support/organizations/content.ts";
import { createStructure } from "../../../support/organizations/site-parts.ts";
import { openSitesFixture } from "../sites/fixture.ts";

test("the path of a page is short unless another part of the site has the same path", () => {
  const structure = createStructure({
    sections: { api: {}, guide: {} },
    siteSpaces: {
      v1: { section_id: "api" },
      v2: { section_id: "api" },
      en: { section_id: "guide", path: "EN" },
    },
  });
  const { resolvePath } = getSitePages({ db: createPartial<Queries>({}) }, structure);
  const resolve = (id: string, below?: string) => {
    const siteSpace = structure.siteSpaces.get(id);
    return siteSpace && resolvePath(siteSpace, below);
  };
  expect([resolve("v1"), resolve("v2"), resolve("en"), resolve("en", "")]).toEqual([
    ...["", "/api/v2", "/guide", "/guide"],
  ]);
  for (const [id, below, path] of [
    ["v1", "start", "/start"],
    ["v1", "guide/x", "/api/v1/guide/x"],
    ["v1", "GUIDE", "/api/v1/GUIDE"],
    ["v1", "api", "/api/v1/api"],
    ["v2", "start", "/api/v2/start"],
    ["en", "start", "/guide/start"],
    ["en", "en", "/guide/EN/en"],
    ["en", "england", "/guide/england"],
  ] as const) {
    expect([id, below, resolve(id, below)]).toEqual([id, below, path]);
  }
  const flat = createStructure({ siteSpaces: { a: {}, b: {} } });
  const [a] = flat.siteSpaces.values();
  const pages = getSitePages({ db: createPartial<Queries>({}) }, flat);
  expect(a && [pages.resolvePath(a, "b/x"), pages.resolvePath(a, "c")]).toEqual(["/a/b/x", "/c"]);
});

test("a page exists at the start of a space and at the paths of its pages", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const { db } = workspace;
  const id = await fixture.site("Guide");
  const [guide] = await fixture.siteSpaces(id);
  await publishPages(workspace, guide?.space.id ?? "", [
    { title: "Home", slug: "home", markdown: "Text.\n" },
  ]);
  const row = await selectSites(db).where("id", "=", id).executeTakeFirstOrThrow();
  const pages = getSitePages({ db }, await readStructure({ db, caller: admin }, row));
  const found = [];
  for (const path of ["", "/", "/home", "/guide", "/guide/home", "/none", "/guide/none"]) {
    found.push([path, await pages.isPage(path)]);
  }
  expect(found).toEqual([
    ["", true],
    ["/", true],
    ["/home", true],
    ["/guide", true],
    ["/guide/home", true],
    ["/none", false],
    ["/guide/none", false],
  ]);
  expect(await pages.tree(guide?.space.id ?? "")).toBe(await pages.tree(guide?.space.id ?? ""));
  const empty = getSitePages({ db }, createStructure({}));
  expect(await empty.isPage("/home")).toBe(false);
});

test("a page without a path has no URL", () => {
  const { slug: _, ...link } = page("link", { type: "link" } as object);
  const content = tree([page("a", { pages: [page("b")] }), link as ReturnType<typeof page>]);
  expect(findPageById(content, "b")?.path).toBe("a/b");
  expect(findPageById(content, "link")).toBeUndefined();
  expect(findPageById(content, "none")).toBeUndefined();
});
