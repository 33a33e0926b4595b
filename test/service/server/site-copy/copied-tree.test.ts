import { expect, it } from "vitest";
import type { SpaceCopy } from "../../../../src/contract/site-copy.ts";
import { buildCopiedTree } from "../../../../src/service/server/site-copy/copied-tree.ts";
import { createPartial } from "../../../support/commands/partial.ts";

const layout = {
  ...{ cover: true, title: true, description: false, tableOfContents: true },
  ...{ outline: false, pagination: true, metadata: false },
};
const created = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-02T00:00:00.000Z" };

const pages = [
  {
    ...{ id: "p1", type: "document", title: "Full", slug: "full", path: "full", ...created },
    ...{ emoji: "1f600", icon: "star", hidden: true, noIndex: true, noRobotsIndex: false },
    ...{ description: "About", variables: { a: "1" }, git: { oid: "o", path: "a.md" } },
    layout: { ...layout, width: "wide", coverSize: "full", coverMask: "radial", anchors: false },
    cover: {
      ref: { kind: "file", file: "f1" },
      refDark: { kind: "file", file: "f2" },
      yPos: 3,
      height: 10,
    },
    pages: [
      {
        ...{ id: "p2", type: "link", kind: "link", title: "Web" },
        target: { kind: "url", url: "https://a" },
      },
    ],
  },
  {
    ...{ id: "p3", type: "document", title: "Plain", slug: "plain", path: "plain" },
    layout: { ...layout, width: "other", coverSize: "background", coverMask: "other" },
    ...{ cover: { yPos: 0 }, pages: [] },
  },
  {
    ...{ id: "p4", type: "document", title: "Hero", slug: "hero", path: "hero" },
    ...{ layout: { ...layout, coverSize: "other" }, pages: [] },
  },
  {
    ...{ id: "p5", type: "group", title: "Group", slug: "group", path: "group" },
    ...{
      noIndex: false,
      pages: [
        {
          id: "p6",
          type: "computed",
          title: "Computed",
          hidden: false,
          computed: { type: "a", props: {} },
        },
      ],
    },
  },
];

/** Only these parts of a copy are used. */
function build(revision: object) {
  const copy = createPartial<SpaceCopy>({
    revision: { pages: [], files: [], reusableContents: [], ...revision },
  });
  return buildCopiedTree(copy, {
    documents: new Map([
      ["p1", "h1"],
      ["r1", "h2"],
    ]),
    files: new Map([
      ["f1", { hash: "h3", size: 5 }],
      ["f2", { hash: "h4", size: 6 }],
    ]),
  });
}

it("pages keep their settings, and get their stored documents", () => {
  expect(build({ pages }).pages).toEqual([
    {
      id: "p1",
      title: "Full",
      emoji: "1f600",
      icon: "star",
      hidden: true,
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-02T00:00:00.000Z",
      slug: "full",
      noIndex: true,
      noRobotsIndex: false,
      pages: [
        {
          id: "p2",
          title: "Web",
          type: "link",
          target: { kind: "url", url: "https://a" },
          pages: [],
        },
      ],
      type: "document",
      document: "h1",
      description: "About",
      layout: {
        cover: true,
        title: true,
        description: false,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: false,
        anchors: false,
        width: "wide",
        coverSize: "full",
        coverMask: "radial",
      },
      cover: {
        yPos: 3,
        ref: { kind: "file", file: "f1" },
        refDark: { kind: "file", file: "f2" },
        height: 10,
      },
      variables: { a: "1" },
      location: "a.md",
    },
    {
      id: "p3",
      title: "Plain",
      slug: "plain",
      pages: [],
      type: "document",
      layout: {
        cover: true,
        title: true,
        description: false,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: false,
        anchors: true,
        width: "default",
        coverSize: "background",
        coverMask: "none",
      },
      cover: { yPos: 0 },
    },
    {
      id: "p4",
      title: "Hero",
      slug: "hero",
      pages: [],
      type: "document",
      layout: {
        cover: true,
        title: true,
        description: false,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: false,
        anchors: true,
        width: "default",
        coverSize: "hero",
        coverMask: "none",
      },
    },
    {
      id: "p5",
      title: "Group",
      slug: "group",
      noIndex: false,
      pages: [{ id: "p6", title: "Computed", hidden: true, type: "group", pages: [] }],
      type: "group",
    },
  ]);
});

it("files and reusable contents get their stored contents, and missing files are left out", () => {
  const files = [
    { id: "f1", name: "a.png", contentType: "image/png", git: { oid: "o", path: "img/a.png" } },
    { id: "f2", name: "b.png", contentType: "image/png" },
    { id: "f3", name: "c.png", contentType: "image/png" },
  ];
  const reusableContents = [
    { id: "r1", title: "Note", git: { oid: "o", path: "note.md" } },
    { id: "r2", title: "Empty" },
  ];
  expect(build({ files, reusableContents, variables: { a: "1" } })).toEqual({
    pages: [],
    files: [
      {
        id: "f1",
        name: "a.png",
        contentType: "image/png",
        hash: "h3",
        size: 5,
        location: "img/a.png",
      },
      { id: "f2", name: "b.png", contentType: "image/png", hash: "h4", size: 6 },
    ],
    reusableContents: [
      { id: "r1", title: "Note", document: "h2", location: "note.md" },
      { id: "r2", title: "Empty" },
    ],
    variables: { a: "1" },
  });
});

it("a space without content has an empty tree", () => {
  expect(build({})).toEqual({ pages: [], files: [], reusableContents: [], variables: {} });
});
