import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as redirect from "../../../../../src/contract/site-redirect.ts";
import {
  createSpaceFinder,
  findPathBelowSite,
  findPublished,
  findStart,
  findStarts,
} from "../../../../../src/service/areas/sites/urls/find-published.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";
import { openSitesFixture } from "../fixture.ts";

const sectioned = createStructure({
  site: { default_section_id: "guide" },
  sections: { api: { path: "API" }, guide: {} },
  siteSpaces: {
    v1: { section_id: "api" },
    v2: { section_id: "api" },
    en: { section_id: "guide", rank: "a" },
    de: { section_id: "guide", rank: "b" },
    gone: { section_id: "guide", deleted_at: "2026-03-01" },
  },
});

describe("the paths of the spaces of a site", () => {
  test("are those of sections and spaces, with short ones for defaults, longest first", () => {
    const list = (structure: typeof sectioned) =>
      findStarts(structure).map(({ start, siteSpace }) => [start, siteSpace.id]);
    expect(list(sectioned).filter(([, id]) => id === "en" || id === "v1")).toEqual([
      ["/guide/en", "en"],
      ["/api/v1", "v1"],
      ["/guide", "en"],
      ["/api", "v1"],
      ["/api", "v1"],
      ["", "en"],
    ]);
    expect(list(sectioned).filter(([, id]) => id === "de" || id === "v2" || id === "gone")).toEqual(
      [
        ["/guide/de", "de"],
        ["/guide/de", "de"],
        ["/api/v2", "v2"],
        ["/api/v2", "v2"],
      ],
    );
    const flat = createStructure({ siteSpaces: { a: { path: "A" }, bb: {} } });
    expect(list(flat)).toEqual([
      ["/bb", "bb"],
      ["/bb", "bb"],
      ["/a", "a"],
      ["", "a"],
      ["", "a"],
    ]);
  });

  test.each([
    ["", "of-en", ""],
    ["/start", "of-en", "start"],
    ["/Guide/DE/Start", "of-de", "Start"],
    ["/guide/design", "of-en", "design"],
    ["/api", "of-v1", ""],
    ["/API/v2", "of-v2", ""],
    ["/api/v22/x", "of-v1", "v22/x"],
    ["/apis", "of-en", "apis"],
  ])("contain %s: in the space %s at %s", (path, space, below) => {
    expect(createSpaceFinder(sectioned)(path)).toEqual({ space, path: below });
  });

  test("contain nothing on a site without spaces", () => {
    expect(createSpaceFinder(createStructure({}))("/start")).toBeUndefined();
    expect(findStart([], "")).toBeUndefined();
  });
});

test.each([
  ["https://docs.example.com", { path: "", anchor: undefined }],
  ["https://docs.example.com/#top", { path: "", anchor: "top" }],
  ["https://docs.example.com/a/b%20c/?q=1", { path: "/a/b c", anchor: undefined }],
  ["https://docs.example.com/key1/a.md#x", { path: "/a", anchor: "x" }],
  ["https://docs.example.com/key2/a", { path: "/key2/a", anchor: undefined }],
  ["https://docs.example.com/a/key1", { path: "/a/key1", anchor: undefined }],
  ["https://docs.example.com/sitemap.xml", undefined],
  ["https://docs.example.com/v1.2", { path: "/v1.2", anchor: undefined }],
  ["https://docs.example.com/a/~gitbook/mcp", undefined],
  ["https://other.example.com/a", undefined],
  ["mailto:a@docs.example.com", undefined],
])("the path of %s on its site is %j", (url, expected) => {
  const row = createStructure({ site: { hostname: "docs.example.com" } }).site;
  expect(findPathBelowSite(url, row, ["key1"])).toEqual(expected);
});

slowTest("URLs lead to the published sites of a space, past their redirects", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const call = createPartial<Call>({ db: workspace.db, now: workspace.now, caller: admin });
  const spaceId = await fixture.space("Guide");
  const ids = [];
  for (const hostname of ["one.example.com", "two.example.com", "draft.example.com"]) {
    const input = { organizationId: org, title: hostname, spaces: [spaceId] };
    const { id } = await workspace.ok(admin, site.create, input);
    await workspace.db.updateTable("sites").set({ hostname }).where("id", "=", id).execute();
    ids.push(id);
  }
  const [one = "", two = ""] = ids;
  for (const id of [one, two]) await workspace.ok(admin, site.publish, fixture.of(id));
  const other = await fixture.add(one, await fixture.space("Other"));
  for (const [source, destination] of [
    ["/old", { kind: "site-page", siteSpaceId: other.id, pageId: "p1" }],
    ["/older", { kind: "site-space", siteSpaceId: other.id }],
    ["/away", { kind: "external", url: "https://example.com/" }],
  ] as const) {
    const input = { ...fixture.of(one), source, destination };
    if (destination.kind !== "site-page") await workspace.ok(admin, redirect.create, input);
    else {
      const row = { ...input, destination: { kind: "site-space", siteSpaceId: other.id } as const };
      await workspace.ok(admin, redirect.create, row);
      await workspace.db
        .updateTable("site_redirects")
        .set({ destination: JSON.stringify(destination) })
        .where("source", "=", source)
        .execute();
    }
  }
  const at = (host: string, path: string) => `https://${host}.example.com${path}`;
  const urls = [
    ...[at("one", "/start#top"), at("one", "/old"), at("one", "/older"), at("one", "/away")],
    ...[at("two", "/old"), at("draft", "/start"), at("other", "/start"), at("one", "/other/x")],
  ];
  const target = (path: string, more: object = {}) => ({ space: spaceId, path, ...more });
  // Two sites of the same time have no order.
  const targets = Object.fromEntries(await findPublished(call, spaceId, urls));
  expect(targets).toEqual(
    Object.fromEntries([
      [at("one", "/start#top"), target("start", { anchor: "top" })],
      [
        at("one", "/old"),
        target("old", { otherwise: { space: other.space.id, path: "", page: "p1" } }),
      ],
      [at("one", "/older"), target("older", { otherwise: { space: other.space.id, path: "" } })],
      [at("one", "/away"), target("away", { otherwise: { url: "https://example.com/" } })],
      [at("one", "/other/x"), { space: other.space.id, path: "x" }],
      [at("two", "/old"), target("old")],
    ]),
  );
  expect((await findPublished(call, spaceId, [])).size).toBe(0);
});
