import { expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { styleguideTemplates } from "../../../../src/service/areas/styleguides/styleguide-templates.ts";

test("the templates of style guides have titles, an emoji and rules below headings", () => {
  expect(
    styleguideTemplates.map(({ id, title, subtitle, emoji }) => [id, title, subtitle, emoji]),
  ).toEqual([
    ["plain-language", "Plain language", "Short sentences and common words for every reader", "🪶"],
    ["developer-docs", "Developer documentation", "References, tutorials and code samples", "🧰"],
    ["product-help", "Product help", "Instructions for users of an application", "🛟"],
  ]);
  for (const { id, markdown } of styleguideTemplates) {
    const types = parseMarkdown(markdown).nodes.map(({ type }) => type);
    expect([id, types[0], new Set(types)]).toEqual([
      ...[id, "heading-2", new Set(["heading-2", "list-unordered"])],
    ]);
  }
});
