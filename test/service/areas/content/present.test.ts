import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import {
  getPageAddress,
  presentFile,
  presentOptions,
  presentPageInParts,
  presentPages,
  presentReusableContent,
  writePages,
} from "../../../../src/service/areas/content/present.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import type { SiteVisitor } from "../../../../src/service/core/access/visitor.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { page, publish } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { local, publish as publishSite } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const call = { base: "https://example.com" };
const git = { oid: "1234", path: "start.md" };
const layout = {
  ...{ width: "default", cover: true, coverSize: "hero", coverMask: "none", title: true },
  ...{ description: true, tableOfContents: true, outline: true, pagination: true },
  ...{ metadata: true, tags: true, actions: true, anchors: true },
};
const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-02T00:00:00.000Z" };

/** JSON has no members that are undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const present = (pages: readonly ContentPage[], options = {}) =>
  plain(presentPages(pages, "", presentOptions(call, "s1", options)));

const smallest = (id: string, path = id) => ({
  ...{ id, type: "document", kind: "sheet", title: id, slug: id, path, tags: [], pages: [] },
  ...{ layout, urls: { app: `https://example.com/_app/spaces/s1/page/${id}` } },
});

describe("a page", () => {
  const cover = { ref: { kind: "file", file: "f1" }, yPos: 5, height: 100 } as const;
  const computed = { type: "integration:a:b", props: { x: 1 } };
  const icons = { emoji: "1f600", icon: "star" };

  test.each<[string, ContentPage, object]>([
    ["with its title only", page("a"), smallest("a")],
    [
      "with all attributes",
      page("a", {
        ...{ ...icons, ...times, hidden: true, noIndex: true, noRobotsIndex: true },
        ...{ description: "D", document: "h1", layout: { width: "wide", cover: false } },
        ...{ cover, variables: { v: 1 }, computed, computedSeed: "seed", git },
      }),
      {
        ...{ ...smallest("a"), ...icons, ...times },
        ...{ hidden: true, noIndex: true, noRobotsIndex: true, description: "D" },
        ...{ documentId: "h1", layout: { ...layout, width: "wide", cover: false }, cover },
        ...{ variables: { v: 1 }, computed, computedSeed: "seed", git },
      },
    ],
    [
      "that is a group",
      page("g", { type: "group", ...icons, ...times, noIndex: true, description: "D" }),
      {
        ...{ id: "g", type: "group", kind: "group", title: "g", slug: "g", path: "g", pages: [] },
        ...{ ...icons, ...times, noIndex: true },
      },
    ],
    [
      "that links to a URL",
      page("l", { type: "link", hidden: true, target: { kind: "url", url: "https://a.example" } }),
      {
        ...{ id: "l", type: "link", kind: "link", title: "l", hidden: true },
        ...{ target: { kind: "url", url: "https://a.example" }, href: "https://a.example" },
      },
    ],
    [
      "that links to a page",
      page("l", { type: "link", target: { kind: "page", page: "a" } }),
      {
        ...{ id: "l", type: "link", kind: "link", title: "l" },
        ...{ target: { kind: "page", page: "a" }, href: "/pages/a" },
      },
    ],
    [
      "that links to nothing",
      page("l", { type: "link" }),
      {
        ...{ id: "l", type: "link", kind: "link", title: "l" },
        ...{ target: { kind: "url", url: "" }, href: "" },
      },
    ],
    [
      "that is computed",
      page("c", { type: "computed", computed }),
      { id: "c", type: "computed", title: "c", computed },
    ],
    [
      "that is computed from nothing",
      page("c", { type: "computed" }),
      { id: "c", type: "computed", title: "c", computed: { type: "", props: {} } },
    ],
  ])("%s", (_, one, expected) => {
    expect(present([one])).toEqual([expected]);
    const options = presentOptions(call, "s1");
    expect(JSON.parse([...presentPageInParts(one, "", options)].join(""))).toEqual(expected);
  });

  test("has the path of the pages above it, in one piece and in parts", () => {
    const { slug: _, ...withoutSlug } = page("x", { pages: [page("d")] });
    const pages = [page("a", { pages: [page("b", { pages: [page("c")] })] }), withoutSlug];
    const c = smallest("c", "a/b/c");
    const expected = [
      { ...smallest("a"), pages: [{ ...smallest("b", "a/b"), pages: [c] }] },
      { ...smallest("x", ""), slug: "", pages: [smallest("d")] },
    ];
    expect(present(pages)).toEqual(expected);
    const options = presentOptions(call, "s1");
    expect(JSON.parse([...writePages({ pages }, options).text].join(""))).toEqual({
      pages: expected,
    });
    const text = { document: ['{"nodes":', "[]}"] };
    const [first] = pages;
    const parts = [...presentPageInParts(first ?? page("a"), "up", options, text)].join("");
    expect(JSON.parse(parts)).toMatchObject({
      path: "up/a",
      document: { nodes: [] },
      pages: [{ path: "up/a/b" }],
    });
  });

  test.each<[string, string | undefined, boolean]>([
    ["a visitor of a site", undefined, false],
    ["a user who previews a site", "u1", true],
  ])("%s reads where a page comes from: %s %s", (_, previewer, reads) => {
    const visitor = createPartial<SiteVisitor>({ previewer });
    const sources = { computed, computedSeed: "seed", git };
    const pages = [page("a", sources), page("c", { type: "computed", computed, git })];
    const noSource = { type: "", props: {} };
    for (const metadata of [true, false]) {
      const options = presentOptions({ ...call, visitor }, "s1", { metadata });
      const location = metadata ? { git } : {};
      expect(plain(presentPages(pages, "", options))).toEqual([
        reads ? { ...smallest("a"), computed, computedSeed: "seed", ...location } : smallest("a"),
        { id: "c", type: "computed", title: "c", computed: reads ? computed : noSource },
      ]);
    }
  });

  test("has its location in a repository, unless the request excludes it", () => {
    const pages = [page("a", { git })];
    expect(present(pages, { metadata: true })).toEqual([{ ...smallest("a"), git }]);
    expect(present(pages, { metadata: false })).toEqual([smallest("a")]);
  });
});

test.each([
  [undefined, "/_app/spaces/s1/page/p1"],
  ["content", "/_app/spaces/s1/page/p1"],
  ["change-requests/c1/content", "/_app/spaces/s1/change-requests/c1/page/p1"],
  ["revisions/r1", "/v1/spaces/s1/revisions/r1/page/p1"],
  ["change-requests/c1/content/x", "/v1/spaces/s1/change-requests/c1/content/x/page/p1"],
])("the URL of a page depends on its content: %s", (location, path) => {
  const options = { ...call, space: "s1", ...(location !== undefined && { location }) };
  expect(getPageAddress(options, "p1")).toBe(`${call.base}${path}`);
});

test("files and reusable content have their location in a repository on request", () => {
  const file = { id: "f1", name: "a.png", contentType: "image/png", hash: "h", size: 3 };
  const dimensions = { width: 1, height: 2 };
  const downloadURL = "https://example.com/f1";
  const getUrl = ({ id }: { readonly id: string }) => `https://example.com/${id}`;
  const { hash: _, ...shown } = file;
  for (const [metadata, location] of [
    [true, { git }],
    [false, {}],
  ] as const) {
    expect(plain(presentFile({ ...file, dimensions, git }, getUrl, { metadata }))).toEqual({
      ...{ ...shown, dimensions, downloadURL, ...location },
    });
    expect(plain(presentFile(file, getUrl, { metadata }))).toEqual({ ...shown, downloadURL });
    const content = { id: "r1", title: "Note", document: "h" };
    expect(plain(presentReusableContent({ ...content, git }, { metadata }))).toEqual({
      ...{ ...content, ...location },
    });
  }
});

slowTest(
  "no response to a visitor of a site names a file of the repository or a source",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const siteId = await fixture.site("Guide");
    const [{ space } = { space: { id: "" } }] = await fixture.siteSpaces(siteId);
    await publishSite(fixture, siteId);
    const computed = { type: "integration:a:b", props: { x: "hidden-source" } };
    const revision = await publish(workspace, space.id, async (tree, { db }) => {
      const toGit = (path: string) => ({ oid: "1234", path: `hidden-folder/${path}` });
      const document = await putDocument(db, space.id, parseMarkdown("Text.\n"));
      const stored = await putFile(db, space.id, Buffer.from("a"));
      const withOneFile = withFile(tree, {
        ...{ id: "f1", name: "a.png", contentType: "image/png", git: toGit("a.png") },
        ...stored,
      });
      return {
        ...withOneFile,
        pages: [
          page("a", { document, git: toGit("a.md"), computed, computedSeed: "hidden-seed" }),
          page("c", { type: "computed", computed }),
        ],
        reusableContents: [{ id: "r1", title: "R", document, git: toGit("r.md") }],
      };
    });
    const requestAs = async (
      token: string,
      method: "GET" | "POST",
      path: string,
      body?: object,
    ) => {
      const answer = await workspace.service.transport({
        method,
        url: `${local}/v1${path}`,
        headers: {
          ...(token !== "" && { authorization: `Bearer ${token}` }),
          "content-type": "application/json",
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await getText(answer) };
    };
    const url = (await fixture.get(siteId)).urls.published;
    const opened = await requestAs("", "POST", "/urls/published", { url, visitor: {} });
    const { apiToken }: { readonly apiToken: string } = JSON.parse(opened.text);
    const contents = ["content", `revisions/${revision.id}`];
    const paths = contents.flatMap((at) =>
      ["", "/pages", "/page/a", "/path/a", "/files", "/files/f1", "/reusable-contents/r1"].map(
        (below) => `/spaces/${space.id}/${at}${below}`,
      ),
    );
    const userToken = await issueToken(workspace.db, {
      user: admin,
      label: "t",
      now: workspace.now,
    });
    for (const path of paths) {
      for (const query of ["", "?metadata=true"]) {
        const shown = await requestAs(userToken, "GET", path + query);
        expect([path, shown.status, shown.text.includes("hidden-")]).toEqual([path, 200, true]);
        const { status, text } = await requestAs(apiToken, "GET", path + query);
        expect([path, status, text.includes("hidden-")]).toEqual([path, 200, false]);
      }
    }
  },
);
