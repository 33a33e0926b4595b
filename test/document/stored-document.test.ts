import { expect, test } from "vitest";
import type { Document, Node } from "../../src/contract/document.model.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import {
  findDocumentUrls,
  toStoredForm,
  withAddresses,
  withResolved,
} from "../../src/document/stored-document.ts";

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

test.each<[string, readonly object[]]>([
  ["# A\n\na *b* [c](d)", [{ url: "d", isImage: false }]],
  ["- [ ] a\n- [x] b", []],
  ["![a](b)", [{ url: "b", isImage: true }]],
  ['{% openapi-operation spec="s" path="/x" method="get" %}\nx\n{% endopenapi-operation %}', []],
])("the URLs of %s are %j", (markdown, urls) => {
  expect(findDocumentUrls(parseMarkdown(markdown))).toEqual(urls);
});

const toUrl = (url: string) => ({ kind: "url", url }) as const;
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
