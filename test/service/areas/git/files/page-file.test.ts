/** The Markdown file of a page: what an import reads, and what an export writes over it. */
import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import type { Document } from "../../../../../src/contract/document.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../../../src/document/markdown.ts";
import { MovedBlocks } from "../../../../../src/service/areas/git/export/moved-blocks.ts";
import {
  findCurrentTitle,
  printPageFile,
  readPageFile,
  recordRemovedPageFile,
  rewritePageFile,
} from "../../../../../src/service/areas/git/files/page-file.ts";
import type { TextLinks } from "../../../../../src/service/areas/git/files/text-file.ts";
import { page } from "../../../../support/organizations/content.ts";

const same = (ref: ContentReference) => ref;
const names = { path: "guide/my-page.md", listed: "" };

describe("the title of a page", () => {
  test.each<[string, string, string, string | undefined, string]>([
    ["a heading", "# Heading\n\nText.\n", "Listed", "Text.", "Heading"],
    ["front matter", "---\ntitle: Head\n---\n\nText.\n", "Listed", "Text.", "Head"],
    [
      "a heading before front matter",
      "---\ntitle: Head\n---\n\n# Heading\n",
      "Listed",
      undefined,
      "Heading",
    ],
    ["the table of contents", "Text.\n", "Listed", "Text.", "Listed"],
    ["its name", "Text.\n", "", "Text.", "My page"],
    ["no empty heading", "#\n\nText.\n", "Listed", "#\n\nText.", "Listed"],
    ["no heading of another level", "## Second\n", "Listed", "## Second", "Listed"],
    ["no later heading", "Text.\n\n# Heading\n", "Listed", "Text.\n\n# Heading", "Listed"],
  ])("is that of %s", (_, text, listed, body, title) => {
    const file = readPageFile(text, { ...names, listed }, same);
    expect(file.page.title).toBe(title);
    expect(file.document && writeMarkdown(file.document).trim()).toBe(body);
    expect(file.heading !== undefined).toBe(title === "Heading");
    expect(file.page.frontMatter).toEqual(
      text.includes("title: Head") && title === "Heading" ? { title: "Head" } : undefined,
    );
  });

  test.each<[string, string, string]>([
    ["# Heading\n", "Listed", "Before"],
    ["Heading\n===\n", "Listed", "Before"],
    ["---\ntitle: Head\n---\n", "Listed", "Head"],
    ["---\ntitle: 1.10\n---\n", "Listed", "1.10"],
    ["---\ntitle: ''\n---\n", "Listed", "Listed"],
    ["Text.\n", "Listed", "Listed"],
    ["Text.\n", "", "My page"],
  ])("of an unchanged file %j in the table of contents as %j is %s", (text, listed, title) => {
    expect(findCurrentTitle(text, { ...names, listed }, "Before")).toBe(title);
  });
});

test("every URL of a file is resolved, also those of its cover", () => {
  const seen: ContentReference[] = [];
  const resolve = (ref: ContentReference): ContentReference => {
    seen.push(ref);
    return { kind: "page", page: "P1" };
  };
  const text = "---\ncover: a.png\ncoverDark: b.png\n---\n\n# [T](t.md)\n\n[c](c.md)\n";
  const { page: read, document } = readPageFile(text, names, resolve);
  expect(seen.map((ref) => (ref.kind === "url" ? ref.url : ""))).toEqual([
    ...["t.md", "c.md", "a.png", "b.png"],
  ]);
  expect(read.cover).toMatchObject({ ref: { kind: "page" }, refDark: { kind: "page" } });
  expect(JSON.stringify(document)).toContain('"page":"P1"');
});

test("the document of a page is its text below the title", () => {
  expect(readPageFile("# T\n\nText.\n", names, same).document).toEqual(parseMarkdown("Text.\n"));
});

test("an empty file is a page without a document", () => {
  expect(readPageFile("", names, same)).toEqual({
    page: { title: "My page" },
    ...{ document: undefined, heading: undefined },
  });
});

