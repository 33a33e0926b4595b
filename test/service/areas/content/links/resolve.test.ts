import { expect, test } from "vitest";
import { collectAnchors } from "../../../../../src/document/anchors.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { collectReferences } from "../../../../../src/document/references.ts";
import {
  findBrokenLinks,
  listTreeLinks,
} from "../../../../../src/service/areas/content/links/resolve.ts";
import type { DocumentFacts } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

/** The facts of documents whose hashes are their own texts. */
function listResults(...texts: string[]): Map<string, DocumentFacts> {
  return new Map(
    texts.map((text) => {
      const document = parseMarkdown(text);
      return [
        text,
        {
          references: collectReferences(document),
          anchors: [...collectAnchors(document).values()],
        },
      ];
    }),
  );
}

function statuses(text: string, extra: Parameters<typeof tree>[1] = {}) {
  const other = "## A part\n";
  const linked = {
    tree: tree([page("one", { document: text }), page("two", { document: other })], extra),
    facts: listResults(text, other),
  };
  const inApp = (url: string) => url.startsWith("https://app.example.com/");
  return listTreeLinks(linked, inApp).map(({ ref, status }) => [ref.kind, status]);
}

test("every kind of reference in a text is found and resolved", () => {
  const text = `# Top

[a](two.md) [b](two.md#a-part) [c](two.md#none) [d](#top) [e](#none) [f](gone.md)
<https://example.com> [g](https://app.example.com/s/1) [h](mailto:a@example.com)

![i](logo.png) ![j](none.png)

{% file src="logo.png" %}

{% embed url="https://example.com/video" %}

<a href="two.md">k</a> <img src='gone.png'>

| l |
| - |
| [m](gone-too.md) |
`;
  const files = [
    {
      id: "logo",
      name: "logo.png",
      contentType: "image/png",
      hash: "",
      size: 1,
      location: "logo.png",
    },
  ];
  expect(statuses(text, { files })).toEqual([
    ["page", "ok"],
    ["anchor", "ok"],
    ["anchor", "broken"],
    ["anchor", "ok"],
    ["anchor", "broken"],
    ["url", "broken"],
    ["url", "ok"],
    ["url", "in-app"],
    ["url", "ok"],
    ["file", "ok"],
    ["url", "broken"],
    ["url", "ok"],
    ["url", "broken"],
    ["url", "broken"],
  ]);
});

test("references to other spaces and resources are resolved elsewhere", () => {
  expect(statuses("[a](/spaces/S/pages/P) [b](/spaces/S) [c](/users/U)")).toEqual([
    ["page", undefined],
    ["space", undefined],
    ["user", undefined],
  ]);
});

test("links of pages, covers and reusable content are links too", () => {
  const note = "[a](gone.md)";
  const linked = {
    tree: tree(
      [
        page("l", { type: "link", target: { kind: "page", page: "none" } }),
        page("c", { cover: { yPos: 0, ref: { kind: "file", file: "none" } } }),
      ],
      { reusableContents: [{ id: "r", title: "R", document: note }] },
    ),
    facts: listResults(note),
  };
  const links = listTreeLinks(linked, () => false);
  expect(links.map(({ location, status }) => [location.kind, location.id, status])).toEqual([
    ["page", "l", "broken"],
    ["page", "c", "broken"],
    ["reusable-content", "r", "broken"],
  ]);
});

test("a change lists the links that it breaks, and not those that were broken before", () => {
  const text = "[a](/pages/two#a-part) [b](gone.md)";
  const [part, plain] = ["## A part\n", "Nothing.\n"];
  const facts = listResults(text, part, plain, "[new](lost.md)");
  const before = tree([page("one", { document: text }), page("two", { document: part })]);
  const listLinks = (tree: typeof before) => listTreeLinks({ tree, facts }, () => false);
  const breaks = (after: typeof before) =>
    findBrokenLinks(listLinks(before), listLinks(after)).map(
      ({ location, ref }) => `${location.id} ${ref.kind}`,
    );
  expect(breaks(before)).toEqual([]);
  expect(breaks(withPageMoved(before, "two", { into: "one" }))).toEqual([]);
  expect(breaks(withoutPage(before, "two"))).toEqual(["one anchor"]);
  expect(breaks(withPage(before, "two", { document: plain }))).toEqual(["one anchor"]);
  expect(breaks(withPage(before, "two", { document: "[new](lost.md)" }))).toEqual([
    "one anchor",
    "two url",
  ]);
});

test("a link to a heading finds the heading with that spelling, including in included content", () => {
  const text = `[a](two.md#id-1-azure-a-d) [b](two.md#id-1.-azure-ad) [c](two.md#azure)
[d](two.md#note) [e](two.md#other)`;
  const [two, note, other] = [
    '# 1. Azure AD\n\n{% include "/reusable-contents/note" %}\n',
    "## Note\n",
    "## Other\n",
  ];
  const reusableContents = [
    { id: "note", title: "Note", document: note },
    { id: "other", title: "Other", document: other },
  ];
  const pages = [page("one", { document: text }), page("two", { document: two })];
  const linked = {
    tree: tree(pages, { reusableContents }),
    facts: listResults(text, two, note, other),
  };
  const links = listTreeLinks(linked, () => false).filter(({ ref }) => ref.kind === "anchor");
  expect(links.map(({ ref, status }) => [ref.kind === "anchor" && ref.anchor, status])).toEqual([
    ["id-1-azure-a-d", "ok"],
    ["id-1.-azure-ad", "ok"],
    ["azure", "broken"],
    ["note", "ok"],
    ["other", "broken"],
  ]);
});

test("a reference has the blocks in which it occurs, if it occurs in blocks", () => {
  const ref = { kind: "page", page: "two" } as const;
  const facts = new Map([
    [
      "text",
      {
        references: ["k1", undefined, "k2", "k1"].map((node) => ({
          ...{ ref, relation: "reference" as const },
          ...(node !== undefined && { node }),
        })),
        anchors: [],
      },
    ],
  ]);
  const pages = [page("one", { document: "text", target: ref }), page("two")];
  const links = listTreeLinks({ tree: tree(pages), facts }, () => false);
  expect(links).toEqual([
    {
      location: { kind: "page", id: "one", nodes: ["k1", "k2"] },
      ...{ relation: "reference", ref, status: "ok" },
    },
  ]);
});
