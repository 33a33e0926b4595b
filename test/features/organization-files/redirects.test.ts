/** Redirects of sites in organization files, with the automatic redirects of former URLs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import * as site from "../../../src/contract/site.ts";
import * as redirect from "../../../src/contract/site-redirect.ts";
import type { ExtraSource } from "../../../src/features/organization-files/extra-source.ts";
import {
  changeRedirects,
  findSourceError,
  matchRedirectSpelling,
  readRedirects,
  toRedirectValue,
  toShortRedirect,
} from "../../../src/features/organization-files/redirects.ts";
import type { Writer } from "../../../src/features/organization-files/writing/send.ts";
import { asObject, asObjects, type JsonObject, type JsonValue } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";
import { publish, publishPages } from "../../support/organizations/content.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const structure = [
  {
    object: "site-section",
    id: "P1",
    path: "main",
    default: true,
    siteSpaces: [{ id: "Y1", path: "home", default: true, space: { id: "S1" } }],
  },
  {
    object: "site-section",
    id: "P2",
    path: "guides",
    siteSpaces: [
      { id: "Y2", path: "guide", default: true, space: { id: "S2" } },
      { id: "Y3", path: "older", space: { id: "S3" } },
    ],
  },
];
const pages: Readonly<Record<string, unknown>> = {
  S1: [
    { id: "start", path: "start", pages: [{ id: "leaf", path: "start/leaf" }] },
    { id: "shadowed", path: "guides" },
    { id: "twice", path: "guides/first" },
  ],
  S2: [{ id: "first", path: "first" }],
  S3: [{ id: "first-older", path: "first" }],
};

describe("the destination of a redirect in a file", () => {
  const toPage = (siteSpaceId: string, pageId: string) => ({
    kind: "site-page",
    siteSpaceId,
    pageId,
  });
  test.each<readonly [JsonObject, string | null]>([
    [{ kind: "external", url: "https://example.com/" }, "https://example.com/"],
    [{ kind: "site-section", siteSectionId: "P1" }, "/main"],
    [{ kind: "site-section", siteSectionId: "P2" }, "/guides"],
    [{ kind: "site-section", siteSectionId: "P9" }, null],
    [{ kind: "site-space", siteSpaceId: "Y1" }, "/main/home"],
    [{ kind: "site-space", siteSpaceId: "Y3" }, "/guides/older"],
    [{ kind: "site-space", siteSpaceId: "Y9" }, null],
    // The shortest path at which visitors reach the page.
    [toPage("Y1", "start"), "/start"],
    [toPage("Y1", "leaf"), "/start/leaf"],
    [toPage("Y2", "first"), "/guides/first"],
    [toPage("Y3", "first-older"), "/guides/older/first"],
    // The short path belongs to another section.
    [toPage("Y1", "shadowed"), "/main/guides"],
    [toPage("Y1", "twice"), "/main/guides/first"],
    [toPage("Y1", "gone"), null],
    [toPage("Y9", "start"), null],
  ])("%j is %j", async (destination, to) => {
    const items = [{ source: "/old", destination, permanent: true }];
    const source = createPartial<ExtraSource>({
      own: { organizationId: "O1" },
      listIfOffered: async (_: string, __: Endpoint, { automatic }: { automatic?: boolean }) =>
        automatic ? "absent" : items,
      one: async (_: string, endpoint: Endpoint, { spaceId }: { spaceId?: string }) =>
        endpoint.operation === site.structure.operation
          ? { structure }
          : { pages: pages[spaceId ?? ""] },
    });
    expect(await readRedirects(source, "X1")).toEqual({
      "redirects//old": { to, capture: false, permanent: true },
      "automaticRedirects//old": to ?? "",
    });
  });
});

describe("changes of redirects are sent", () => {
  const external = (url: string) => ({ kind: "external", url });
  const flags = { captureWildcard: false, permanent: false };
  test.each<
    readonly [
      string,
      Readonly<Record<string, JsonValue>>,
      readonly unknown[],
      readonly string[] | string,
    ]
  >([
    [
      "for each new and removed one",
      {
        "redirects//a": { to: "https://a.example/", capture: true },
        "redirects//b": null,
      },
      [
        {
          source: "/a",
          destination: external("https://a.example/"),
          captureWildcard: true,
          permanent: false,
        },
        { source: "/b", destination: null },
      ],
      [],
    ],
    [
      "in place of automatic ones, and not for removed automatic ones",
      { "automaticRedirects//a": "https://a.example/", "automaticRedirects//b": null },
      [{ source: "/a", destination: external("https://a.example/"), ...flags }],
      ["/a"],
    ],
    ["for no removed automatic one", { "automaticRedirects//b": null }, [], []],
    [
      "without those that have no valid destination",
      { "redirects//a": { to: "a" }, "redirects//b": null },
      [{ source: "/b", destination: null }],
      "The platform refused 1 of 2 redirects. First: ",
    ],
    [
      "and one that the platform refuses is an error",
      { "redirects//a": null, "redirects//refused": null },
      [
        { source: "/a", destination: null },
        { source: "/refused", destination: null },
      ],
      "The platform refused 1 of 2 redirects. First: /refused: No.",
    ],
  ])("%s", async (_, changes, redirects, expected) => {
    const { client, sent } = openScriptedClient(({ body }) => ({
      results: asObjects(asObject(body as JsonValue).redirects).map(({ source }) => ({
        source,
        ...(source === "/refused" ? { status: "error", error: "No." } : { status: "done" }),
      })),
    }));
    const writer = createPartial<Writer>({ client, organizationId: "O1" });
    const changing = changeRedirects(writer, "X1", new Map(Object.entries(changes)));
    if (typeof expected === "string") await expect(changing).rejects.toThrow(expected);
    else expect(await changing).toEqual(expected);
    const bodies = sent.flatMap((one) => (typeof one === "string" ? [] : [one[1]]));
    expect(bodies).toEqual(redirects.length === 0 ? [] : [{ redirects }]);
  });
});

const listParts = (guides: string) => [
  {
    type: "section",
    key: "main",
    title: "Main",
    path: "main",
    default: true,
    children: [{ type: "space", key: "home", path: "home", default: true }],
  },
  {
    type: "section",
    key: "more",
    title: "More",
    path: guides,
    children: [{ type: "space", key: "guide", path: "guide", default: true }],
  },
];

async function openFiles() {
  const at = await openFolder();
  const { workspace, admin, organizationId } = at;
  at.write("content.yaml", {
    collections: {},
    spaces: { home: { title: "Home" }, guide: { title: "Guide" } },
  });
  const writeSite = (more: object = {}, guides = "guides") =>
    at.write("sites/docs.yaml", {
      site: { title: "Docs", structure: listParts(guides) },
      settings: { published: true },
      ...more,
    });
  const run = async (words: readonly string[], code = 0) => {
    const ran = await at.run(words);
    expect([words, ran.code, ran.stderr]).toEqual([words, code, expect.any(String)]);
    return ran;
  };
  const findSite = async () => {
    const { items } = await workspace.ok(admin, site.list, { organizationId });
    return { organizationId, siteId: items[0]?.id ?? "" };
  };
  const findSpace = async (title: string) =>
    (await at.spaces()).find((one) => one.title === title)?.id ?? "";
  return {
    ...{ ...at, writeSite, run, findSite, findSpace },
    apply: (code = 0, ...flags: string[]) => run(["apply", at.folder, "--yes", ...flags], code),
    plan: (code = 0) => run(["plan", at.folder, "--fail"], code),
    addPages: async () => {
      const leaf = { title: "Leaf", slug: "leaf", markdown: "Text.\n" };
      await publishPages(workspace, await findSpace("Home"), [
        { title: "Welcome", slug: "welcome", markdown: "Text.\n" },
        { title: "Start", slug: "start", markdown: "Text.\n" },
      ]);
      await publishPages(workspace, await findSpace("Guide"), [
        { title: "First", slug: "first", markdown: "Text.\n" },
        { title: "Install", slug: "install", markdown: "Text.\n", pages: [leaf] },
      ]);
    },
    /** Gives the page "Install" another path. */
    rename: async (slug: string) =>
      publish(workspace, await findSpace("Guide"), (tree) => ({
        ...tree,
        pages: tree.pages.map((page) => (page.title === "Install" ? { ...page, slug } : page)),
      })),
    listRedirects: async (automatic = false) => {
      const query = { ...(await findSite()), limit: 1000, ...(automatic && { automatic }) };
      const { items } = await workspace.ok(admin, redirect.list, query);
      return items;
    },
    async listSources(automatic = false) {
      return (await this.listRedirects(automatic)).map(({ source }) => source).toSorted();
    },
    /** The URL to which an ordinary redirect leads, without the URL of the site. */
    resolve: async (source: string) => {
      const ids = await findSite();
      const { target } = await workspace.ok(admin, redirect.resolve, { ...ids, source });
      return target
        .replace(/^.*\/_site\/[^/]+/, "")
        .replace(/^https?:\/\/[^/]*localhost(:\d+)?/, "");
    },
  };
}

