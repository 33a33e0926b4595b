import { expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { listSections } from "../../../../../src/service/areas/content/search/sections.ts";

test("a page is split at its headings, and text before the first is a section too", () => {
  const sections = listSections(
    parseMarkdown(
      "Before *it*.\n\n# One\n\nA\n\n* b\n\n## Two\n\n```js\nlet c;\n```\n\n| d |\n| - |\n| e |\n",
    ),
    "Described",
  );
  expect(sections).toEqual([
    { anchor: "", heading: "", body: "Described\nBefore it." },
    { anchor: "one", heading: "One", body: "A\nb" },
    { anchor: "two", heading: "Two", body: expect.stringMatching(/let c;[\s\S]*e/) },
  ]);
});

test("headings inside other blocks begin sections too", () => {
  const sections = listSections(
    parseMarkdown(
      "{% stepper %}\n{% step %}\n## First\n\nDo it.\n{% endstep %}\n{% endstepper %}\n",
    ),
  );
  expect(sections.map(({ anchor, body }) => [anchor, body])).toEqual([
    ["", ""],
    ["first", "Do it."],
  ]);
});

test("HTML is found by its text, not by its tags", () => {
  const [only] = listSections(parseMarkdown('<div class="secret">\n<b>seen</b>\n</div>\n'));
  expect(only?.body).toBe("seen");
});
