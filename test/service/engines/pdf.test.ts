import { expect, test } from "vitest";
import type { Document } from "../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import type { Book } from "../../../src/service/engines/pdf/book.ts";
import { printBook as printOf, refuseLongBook } from "../../../src/service/engines/pdf.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { readPdf } from "../../support/machine/pdf.ts";

const printBook = (book: Book) => printOf(book, { caller: "a reader", db: {} });

/** A book with one page for each Markdown text. */
function getBook(...markdown: string[]): Book {
  return {
    title: "Guide",
    subtitle: "Change request 3",
    printedAt: "2026-03-02T08:00:00.000Z",
    pages: markdown.map((text, at) => ({
      id: `p${at + 1}`,
      title: `Page ${at + 1}`,
      depth: 0,
      body: JSON.stringify(parseMarkdown(text)),
    })),
    images: {},
  };
}

slowTest("a PDF contains every kind of block of a page, in any supported script", async () => {
  const text = `# Größe und Ελλάδα

Привет, *world*: see [the site](https://example.com/a) and \`code\`.

* one
* two
  1. inner

- [x] done
- [ ] open

> A quoted line

\`\`\`js
const x = 1;
  return x;
\`\`\`

| Name | Price |
| ---- | ----: |
| Tea  | 3     |

---

{% hint style="info" %}
Mind the gap
{% endhint %}

<details>

<summary>More</summary>

Hidden text

</details>
`;
  const { pages, links } = await readPdf(await printBook(getBook(text)));
  const read = pages.join("\n");
  for (const said of [
    "Guide",
    "Change request 3",
    "Page 1",
    "Größe und Ελλάδα",
    "Привет, world: see the site and code.",
    "one",
    "inner",
    "☑",
    "☐",
    "A quoted line",
    "const x = 1;",
    "return x;",
    "Name",
    "Tea",
    "Mind the gap",
    "More",
    "Hidden text",
  ]) {
    expect(read).toContain(said);
  }
  expect(links).toContain("https://example.com/a");
});

slowTest("pages link to each other, and are in a table of contents", async () => {
  const book = getBook("[on](/pages/p2)", "Second", "Third");
  const { pages, outline } = await readPdf(await printBook(book));
  expect(pages).toHaveLength(4);
  expect(pages[0]).toContain("Page 3");
  expect(outline).toEqual(["Page 1", "Page 2", "Page 3"]);
});