describe("redirects", () => {
  slowTest("are created, changed and deleted, and lead to pages, sections and URLs", async () => {
    const at = await openFiles();
    at.writeSite();
    await at.apply();
    await at.addPages();
    const redirects = {
      "/old": "/guides/install/leaf/",
      "/section": "/guides",
      "/start-here": "/Start",
      "/variant": "/guides/guide",
      "/blog/*": { to: "https://blog.example.com/", capture: true, permanent: true },
    };
    at.writeSite({ redirects });
    const planned = await at.plan(10);
    expect(planned.stdout).toContain("redirects//old");
    await at.apply();
    expect(await at.listSources()).toEqual(Object.keys(redirects).toSorted());
    expect(await at.resolve("/old")).toMatch(/\/guides\/install\/leaf$/);
    expect(await at.resolve("/start-here")).toMatch(/\/start$/);
    const [blog] = (await at.listRedirects()).filter(({ source }) => source === "/blog/*");
    expect(blog).toMatchObject({ captureWildcard: true, permanent: true });
    await at.plan();
    await at.run(["drift", at.folder]);
    at.writeSite({ redirects: { "/old": "/guides/install", "/section": "/guides" } });
    await at.apply();
    expect(await at.listSources()).toEqual(["/old", "/section"]);
    expect(await at.resolve("/old")).toMatch(/\/guides\/install$/);
    await at.plan();
    at.writeSite({ redirects: {} });
    await at.apply();
    expect(await at.listSources()).toEqual([]);
  });

  slowTest("of others stay, unless the list is exclusive", async () => {
    const at = await openFiles();
    at.writeSite();
    await at.apply();
    const { workspace, admin } = at;
    const destination = { kind: "external" as const, url: "https://example.com/" };
    await workspace.ok(admin, redirect.create, {
      ...(await at.findSite()),
      source: "/own",
      destination,
    });
    at.writeSite({ redirects: { "/x": "https://example.com/x" } });
    await at.apply();
    expect(await at.listSources()).toEqual(["/own", "/x"]);
    at.writeSite({ redirects: { exclusive: true, "/x": "https://example.com/x" } });
    await at.apply();
    expect(await at.listSources()).toEqual(["/x"]);
  });

  slowTest("to a page that does not exist fail with its path; the others are created", async () => {
    const at = await openFiles();
    at.writeSite({
      redirects: { "/a": "/guides/none", "/b": "https://example.com/" },
      automaticRedirects: { "/c": "/guides/none" },
    });
    const applied = await at.apply(9);
    expect(applied.stderr).toContain("refused 2 of 3 redirects");
    expect(applied.stderr).toContain("the space has no page at the path none");
    expect(await at.listSources()).toEqual(["/b"]);
    await at.plan(10);
    at.writeSite({ redirects: { "/b": "https://example.com/" } });
    await at.apply();
    await at.plan();
  });

  let shared: Awaited<ReturnType<typeof openFiles>>;

  beforeAll(async () => {
    shared = await openFiles();
  });

  test.each([
    [{ redirects: { "old page": "/guides" } }, "must be a path such as /old"],
    [{ redirects: { "/*/x": "/guides" } }, "must be a path such as /old"],
    [{ redirects: { "/old": "guides" } }, "must be a path of the site"],
    [{ redirects: { "/old": "//example.com" } }, "must be a path of the site"],
    [{ redirects: { "/old": { target: "/guides" } } }, "redirects./old"],
    [{ automaticRedirects: { old: "/guides" } }, "old"],
    [
      { redirects: { "/old": "/guides" }, automaticRedirects: { "/old": "/" } },
      "is also in automaticRedirects",
    ],
  ])("are refused as %j, with the line", async (more, message) => {
    shared.writeSite(more);
    const refused = await shared.plan(2);
    expect(refused.stderr).toContain("sites/docs.yaml, line");
    expect(refused.stderr).toContain(message);
  });
});

