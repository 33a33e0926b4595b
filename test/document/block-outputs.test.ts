/** Matrix of block types and outputs: no output drops a block. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/contract/document.model.ts";
import { writePage } from "../../src/document/html/page.ts";
import { parseMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { writePlainText } from "../../src/document/plain-text.ts";
import { inPublishedBlocks } from "../../src/document/published-blocks.ts";
import { toReadableNodes } from "../../src/document/readable-blocks.ts";
import { listNodes } from "../../src/document/walk.ts";
import { listSections } from "../../src/service/areas/content/search/sections.ts";
import { renderBlocks } from "../../src/service/engines/pdf/blocks.ts";
import type { PageContext } from "../../src/service/engines/pdf/book.ts";

const toUrl = (url: string) => ({ kind: "url", url }) as const;

const pageContext: PageContext = {
  book: { title: "", subtitle: "", printedAt: "2026-01-01T00:00:00Z", pages: [], images: {} },
  titles: new Map(),
  images: new Map(),
};

/** Each output as text. */
const outputs: Readonly<Record<string, (document: Document) => string>> = {
  Markdown: writeMarkdown,
  HTML: (document) =>
    writePage(document, {
      find: (ref) => (ref.kind === "url" ? { address: ref.url, title: ref.url } : undefined),
      operation: () => undefined,
    }).html,
  document: (document) => JSON.stringify(inPublishedBlocks(document, toUrl).nodes),
  PDF: (document) =>
    JSON.stringify(renderBlocks(toReadableNodes(document.nodes, toUrl), pageContext)),
  "plain text": ({ nodes }) => writePlainText(nodes),
  search: (document) =>
    listSections(document)
      .map(({ heading, body }) => `${heading}\n${body}`)
      .join("\n"),
};