describe.each(["2024", "1.10", "true", "2024-01-31", "~~"])(
  "the title %s in front matter",
  (title) => {
    const text = `---\ntitle: ${title}   # note\nowner: me\n---\n\n__Text.__\n`;
    const file = () => readPageFile(text, names, (ref) => ref);

    test("is that of the page", () => {
      expect(file().page).toEqual({ title, frontMatter: { owner: "me" } });
    });

    test("stays as it is written, also if other settings change", () => {
      const { links } = open();
      const document = parse("**Text.**\n");
      const own = page("p", file().page);
      expect(rewritePageFile(text, own, document, links)).toBe(text);
      const changed = { ...own, description: "1.10" };
      const described = text.replace("owner: me\n", 'owner: me\ndescription: "1.10"\n');
      expect(rewritePageFile(text, changed, document, links)).toBe(described);
    });

    test("can be replaced by any other one", () => {
      const { links } = open();
      for (const other of ["2025", "1.1", "false", "A: b", "null"]) {
        const own = page("p", { ...file().page, title: other });
        const rewritten = rewritePageFile(text, own, parse("**Text.**\n"), links) ?? "";
        expect(rewritten).toContain("owner: me\n---\n\n__Text.__\n");
        expect(readPageFile(rewritten, names, (ref) => ref).page.title).toBe(other);
      }
    });
  },
);

test("a title that an earlier version has stored as a number stays below a heading", () => {
  const text = "---\ntitle: 2024\n---\n\n# Heading\n\n__Text.__\n";
  const own = page("p", { title: "Heading", frontMatter: { title: 2024 } });
  const { links } = open();
  expect(rewritePageFile(text, own, parse("**Text.**\n"), links)).toBe(text);
});

/** Links that are written as paths, and the number of reformatted blocks. */
function open() {
  const printed: number[] = [];
  const links: TextLinks = {
    before: (ref) =>
      ref.kind === "url" && ref.url === "old.md" ? { kind: "page", page: "P1" } : ref,
    now: (ref) => (ref.kind === "url" && ref.url === "new.md" ? { kind: "page", page: "P1" } : ref),
    written: (ref) =>
      ref.kind === "page" && ref.page === "P1" ? { kind: "url", url: "new.md" } : ref,
    printed: (blocks) => void printed.push(blocks),
  };
  return { links, printed };
}

const parse = (markdown: string): Document => parseMarkdown(markdown);
const linked = (text: string): Document =>
  JSON.parse(
    JSON.stringify(parse(text)).replaceAll(
      '{"kind":"url","url":"/pages/P1"}',
      '{"kind":"page","page":"P1"}',
    ),
  );

describe("a page without a file", () => {
  test.each<[string, object, string, string, number]>([
    ["with a text", {}, "One.\n\n* Two\n", "# Title\n\nOne.\n\n* Two\n", 3],
    ["without a text", {}, "", "# Title\n", 1],
    [
      "with settings",
      { description: "About", hidden: true },
      "",
      "---\ndescription: About\nhidden: true\n---\n\n# Title\n",
      1,
    ],
    [
      "with a cover",
      { cover: { ref: { kind: "page", page: "P1" }, yPos: 0 } },
      "",
      "---\ncover: new.md\ncoverY: 0\n---\n\n# Title\n",
      1,
    ],
  ])("%s is written", (_, fields, text, expected, blocks) => {
    const { links, printed } = open();
    const own = page("p", { title: "Title", ...fields });
    expect(printPageFile(own, parse(text), links)).toBe(expected);
    expect(printed).toEqual([blocks]);
  });

  test("has paths instead of references, and source texts of blocks that moved to it", () => {
    const { links } = open();
    const own = page("p", { title: "Title" });
    expect(printPageFile(own, linked("[a](/pages/P1)\n"), links)).toBe("# Title\n\n[a](new.md)\n");
    const moved = new MovedBlocks();
    recordRemovedPageFile("---\na: 1\n---\n\n# Gone\n\n__Bold__ words.\n", {
      ...links,
      moves: moved.of("gone"),
    });
    const text = printPageFile(own, parse("**Bold** words.\n"), { ...links, moves: moved.of("p") });
    expect(text).toBe("# Title\n\n__Bold__ words.\n");
  });
});