describe("automatic redirects", () => {
  slowTest(
    "are exported after renames, and are no change where the platform has them",
    async () => {
      const at = await openFiles();
      at.writeSite();
      await at.apply();
      await at.addPages();
      await at.rename("setup");
      at.writeSite({}, "manual");
      await at.apply();
      const folder = join(temporaryFolder(), "acme");
      await at.run(["export", folder, "--with", "redirects"]);
      const file = parse(readFileSync(join(folder, "sites/docs.yaml"), "utf8"));
      expect(file.redirects).toBeUndefined();
      expect(file.automaticRedirects).toMatchObject({
        "/guides/install": "/manual/setup",
        "/guides/install/leaf": "/manual/setup/leaf",
      });
      expect(Object.keys(file.automaticRedirects).toSorted()).toEqual(await at.listSources(true));
      await at.run(["plan", folder, "--fail"]);
      // The platform follows the page, so the target in the file may be outdated.
      await at.rename("first-steps");
      await at.run(["plan", folder, "--fail"]);
      await at.run(["drift", folder]);
      expect(await at.listSources()).toEqual([]);
      const without = join(temporaryFolder(), "without");
      await at.run(["export", without]);
      expect(readFileSync(join(without, "sites/docs.yaml"), "utf8")).not.toContain("edirects");
    },
  );

  slowTest("become redirects in an organization that does not have them", async () => {
    const at = await openFiles();
    at.writeSite();
    await at.apply();
    await at.addPages();
    const automaticRedirects = { "/guides/old": "/guides/install", "/old": "/guides/install/leaf" };
    at.writeSite({ redirects: {}, automaticRedirects });
    const applied = await at.apply();
    expect(applied.stderr).toContain(
      "sites/docs: the platform does not redirect 2 former URLs automatically (/guides/old, /old). Ordinary redirects were created.",
    );
    expect(await at.listSources()).toEqual(["/guides/old", "/old"]);
    expect(await at.resolve("/old")).toMatch(/\/guides\/install\/leaf$/);
    await at.plan();
    await at.run(["drift", at.folder]);
    at.writeSite({ redirects: {} });
    await at.apply();
    expect(await at.listSources()).toEqual([]);
  });

  slowTest("from paths that are not ASCII are encoded, so that the file is valid", async () => {
    const at = await openFiles();
    at.writeSite();
    await at.apply();
    await at.addPages();
    await at.rename("übersicht(1)");
    await at.rename("overview");
    await at.run(["export", at.folder, "--with", "redirects", "--force"]);
    const text = readFileSync(join(at.folder, "sites/docs.yaml"), "utf8");
    expect(Object.keys(parse(text).automaticRedirects)).toContain("/guides/%C3%BCbersicht-1");
    await at.plan();
  });
});

