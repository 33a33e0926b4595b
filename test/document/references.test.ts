import { expect, test } from "vitest";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { collectReferences } from "../../src/document/references.ts";

test.each<[string, readonly object[]]>([
  [
    '{% embed url="https://a" %}\nC\n{% endembed %}',
    [{ ref: { kind: "url", url: "https://a" }, relation: "reference" }],
  ],
  [
    '<p><img src="a"> <a href=\'b\' id=x>c</a> <source srcset="d 2x, e"></p>',
    [
      { ref: { kind: "url", url: "a" }, relation: "reference" },
      { ref: { kind: "url", url: "b" }, relation: "reference" },
      { ref: { kind: "url", url: "d" }, relation: "reference" },
    ],
  ],
])("the references of %s are %j", (markdown, references) => {
  expect(collectReferences(parseMarkdown(markdown))).toEqual(references);
});
