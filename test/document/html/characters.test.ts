import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeCharacters,
  encodeAttributeValue,
  encodeCharacters,
} from "../../../src/document/html/characters.ts";

test.each([
  ["<b>", "&#x3C;b&#x3E;", "&#x3C;b&#x3E;"],
  ["a & b", "a &#x26; b", "a &#x26; b"],
  ["&amp;", "&#x26;amp;", "&#x26;amp;"],
  ['"it\'s"', '"it\'s"', "&#x22;it&#x27;s&#x22;"],
  ["é\n\\", "é\n\\", "é\n\\"],
])("%j is encoded as %j in text, and as %j in an attribute", (text, inText, inAttribute) => {
  expect([encodeCharacters(text), encodeAttributeValue(text)]).toEqual([inText, inAttribute]);
});

test.each([
  ["&lt;&gt;&amp;&quot;", '<>&"'],
  ["&#60;&#x3C;&#X3c;", "<<<"],
  ["&eacute;&nbsp;", "é\u00a0"],
  ["&unknown; &", "&unknown; &"],
  // In HTML a backslash is a plain character.
  ["\\&lt;", "\\<"],
  ["\\\\ &amp; \\*", "\\\\ & \\*"],
  ["\\*", "\\*"],
])("%j is decoded as %j", (text, decoded) => {
  expect(decodeCharacters(text)).toBe(decoded);
});

test("any text is the same after encoding and decoding", () => {
  const unit = fc.constantFrom("a", "&", "<", ">", '"', "'", "\\", ";", "#", "x", "é", "\n", "lt");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect(decodeCharacters(encodeCharacters(text))).toBe(text);
      expect(decodeCharacters(encodeAttributeValue(text))).toBe(text);
    }),
  );
});