/** One black pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

slowTest("images are drawn, and invalid ones are replaced by their description", async () => {
  const book = getBook("![A dot](/files/dot) and ![A cat](/files/cat)");
  const [page] = book.pages;
  const document: Document = JSON.parse(page?.body ?? "");
  for (const node of document.nodes.flatMap((block) => block.nodes ?? [])) {
    if (node.type === "inline-image") {
      const file = node.data?.alt === "A dot" ? "dot" : "cat";
      node.data = { ...node.data, ref: { kind: "file", file } };
    }
  }
  Object.assign(page ?? {}, { body: JSON.stringify(document) });
  const cat = new TextEncoder().encode("GIF89a");
  const drawn = await readPdf(await printBook({ ...book, images: { dot: png, cat } }));
  expect(drawn.images).toBe(1);
  expect(drawn.pages[0]).toContain("[A cat]");
  expect(drawn.pages[0]).not.toContain("[A dot]");
  const damaged = png.subarray(0, 40);
  const told = await readPdf(await printBook({ ...book, images: { dot: damaged } }));
  expect(told.images).toBe(0);
  expect(told.pages[0]).toContain("[A dot]");
});

slowTest(
  "cards show their cover as an image, and a cover that is not in the PDF as a link",
  async () => {
    const covers = [
      { kind: "file", file: "dot" },
      { ref: { kind: "file", file: "dot" } },
      ["dot"],
      { kind: "url", url: "https://example.com/cup.png" },
      undefined,
    ];
    const records = Object.fromEntries(
      covers.map((cover, at) => [
        `r${at}`,
        {
          orderIndex: `a${at}`,
          values: {
            name: `Drink ${at}`,
            cover,
            dark: { kind: "file", file: "night" },
            target: { kind: "url", url: `https://example.com/${at}` },
          },
        },
      ]),
    );
    const definition = {
      name: { title: "Name", type: "text" },
      cover: { title: "Cover", type: "files" },
      dark: { title: "Dark", type: "files" },
      target: { title: "Link", type: "content-ref" },
    };
    const view = {
      type: "cards",
      columns: ["name", "cover", "dark"],
      coverDefinition: "cover",
      coverDefinitionDark: "dark",
      targetDefinition: "target",
    };
    const data = { view, definition, records };
    const body = JSON.stringify({
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [{ object: "block", type: "table", isVoid: true, data }],
    });
    const book = getBook("");
    const pages = book.pages.map((page) => ({ ...page, body }));
    const files = { dot: "dot.png", night: "night.png" };
    const images = { dot: png, night: png };
    const drawn = await readPdf(await printBook({ ...book, pages, files, images }));
    expect(drawn.images).toBe(3);
    const words = drawn.pages.join(" ");
    for (const at of covers.keys()) {
      expect(words).toContain(`Drink ${at}`);
      expect(words).toContain(`https://example.com/${at}`);
    }
    expect(words).toContain("https://example.com/cup.png");
    expect(words).not.toContain("night.png");
    const told = await readPdf(await printBook({ ...book, pages, files, images: {} }));
    expect(told.images).toBe(0);
    expect(told.pages.join(" ")).toContain("dot.png");
  },
);

slowTest("an empty book, an empty page and unusual characters result in a valid PDF", async () => {
  expect((await readPdf(await printBook(getBook()))).pages[0]).toContain("Guide");
  const odd = getBook("", "a\u0007b\u200dc\ud800d\ufffe");
  expect((await readPdf(await printBook(odd))).pages.join("")).toContain("a");
});

slowTest("the same book results in the same bytes", async () => {
  const book = getBook("Some words");
  const [one, other] = [await printBook(book), await printBook(book)];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});

slowTest("emoji and their short codes have glyphs in every text, except in code", async () => {
  const text = `Start :rocket: and 🎉 and ☑ at 10:30:00, not :nosuchcode:, \`:rocket:\`.

{% hint style="info" %}
:warning: Mind the **:bug:**
{% endhint %}

| :gear: Name | Price |
| ---- | ----: |
| :tea:  | 👩‍💻 and 🇫🇷 |

\`\`\`sh {% raw %}
echo :rocket: 🎉
\`\`\`
`;
  const [page] = getBook(text).pages;
  if (!page) throw new Error("The book has no page.");
  const book = {
    ...getBook(),
    title: ":books: Guide",
    pages: [
      { ...page, title: ":rocket: Launch", description: "About :moon:" },
      { ...page, id: "p2", title: "🎉 More", body: undefined },
    ],
  };
  const { pages } = await readPdf(await printBook(book));
  const read = pages.join("\n");
  for (const said of [
    "📚 Guide",
    "🚀 Launch",
    "About 🌔",
    "🎉 More",
    "Start 🚀 and 🎉 and ☑ at 10:30:00",
  ]) {
    expect(read).toContain(said);
  }
  for (const said of ["🐛", "⚙", "🍵", "🇫🇷", ":nosuchcode:", ":rocket:", "echo :rocket: 🎉"]) {
    expect(read).toContain(said);
  }
});

test("pages with more than 11 MiB are refused", () => {
  expect(() => refuseLongBook(11_534_336)).not.toThrow();
  expect(() => refuseLongBook(11_534_337)).toThrow(
    "The pages have 11534337 bytes, which exceeds the limit of 11534336 for a PDF. Print a smaller part: specify a page to print it with its subpages, or with only to print it alone.",
  );
});
