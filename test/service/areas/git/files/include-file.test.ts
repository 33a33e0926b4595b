/** The Markdown file of a reusable content: what an import reads, and what an export writes over it. */
import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../../../src/document/markdown.ts";
import {
  includeName,
  includePath,
  isInclude,
  printIncludeFile,
  readIncludeFile,
  rewriteIncludeFile,
} from "../../../../../src/service/areas/git/files/include-file.ts";
import type { TextLinks } from "../../../../../src/service/areas/git/files/text-file.ts";

const path = ".gitbook/includes/my-note.md";
const same = (ref: ContentReference) => ref;

test.each([
  [path, true],
  [".gitbook/includes/deep/a.markdown", true],
  [".gitbook/includes/a.txt", false],
  ["docs/.gitbook/includes/a.md", false],
  [".gitbook/includes.md", false],
])("%s is a reusable content: %s", (location, expected) => {
  expect(isInclude(location)).toBe(expected);
});

test.each([
  ["My note", "my-note"],
  ["***", "content"],
])("the title %s has the file name %s", (title, name) => {
  expect(includeName(title)).toBe(name);
  expect(includePath(name)).toBe(`.gitbook/includes/${name}.md`);
});

describe("the title of a reusable content", () => {
  test.each<[string, string, string, object | undefined]>([
    ["front matter", "---\ntitle: ' Head '\n---\n\n# Heading\n", "Head", { title: " Head " }],
    ["a heading of any level", "#### Heading\n", "Heading", undefined],
    ["its name", "Text.\n", "My note", undefined],
    ["its name, without text in its heading", "#\n\nText.\n", "My note", undefined],
    ["its name, before a later heading", "Text.\n\n# Heading\n", "My note", undefined],
    ["a number in front matter", "---\ntitle: 1.10\n---\n", "1.10", { title: "1.10" }],
    ["its name, before other front matter", "---\ntitle: []\n---\n", "My note", { title: [] }],
    ["its name, before an empty title", "---\ntitle: ''\n---\n", "My note", { title: "" }],
  ])("is that of %s", (_, text, title, frontMatter) => {
    const { content, document } = readIncludeFile(text, path, same);
    expect(content).toEqual({ title, ...(frontMatter && { frontMatter }) });
    const body = text.replace(/^---\n[\s\S]*---\n/, "").trim();
    expect(document && writeMarkdown(document).trim()).toBe(body === "" ? undefined : body);
  });
});

function open() {
  const printed: number[] = [];
  const links: TextLinks = {
    ...{ before: same, now: same, written: same },
    printed: (blocks) => void printed.push(blocks),
  };
  return { links, printed };
}

describe("a reusable content", () => {
  const location = path;
  test.each<[string, object, string, string]>([
    ["with the title of its name", { title: "My note", location }, "Text.\n", "Text.\n"],
    ["with the title of its heading", { title: "A", location }, "# A\n", "# A\n"],
    ["with another title", { title: "B", location }, "# A\n", "---\ntitle: B\n---\n\n# A\n"],
    ["without a location", { title: "My note" }, "Text.\n", "---\ntitle: My note\n---\n\nText.\n"],
    [
      "with front matter",
      { title: "My note", location, frontMatter: { owner: "us" } },
      "Text.\n",
      "---\nowner: us\n---\n\nText.\n",
    ],
    [
      "with another title and front matter",
      { title: "B", location, frontMatter: { owner: "us" } },
      "",
      "---\ntitle: B\nowner: us\n---\n\n",
    ],
    [
      "with a title in its front matter",
      { title: "My note", location, frontMatter: { owner: "us", title: "Old" } },
      "",
      "---\nowner: us\ntitle: My note\n---\n\n",
    ],
  ])("%s is written", (_, fields, text, expected) => {
    const { links } = open();
    const content = { id: "r", title: "", ...fields };
    const document = parseMarkdown(text);
    expect(printIncludeFile({ content, document, path, links })).toBe(expected);
  });

  test.each<[string, string, object, string, string, number]>([
    [
      "with another text",
      "---\nowner:   us\n---\n\n* One\n\n__Text__ here.\n",
      { title: "My note", frontMatter: { owner: "us" } },
      "* One\n\nNew.\n",
      "---\nowner:   us\n---\n\n* One\n\nNew.\n",
      1,
    ],
    [
      "with another title",
      "---\nowner:   us\n---\n\n__Text__ here.\n",
      { title: "New", location, frontMatter: { owner: "us" } },
      "**Text** here.\n",
      "---\nowner:   us\ntitle: New\n---\n\n__Text__ here.\n",
      0,
    ],
    [
      "with another front matter",
      "---\nowner:   us\n---\n\n__Text__ here.\n",
      { title: "My note", location, frontMatter: { owner: "you" } },
      "**Text** here.\n",
      "---\nowner: you\n---\n\n__Text__ here.\n",
      0,
    ],
    [
      "with its first text",
      "---\r\nowner: us\r\n---\r\n",
      { title: "My note", frontMatter: { owner: "us" } },
      "One.\n\nTwo.\n",
      "---\r\nowner: us\r\n---\r\n\r\nOne.\r\n\r\nTwo.\r\n",
      0,
    ],
  ])("is written over its file %s", (_, before, fields, text, expected, blocks) => {
    const { links, printed } = open();
    const content = { id: "r", title: "", ...fields };
    const document = parseMarkdown(text);
    expect(rewriteIncludeFile(before, { content, document, path, links })).toBe(expected);
    expect(printed).toEqual([blocks]);
  });

  test("is not written over its file if it would have another title", () => {
    const { links, printed } = open();
    const content = { id: "r", title: " ", location };
    const document = parseMarkdown("Text.\n");
    expect(rewriteIncludeFile("Text.\n", { content, document, path, links })).toBeUndefined();
    expect(printed).toEqual([]);
  });
});