describe("a redirect in a file", () => {
  const flags = { capture: false, permanent: false };

  test.each<readonly [JsonValue, object, JsonValue]>([
    ["/", { to: "/", ...flags }, "/"],
    ["//", { to: "", ...flags }, ""],
    ["/guide", { to: "/guide", ...flags }, "/guide"],
    ["/guide/", { to: "/guide", ...flags }, "/guide"],
    ["/guide/start//", { to: "/guide/start", ...flags }, "/guide/start"],
    ["https://x.example/", { to: "https://x.example/", ...flags }, "https://x.example/"],
    [{ to: "/a/" }, { to: "/a", ...flags }, "/a"],
    [{ to: "/a", capture: false, permanent: false }, { to: "/a", ...flags }, "/a"],
    [
      { to: "/", capture: true },
      { to: "/", capture: true, permanent: false },
      { to: "/", capture: true },
    ],
    [
      { to: "/a", permanent: true },
      { to: "/a", capture: false, permanent: true },
      { to: "/a", permanent: true },
    ],
    [
      { to: "/a", capture: true, permanent: true },
      { to: "/a", capture: true, permanent: true },
      { to: "/a", capture: true, permanent: true },
    ],
  ])("%j has a complete and a short form", (value, complete, short) => {
    const found = toRedirectValue(value);
    expect(found).toEqual(complete);
    expect(toShortRedirect(found)).toEqual(short);
    expect(toRedirectValue(toShortRedirect(found))).toEqual(complete);
  });

  test.each<readonly [string, string | null, string | null, string | null]>([
    ["redirects/a", "/Guide", "/guide", "/guide"],
    ["redirects/a", "/guide", "/other", "/guide"],
    ["redirects/a", "HTTPS://X.example", "https://x.example", "HTTPS://X.example"],
    ["redirects/a", null, "/guide", null],
    ["redirects/a", "/guide", null, "/guide"],
  ])("at %s leads to %s, which in the spelling of %s is %s", (field, now, file, expected) => {
    const toValue = (to: string | null) => (to === null ? null : { to, ...flags });
    expect(matchRedirectSpelling(field, toValue(now), toValue(file))).toEqual(toValue(expected));
  });

  test.each([
    ["/elsewhere", "sites/help/p", "sites/help/p"],
    [null, "sites/help/p", null],
    ["/elsewhere", null, "/elsewhere"],
  ])(
    "of a former URL that leads to %s counts as %s if it leads somewhere",
    (now, file, expected) => {
      expect(matchRedirectSpelling("automaticRedirects//a", now, file)).toEqual(expected);
    },
  );

  test.each([
    ["/a", true],
    ["/a/b-c_d.html", true],
    ["a", false],
    ["", false],
    ["/a?b", false],
    ["/a b", false],
  ])("from %j is valid: %s", (source, isValid) => {
    const error = findSourceError(source);
    expect(error === undefined).toBe(isValid);
    if (!isValid) expect(error).toMatch(/^must be /);
  });
});
