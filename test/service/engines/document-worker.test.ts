/** Work on documents as functions of strings, in the thread that calls them. */
import { describe, expect, it } from "vitest";
import {
  parseText,
  presentText,
  printText,
  readDocument,
  readMarkdownText,
  readWebText,
  storeText,
  type TextRequest,
} from "../../../src/service/engines/document-worker.ts";
import { buildBlock, buildInline, buildText } from "../../support/generators/nodes.ts";

describe("Markdown", () => {
  it.each([
    { markdown: "# Title *one*\n\nText", heading: "Title one" },
    { markdown: "#  \n\nText", heading: "" },
    { markdown: "Text\n\n# Title", heading: undefined },
    { markdown: "## Title", heading: undefined },
    { markdown: "", heading: undefined },
  ])("$markdown begins with the title $heading", ({ markdown, heading }) => {
    const parsed = parseText(markdown);
    expect(parsed.heading).toBe(heading);
    expect("heading" in parsed).toBe(heading !== undefined);
  });

  it("has the URLs of links and images", () => {
    const { addresses } = parseText("[A](a.md) ![](b.png) [C](https://c.example.com/)");
    expect(addresses).toEqual([
      { url: "a.md", isImage: false },
      { url: "b.png", isImage: true },
      { url: "https://c.example.com/", isImage: false },
    ]);
  });

  it.each([
    {
      what: "front matter",
      source: "---\ntitle: Front\ndescription: About\n---\nText",
      page: { title: "Front", description: "About", links: [], anchors: [], nodes: 1 },
    },
    {
      what: "a heading",
      source: "---\ntitle: Front\n---\n# Title\n\n## Part",
      page: { title: "Title", links: [], anchors: ["title", "part"], nodes: 2 },
    },
    {
      what: "an empty heading",
      source: "---\ntitle: Front\n---\n#\n\nText",
      page: { title: "Front", links: [], anchors: [], nodes: 2 },
    },
    {
      what: "other values",
      source: "---\ntitle: {}\ndescription: [a]\n---\nText",
      page: { title: "", links: [], anchors: [], nodes: 1 },
    },
    {
      what: "numbers",
      source: "---\ntitle: 2024\ndescription: 1.5\n---\nText",
      page: { title: "2024", description: "1.5", links: [], anchors: [], nodes: 1 },
    },
    {
      what: "links",
      source: "[A](a.md) ![](b.png) [A](a.md) [C](https://c.example.com/)",
      page: { title: "", links: ["a.md", "https://c.example.com/"], anchors: [], nodes: 1 },
    },
  ])("with $what is a page of a website", ({ source, page }) => {
    const { text, ...rest } = readMarkdownText(source);
    expect({ ...rest, nodes: JSON.parse(text.document).nodes.length }).toEqual(page);
  });
});

it("a web page has a title, a text and the anchors of its headings", () => {
  const { text, ...page } = readWebText(
    '<html><head><title>Tea</title></head><body><main><h1>Tea</h1><p>Hot. <a href="/b">B</a></p><h2>How to</h2><p>Brew.</p></main></body></html>',
  );
  expect([page, printText(text.document)]).toEqual([
    { title: "Tea", links: ["/b"], anchors: ["how-to"] },
    "Hot. [B](/b)\n\n## How to\n\nBrew.\n",
  ]);
});

const paragraph = (text: string) => buildBlock("paragraph", {}, [buildText(text)]);
const toDocument = (nodes: object[]) => JSON.stringify({ object: "document", data: {}, nodes });

it.each([
  { isTitled: false, text: "# Title\n\nText\n" },
  { isTitled: true, text: "Text\n" },
])("a document with its title ($isTitled) is stored without it", ({ isTitled, text }) => {
  const title = buildBlock("heading-1", {}, [buildText("Title")]);
  const document = toDocument([title, paragraph("Text")]);
  expect(printText(storeText({ document, isTitled, resolved: [] }).body)).toBe(text);
});

const scope = { space: { vars: { name: "Tea" } }, page: {}, visitor: {} };
const limits = { name: "page" };

async function present(
  request: Partial<TextRequest> & Pick<TextRequest, "body">,
): Promise<unknown> {
  const input: TextRequest = {
    format: "document",
    evaluation: "false",
    scope,
    addresses: [],
    ...request,
  };
  const presented = await presentText({ input, limits });
  return "result" in presented ? presented.result : presented;
}

describe("a text for a client", () => {
  const body = toDocument([
    buildBlock("heading-2", {}, [buildText("How to")]),
    buildBlock("paragraph", {}, [buildInline("expression", { expression: "space.vars.name" })]),
  ]);

  it.each<{
    format: TextRequest["format"];
    evaluation: TextRequest["evaluation"];
    expected: unknown;
  }>([
    {
      format: "markdown",
      evaluation: "false",
      expected: '## How to\n\n<code class="expression">space.vars.name</code>\n',
    },
    { format: "markdown", evaluation: "true", expected: "## How to\n\nTea\n" },
  ])("is Markdown, with expressions evaluated: $evaluation", async ({ expected, ...request }) => {
    expect(await present({ body, ...request })).toBe(expected);
  });

  it("has the anchors of its blocks, also within others", async () => {
    const nested = toDocument([
      buildBlock("hint", { style: "info" }, [buildBlock("heading-2", {}, [buildText("Inner")])]),
      buildBlock("heading-2", {}, [buildText("Outer")]),
      paragraph("Text"),
    ]);
    const text = (await present({ body: nested })) as string;
    const { nodes } = JSON.parse(text) as {
      nodes: { meta?: unknown; nodes?: { meta?: unknown }[] }[];
    };
    expect(nodes.map(({ meta, nodes: inner }) => [meta, inner?.[0]?.meta])).toEqual([
      [undefined, { id: "inner" }],
      [{ id: "outer" }, undefined],
      [undefined, undefined],
    ]);
  });

  it("has references for the URLs in its tables, if its expressions are not evaluated", async () => {
    const { document } = readDocument(
      toDocument([
        paragraph("Text"),
        ...JSON.parse(
          parseText(
            "<table><tr><td><a href='/guide'>A</a> <a href='/other'>B</a></td></tr></table>",
          ).document,
        ).nodes,
      ]),
    );
    const to = { kind: "page" as const, page: "p", space: "s" };
    const texts = await Promise.all(
      (["false", "true"] as const).map((evaluation) =>
        present({ body: document, evaluation, addresses: [[to, "/guide"]] }),
      ),
    );
    const refs = texts.map((text) =>
      [...String(text).matchAll(/"ref":(\{.*?\})/g)].map(([, ref = ""]) => JSON.parse(ref)),
    );
    const links = [to, { kind: "url", url: "/other" }];
    expect(refs).toEqual([links, links]);
    // Only an editor needs the source of the table.
    expect(texts.map((text) => String(text).includes('"source"'))).toEqual([true, false]);
  });

  it("has the anchors of headings in fragments, such as cells of a table", async () => {
    const heading = (text: string) => buildBlock("heading-2", {}, [buildText(text)]);
    const fragments = [{ object: "fragment", fragment: "f", nodes: [heading("Cell")] }];
    const hint = { ...buildBlock("hint", { style: "info" }, [heading("Body")]), fragments };
    const [block] = JSON.parse(String(await present({ body: toDocument([hint]) }))).nodes;
    expect(block.nodes[0].meta).toEqual({ id: "body" });
    expect(block.fragments[0].nodes[0].meta).toEqual({ id: "cell" });
  });

  it("without anchors is unchanged", async () => {
    const plain = toDocument([paragraph("Text")]);
    expect(await present({ body: plain })).toBe(plain);
  });
});
