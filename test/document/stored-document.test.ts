import { describe, expect, test } from "vitest";
import type { Document, Node } from "../../src/contract/document.model.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import {
  findDocumentUrls,
  toStoredForm,
  withAddresses,
  withResolved,
} from "../../src/document/stored-document.ts";

const toUrl = (url: string) => ({ kind: "url", url }) as const;

test.each<[string, readonly unknown[]]>([
  ["| a | b |\n| - | - |\n| c | d |", [[], [], []]],
  [
    '<figure><img src="a" alt="b"><figcaption>c</figcaption></figure>',
    [[{ ref: { kind: "url", url: "a" }, relation: "reference", node: "86f7bc16124b" }], [], []],
  ],
  ["<details>\n<summary>S</summary>\n\na\n\n</details>", [[], [{ id: "s", title: "S" }], []]],
  [
    '{% openapi-operation spec="s" path="/x" method="get" %}\nx\n{% endopenapi-operation %}',
    [
      [{ ref: { kind: "openapi", spec: "s" }, relation: "dependsOn", node: "8299fbc9c805" }],
      [],
      [],
    ],
  ],
  [
    '<table data-view="cards"><thead><tr><th>A</th><th data-card-target>B</th></tr></thead><tbody><tr><td>x</td><td><a href="u">v</a></td></tr></tbody></table>',
    [[{ ref: { kind: "url", url: "u" }, relation: "reference", node: "a13710280be9" }], [], []],
  ],
])("the stored form of %s has the references, anchors and spaces %j", (markdown, expected) => {
  const { refs, anchors, spaces } = toStoredForm(parseMarkdown(markdown));
  expect([JSON.parse(refs), JSON.parse(anchors), spaces]).toEqual(expected);
});

describe("the spaces of a stored text", () => {
  const inlineLink = (ref: object): Node => ({
    object: "block",
    type: "paragraph",
    nodes: [{ object: "inline", type: "link", data: { ref } }],
  });
  const image = (data: Record<string, unknown>): Node => ({ object: "block", type: "image", data });
  const html = (text: string): Node => ({ object: "block", type: "html", data: { html: text } });
  const code = (text: string): Node => ({
    ...{ object: "block", type: "code" },
    nodes: [
      {
        ...{ object: "block", type: "code-line" },
        nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
      },
    ],
  });
  const page = { kind: "page", page: "P1" };

  test.each<[string, readonly Node[], readonly string[]]>([
    ["none", [], []],
    ["a reference", [inlineLink({ ...page, space: "S1" })], ["S1"]],
    ["a reference to the same space", [inlineLink(page)], []],
    ["a reference without a space", [inlineLink({ ...page, space: undefined })], []],
    ["a reference of a kind without a space", [inlineLink({ kind: "user", user: "S1" })], []],
    ["a space", [inlineLink({ kind: "space", space: "S1" })], ["S1"]],
    [
      "references of every kind, each once",
      [
        inlineLink({ kind: "file", file: "F1", space: "S2" }),
        inlineLink({ kind: "anchor", anchor: "a", page: "P1", space: "S1" }),
        inlineLink({ kind: "reusable-content", reusableContent: "R1", space: "S3" }),
        inlineLink({ ...page, space: "S2" }),
      ],
      ["S2", "S1", "S3"],
    ],
    [
      "an image for dark backgrounds",
      [image({ ref: toUrl("a"), refDark: { kind: "file", file: "F1", space: "S1" } })],
      ["S1"],
    ],
    ["a URL", [inlineLink(toUrl("/spaces/S1/pages/P1"))], ["S1"]],
    ["a URL of another host", [inlineLink(toUrl("https://a.example/spaces/S1"))], []],
    ["HTML", [html('<a href="/spaces/S1/files/F1">a</a>')], ["S1"]],
    // The body has no text that looks like the address.
    ["HTML with encoded slashes", [html('<a href="&#47;spaces&#x2F;S1">a</a>')], ["S1"]],
    ["HTML with an encoded letter", [html('<img src="/spa&#99;es/S1/files/F1">')], ["S1"]],
    ["HTML with an encoded id", [html('<video poster="/spaces/S&#49;/files/F1">')], ["S1", "S"]],
    // It is no reference, but readers see the address.
    ["code", [code("see /spaces/S1/pages/P1")], ["S1"]],
    ["an attribute that is not a link", [html('<p data-a="/spaces/S1">a</p>')], ["S1"]],
  ])("%s", (_, nodes, spaces) => {
    const stored = toStoredForm({
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [...nodes],
    });
    expect([...stored.spaces].toSorted()).toEqual([...spaces].toSorted());
  });
});

test.each<[string, readonly object[]]>([
  ["# A\n\na *b* [c](d)", [{ url: "d", isImage: false }]],
  ["- [ ] a\n- [x] b", []],
  ["![a](b)", [{ url: "b", isImage: true }]],
  ['{% openapi-operation spec="s" path="/x" method="get" %}\nx\n{% endopenapi-operation %}', []],
])("the URLs of %s are %j", (markdown, urls) => {
  expect(findDocumentUrls(parseMarkdown(markdown))).toEqual(urls);
});

const toFile = (file: string) => ({ kind: "file", file }) as const;

/** A document with all forms of references, each made by a function from a name. */
function buildWithReferences(make: (name: string) => unknown): Document {
  const nodes: Node[] = [
    { object: "block", type: "image", data: { ref: make("light"), refDark: make("dark") } },
    { object: "block", type: "file", data: { ref: make("file") } },
    {
      object: "block",
      type: "paragraph",
      nodes: [
        { object: "inline", type: "link", data: { ref: make("link") } },
        {
          object: "inline",
          type: "inline-image",
          data: { ref: make("image"), refDark: make("night") },
        },
      ],
    },
    {
      object: "block",
      type: "table",
      data: {
        records: { r1: { orderIndex: "1", values: { c1: make("cell"), c2: "text", c3: 5 } } },
      },
    },
    { object: "block", type: "divider", data: { other: "kept" } },
  ];
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}

test("all forms of references are resolved, and are URLs again", () => {
  const written = buildWithReferences(toUrl);
  const names = ["light", "dark", "file", "link", "cell"];
  const images = ["image", "night"];
  const resolved = [...names, ...images].map(
    (name) => [{ url: name, isImage: images.includes(name) }, toFile(name)] as const,
  );
  expect(withResolved(written, resolved)).toEqual(buildWithReferences(toFile));
  const addresses = [...names, ...images].map((name) => [toFile(name), name] as const);
  expect(withAddresses(buildWithReferences(toFile), addresses)).toEqual(written);
});

test("URLs that are not resolved are kept, also those that only an image has", () => {
  const written = buildWithReferences(toUrl);
  expect(withResolved(written, [])).toBe(written);
  expect(withResolved(written, [[{ url: "link", isImage: true }, toFile("x")]])).toEqual(written);
  expect(withResolved(written, [[{ url: "image", isImage: false }, toFile("x")]])).toEqual(written);
  expect(withAddresses(buildWithReferences(toFile), [[toFile("x"), "x"]])).toEqual(
    buildWithReferences(toFile),
  );
});
