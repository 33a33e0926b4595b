/** Tables in HTML: those with cells over several rows or columns are kept as they are written. */
import { expect, test } from "vitest";
import { writePage } from "../../../src/document/html/page.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

/** The HTML of a text without its attributes. */
function render(markdown: string): string {
  const { html } = writePage(parseMarkdown(markdown), {
    find: () => undefined,
    operation: () => undefined,
  });
  return html;
}

const spans = [undefined, "", "0", "1", "2", "10", "x"];
const cases = spans.flatMap((colspan) => spans.map((rowspan) => ({ colspan, rowspan })));

test.each(cases)("a cell over $colspan columns and $rowspan rows", ({ colspan, rowspan }) => {
  const attribute = (name: string, value: string | undefined) =>
    value === undefined ? "" : ` ${name}="${value}"`;
  const cell = `<td${attribute("colspan", colspan)}${attribute("rowspan", rowspan)}>a</td>`;
  const html = render(
    `<table><thead><tr><th>h</th></tr></thead><tbody><tr>${cell}</tr></tbody></table>`,
  );
  const isWide = [colspan, rowspan].some((span) => span === "2" || span === "10");
  expect(html.includes("colspan=") || html.includes("rowspan=")).toBe(isWide);
  // Only a table without such cells becomes a block that can be scrolled.
  expect(html.startsWith('<div class="scroll"')).toBe(!isWide);
});
