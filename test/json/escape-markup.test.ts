import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "../../src/document/html/html.ts";
import { escapeMarkup } from "../../src/json/escape-markup.ts";

/** Production 2 of XML 1.0, as the parser does not check it. */
const xmlCharacters = /^[\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
const units = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u{0}", "\u{8}", "\u{b}", "\u{1f}", "\u{7f}", "\u{85}", "\ud800", "\udc00"),
  fc.constantFrom("\ufffe", "\uffff", "😀", "]]>", "<!--", "&amp;", "&#0;", "<", "&", '"', "'"),
);

test("markup contains the permitted characters of any text, and no others", () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      const source = html`<r a="${text}">${text}</r>`.source;
      expect(source).toMatch(xmlCharacters);
      const problems: string[] = [];
      const parser = new DOMParser({ errorHandler: (_level, message) => problems.push(message) });
      const root = parser.parseFromString(source, "text/xml").documentElement;
      const permitted = text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, "");
      const lines = permitted.replace(/\r\n?|[\u0085\u2028]/g, "\n");
      expect([problems, root.textContent?.replace(/[\u0085\u2028]/g, "\n")]).toEqual([[], lines]);
      expect(root.getAttribute("a")?.length).toBe(root.textContent?.length);
    }),
    { numRuns: 1000 },
  );
});

test("quotes are escaped for attributes in either quotation marks", () => {
  expect(escapeMarkup(`a "b" 'c' <d> & e`)).toBe("a &quot;b&quot; &#39;c&#39; &lt;d&gt; &amp; e");
});