describe("a file of a page is written over", () => {
  test.each<[string, string, object, string, string, number]>([
    [
      "with a new title in its heading",
      "Old\n===\n\n__Text__ here.\n",
      { title: "New" },
      "**Text** here.\n",
      "# New\n\n__Text__ here.\n",
      1,
    ],
    [
      "with a new title in its heading, which is not that of its front matter",
      "---\ntitle:   Head\n---\n\n# Old\n\n__Text__ here.\n",
      { title: "New", frontMatter: { title: "Head" } },
      "**Text** here.\n",
      "---\ntitle:   Head\n---\n\n# New\n\n__Text__ here.\n",
      0,
    ],
    [
      "with a formatted title",
      "__Old__ *title*\n===\n\n* One\n",
      { title: "Old title" },
      "* One\n\nNew.\n",
      "__Old__ *title*\n===\n\n* One\n\nNew.\n",
      0,
    ],
    [
      "with a new title in its front matter",
      "---\ntitle:   Old\n---\n\n__Text__ here.\n",
      { title: "New" },
      "**Text** here.\n",
      "---\ntitle: New\n---\n\n__Text__ here.\n",
      0,
    ],
    [
      "with the same title in its front matter",
      "---\ntitle:   Old\n---\n\n__Text__ here.\n",
      { title: "Old", description: "About" },
      "**Text** here.\n",
      "---\ntitle:   Old\ndescription: About\n---\n\n__Text__ here.\n",
      0,
    ],
    [
      "without a title, which is in the table of contents",
      "__Text__ here.\n",
      { title: "New" },
      "**Text** here.\n\nMore.\n",
      "__Text__ here.\n\nMore.\n",
      0,
    ],
    [
      "with another block",
      "# Old\n\n* One\n\n__Text__ here.\n",
      { title: "Old" },
      "* One\n\nText there.\n",
      "# Old\n\n* One\n\nText there.\n",
      1,
    ],
    [
      "with a setting",
      "# Old\n\n__Text__ here.\n",
      { title: "Old", hidden: true },
      "**Text** here.\n",
      "---\nhidden: true\n---\n\n# Old\n\n__Text__ here.\n",
      0,
    ],
  ])("%s", (_, before, fields, text, expected, blocks) => {
    const { links, printed } = open();
    const own = page("p", fields);
    expect(rewritePageFile(before, own, parse(text), links)).toBe(expected);
    expect(printed).toEqual([blocks]);
  });

  test.each([
    ["two empty lines", "---\ndescription: Bare\n---\n\n\n", ""],
    ["lines of Windows", "---\r\ndescription: Bare\r\n---\r\n\r\n\r\n", ""],
    ["no empty line", "---\ndescription: Bare\n---\n", "\n"],
    ["one line of Windows", "---\r\ndescription: Bare\r\n---\r\n", "\r\n"],
    ["no line end", "---\ndescription: Bare\n---", "\n\n"],
    ["no text at all", "", ""],
  ])("that has %s before its first text", (_, before, between) => {
    const { links } = open();
    const description = before === "" ? {} : { description: "Bare" };
    const text = rewritePageFile(before, page("p", description), parse("Text.\n"), links);
    const end = before.includes("\r") ? "\r\n" : "\n";
    expect(text).toBe(`${before}${between}Text.${end}`);
  });

  test("with the new path of a page, while other URLs stay", () => {
    const { links } = open();
    const own = page("p", { title: "Old" });
    const text = "# Old\n\n[a](old.md) and __d__ [b](b.md)\n\n__c__\n";
    const document = linked("[a](/pages/P1) and **d** [b](b.md)\n\n**c**\n");
    expect(rewritePageFile(text, own, document, links)).toBe(
      "# Old\n\n[a](new.md) and **d** [b](b.md)\n\n__c__\n",
    );
  });

  test("only if its text does not begin with a heading that would be its title", () => {
    const { links, printed } = open();
    const own = page("p", { title: "Old" });
    const document = parse("# Heading\n\nText.\n");
    for (const title of ["Old", "Heading"]) {
      const titled = page("p", { title });
      expect(rewritePageFile("Text.\n", titled, document, links)).toBeUndefined();
    }
    expect(printed).toEqual([]);
    expect(rewritePageFile("# Old\n\nText.\n", own, document, links)).toBe(
      "# Old\n\n# Heading\n\nText.\n",
    );
  });

  test("only if its changed blocks can be written in place", () => {
    const { links, printed } = open();
    const write = (tag: string) =>
      `<${tag}>\n<summary>S <i>s</i></summary>\n\nText.\n\n</details>\n`;
    const own = page("p", { title: "Old" });
    const document = parse(write("detailzed"));
    const before = `# Old\n\n${write("details")}`;
    expect(rewritePageFile(before, own, document, links)).toBeUndefined();
    expect(printed).toEqual([]);
  });

  test("only if it is read as the same page afterwards", () => {
    const { links, printed } = open();
    // A file cannot have a title that begins with a space.
    const own = page("p", { title: " New" });
    expect(rewritePageFile("# Old\n\nText.\n", own, parse("Text.\n"), links)).toBeUndefined();
    // With another value of b, the value of c would be that of a.
    const head = "---\na: &x 1\nb: &x 2\nc: *x\n---\n\n";
    const edited = page("p", { title: "Old", frontMatter: { a: 1, b: 3, c: 2 } });
    expect(
      rewritePageFile(`${head}# Old\n\nText.\n`, edited, parse("Text.\n"), links),
    ).toBeUndefined();
    expect(printed).toEqual([]);
  });
});
