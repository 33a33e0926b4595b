import fc from "fast-check";
import { expect, test } from "vitest";
import { document } from "../../src/contract/document.model.ts";
import { toDocumentBlocks } from "../../src/document/contentkit.ts";

/** Also names that every object inherits. */
const words = fc.constantFrom(
  ...["bold", "italic", "code", "strikethrough", "text", "link", "image", "markdown", "card"],
  ...["codeblock", "hstack", "vstack", "button", "webframe", "hint", "https://a.example"],
  ...["constructor", "__proto__", "toString", "hasOwnProperty"],
);
const members = ["type", "style", "syntax", "title", "label", "url", "action", "$state"];
const { element } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, words, fc.jsonValue({ maxDepth: 1 }), tie("element")),
  element: fc.record(
    {
      type: words,
      ...Object.fromEntries(members.slice(1).map((name) => [name, words])),
      children: fc.oneof(tie("value"), fc.array(tie("value"), { maxLength: 4 })),
      content: tie("value"),
      source: fc.oneof(tie("value"), fc.record({ url: words })),
      target: fc.record({ url: words }),
      onPress: fc.record({ action: fc.constant("@ui.url.open"), url: words }),
    },
    { requiredKeys: ["type"] },
  ),
}));

test("every element gives blocks of a document, as JSON", () => {
  fc.assert(
    fc.property(element, fc.dictionary(words, words), (value, state) => {
      const nodes = toDocumentBlocks(value, state);
      expect(structuredClone(nodes)).toEqual(JSON.parse(JSON.stringify(nodes)));
      expect(document.safeParse({ object: "document", data: {}, nodes }).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
