import { describe, expect, test } from "vitest";
import {
  getPageAddress,
  presentFile,
  presentOptions,
  presentPageInParts,
  presentPages,
  presentReusableContent,
  writePages,
} from "../../../../src/service/areas/content/present.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { page } from "../../../support/organizations/content.ts";

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
