import { expect, test } from "vitest";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { findDocumentUrls, toStoredForm } from "../../src/document/stored-document.ts";

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