interface BlockSample {
  /** If the name of the sample is not the type. */
  readonly type?: string;
  readonly markdown: string;
  /** Words that a reader needs, in every output. */
  readonly words: readonly string[];
  /** Outputs without these words, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

/** One sample for each type of block that Markdown can contain. */
const samples: Readonly<Record<string, BlockSample>> = {
  paragraph: { markdown: "Alpha *beta*", words: ["Alpha", "beta"] },
  "heading-1": { markdown: "# Alpha", words: ["Alpha"] },
  "heading-2": { markdown: "## Alpha", words: ["Alpha"] },
  "heading-3": { markdown: "### Alpha", words: ["Alpha"] },
  "heading-4": { markdown: "#### Alpha", words: ["Alpha"] },
  "heading-5": { markdown: "##### Alpha", words: ["Alpha"] },
  "heading-6": { markdown: "###### Alpha", words: ["Alpha"] },
  "list-unordered": { markdown: "* Alpha\n* Beta", words: ["Alpha", "Beta"] },
  "list-ordered": { markdown: "1. Alpha\n2. Beta", words: ["Alpha", "Beta"] },
  "list-tasks": { markdown: "* [ ] Alpha\n* [x] Beta", words: ["Alpha", "Beta"] },
  code: {
    markdown: '{% code title="run.sh" lineNumbers="true" %}\n```sh\nls\n```\n{% endcode %}',
    words: ["run.sh", "ls"],
  },
  math: { markdown: "$$\na + b\n$$", words: ["a + b"] },
  blockquote: { markdown: "> Alpha", words: ["Alpha"] },
  divider: { markdown: "Alpha\n\n---\n\nBeta", words: ["Alpha", "Beta"] },
  hint: { markdown: '{% hint style="info" %}\nAlpha\n{% endhint %}', words: ["Alpha"] },
  tabs: {
    markdown:
      '{% tabs %}\n{% tab title="Alpha" %}\nBeta\n{% endtab %}\n{% tab title="Gamma" %}\nDelta\n{% endtab %}\n{% endtabs %}',
    words: ["Alpha", "Beta", "Gamma", "Delta"],
  },
  stepper: {
    markdown: "{% stepper %}\n{% step %}\n### Alpha\n\nBeta\n{% endstep %}\n{% endstepper %}",
    words: ["Alpha", "Beta"],
  },
  columns: {
    markdown:
      "{% columns %}\n{% column %}\nAlpha\n{% endcolumn %}\n{% column %}\nBeta\n{% endcolumn %}\n{% endcolumns %}",
    words: ["Alpha", "Beta"],
  },
  expandable: {
    markdown: "<details>\n\n<summary>Alpha</summary>\n\nBeta\n\n</details>",
    words: ["Alpha", "Beta"],
  },
  table: {
    markdown: "| Alpha | Beta |\n| --- | --- |\n| Gamma | `d` |",
    words: ["Alpha", "Gamma"],
  },
  images: {
    markdown: '<figure><img src="a.png" alt="Alpha"><figcaption><p>Beta</p></figcaption></figure>',
    words: ["Beta"],
  },
  file: {
    markdown: '{% file src="notes.txt" %}\nAlpha of the meeting\n{% endfile %}',
    words: ["notes.txt", "Alpha of the meeting"],
  },
  embed: {
    markdown: '{% embed url="https://video.example/v" %}\nAlpha\n{% endembed %}',
    words: ["https://video.example/v", "Alpha"],
  },
  "content-ref": {
    markdown: '{% content-ref url="two.md" %}\n[two.md](two.md)\n{% endcontent-ref %}',
    words: ["two.md"],
  },
  "reusable-content": {
    markdown: '{% include "./part.md" %}',
    words: ["part.md"],
    without: {
      HTML: "the page is written after inclusion",
      "plain text": "the words belong to the included text",
      search: "the words belong to the included text",
    },
  },
  swagger: {
    markdown:
      '{% openapi src="https://api.example/o.json" path="/boats" method="get" %}\n[o](https://api.example/o.json)\n{% endopenapi %}',
    words: ["/boats"],
  },
  updates: {
    markdown:
      '{% updates format="full" %}\n{% update date="2025-03-04" tags="new,fixes" %}\n## Anchors\n\nHeavier anchors.\n{% endupdate %}\n{% endupdates %}',
    words: ["2025-03-04", "new", "fixes", "Anchors", "Heavier anchors."],
  },
  prompt: {
    markdown: '{% prompt description="Alpha" %}\n```markdown\nBeta\n```\n{% endprompt %}',
    words: ["Alpha", "Beta"],
  },
  if: { markdown: "{% if page.title %}\nAlpha\n{% endif %}", words: ["Alpha"] },
  "footnote-definition": { markdown: "Alpha[^1]\n\n[^1]: Beta", words: ["Alpha", "Beta"] },
  html: {
    markdown:
      '<table><thead><tr><th width="120">Port</th><th>Use</th></tr></thead><tbody><tr><td>80</td><td><p>safe</p><ul><li>one</li><li>two</li></ul></td></tr></tbody></table>',
    words: ["Port", "Use", "80", "safe", "one", "two"],
  },
  tag: { markdown: '{% mystery value="Alpha" %}', words: ["Alpha"] },
  "tag-block": {
    markdown:
      '{% swagger method="post" path="/boats/{id}" baseUrl="https://api.example" summary="Rename a boat" %}\n{% swagger-description %}\nAbout boats\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="id" required="true" type="string" %}\nWhich boat\n{% endswagger-parameter %}\n\n{% swagger-response status="204: No Content" description="Renamed" %}\n{% endswagger-response %}\n{% endswagger %}',
    words: [
      "/boats/{id}",
      "Rename a boat",
      "About boats",
      "id",
      "Which boat",
      "204: No Content",
      "Renamed",
    ],
  },
};

/** Further forms of the same blocks. */
const forms: Readonly<Record<string, BlockSample>> = {
  "cards in HTML": {
    type: "html",
    markdown:
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Alpha</td><td><a href="two.md">two.md</a></td></tr></tbody></table>',
    words: ["Alpha"],
  },
  "a former API method": {
    type: "tag-block",
    markdown:
      '{% api-method method="get" host="https://api.example" path="/v1/cakes/:id" %}\n{% api-method-summary %}\nGet cakes\n{% endapi-method-summary %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" %}\nWhich cake\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nCake retrieved\n{% endapi-method-response-example-description %}\n\n```json\n{"name": "Lemon"}\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
    words: ["/v1/cakes/:id", "Get cakes", "id", "Which cake", "200", "Cake retrieved", "Lemon"],
  },
  "a former page reference": {
    type: "content-ref",
    markdown: '{% page-ref page="two.md" %}',
    words: ["two.md"],
  },
  "a captionless file": {
    type: "file",
    markdown: '{% file src="notes.txt" %}',
    words: ["notes.txt"],
  },
  "a cell of Markdown in an HTML table": {
    type: "html",
    markdown: "<table><tr><td>\n\n**Alpha**\n\n</td></tr></table>",
    words: ["Alpha"],
  },
};

/** Without the escapes of JSON and Markdown. */
function plain(text: string): string {
  return text.replace(/\\(?=[{}_\\-])/g, "").replaceAll("&#x26;", "&");
}

const all = Object.entries({ ...samples, ...forms });

describe.each(all)("%s", (name, { type = name, markdown, words, without = {} }) => {
  test("is a block of this type", () => {
    const types = [...listNodes(parseMarkdown(markdown))].map(({ node }) => node.type);
    expect(types).toContain(type);
  });

  const kept = Object.keys(outputs).filter((output) => !(output in without));
  test.each(kept)("keeps its text in %s", (output) => {
    const text = plain(outputs[output]?.(parseMarkdown(markdown)) ?? "");
    for (const word of words) expect(text).toContain(word);
  });
});

test("every block type of Markdown has a sample", async () => {
  const folder = new URL("../../src/document/markdown/", import.meta.url);
  const names = ["read-blocks.ts", "tags.ts", "html-blocks.ts"];
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  const types = sources.flatMap((source) => [
    ...[...source.matchAll(/\bcreateBlock\(\s*"([a-z-]+)"/g)].map(([, type]) => type),
    ...[...source.matchAll(/^ {2}"?[a-z-]+"?: "([a-z-]+)",$/gm)].map(([, type]) => type),
  ]);
  const parts = [
    "code-line",
    "list-item",
    "tabs-item",
    "stepper-step",
    "column",
    "image",
    "update",
  ];
  const known = new Set<string | undefined>([...Object.keys(samples), ...parts]);
  expect(types.length).toBeGreaterThan(20);
  expect([...new Set(types)].filter((type) => !known.has(type))).toEqual([]);
});

describe("a table as Markdown", () => {
  const rewritten = (markdown: string) =>
    writeMarkdown(inPublishedBlocks(parseMarkdown(markdown), toUrl));

  test.each([
    '<table><thead><tr><th width="120">Port</th><th>Use</th></tr></thead><tbody><tr><td>443</td><td><p>safe</p><ul><li>one</li></ul></td></tr></tbody></table>\n',
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="two.md">two.md</a></td></tr></tbody></table>\n',
    '<table><thead><tr><th>Done</th><th data-type="rating" data-max="3"></th><th data-type="select"></th></tr></thead><tbody><tr><td>a</td><td>2</td><td><span data-option="x1">High</span></td></tr></tbody></table>\n',
  ])("is HTML if Markdown would lose a part", (source) => {
    expect(rewritten(source)).toBe(source);
  });

  test("is Markdown if it has only text", () => {
    const source =
      "<table><tr><th>A</th><th>B</th></tr><tr><td>c</td><td><b>d</b></td></tr></table>";
    expect(rewritten(source)).toBe("| A | B     |\n| - | ----- |\n| c | **d** |\n");
  });
});

test("a PDF aligns text, and prints images in their written width with links in captions", () => {
  const context: PageContext = { ...pageContext, images: new Map([["a.png", "data:,"]]) };
  const toTarget = (url: string) =>
    url === "a.png" ? ({ kind: "file", file: url } as const) : toUrl(url);
  const render = (markdown: string) =>
    JSON.stringify(renderBlocks(toReadableNodes(parseMarkdown(markdown).nodes, toTarget), context));
  expect(render('<p align="right">Text</p>')).toContain('"alignment":"right"');
  expect(render('<h2 align="center">Text</h2>')).toContain('"alignment":"center"');
  const figure = render(
    '<div><figure><img src="a.png" width="120"><figcaption><p>See <a href="https://a.example/">A</a></p></figcaption></figure></div>',
  );
  expect(figure).toContain('"fit":[90,620]');
  expect(figure).toContain('"link":"https://a.example/"');
});
