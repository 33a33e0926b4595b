/** Documents for other renderers, compared with the blocks of the published API description. */
import { describe, expect, test } from "vitest";
import type { Document, Node } from "../../src/contract/document.model.ts";
import { parseMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../src/document/published-blocks.ts";
import { asReference } from "../../src/document/references.ts";
import { listNodes, mapNodes } from "../../src/document/walk.ts";
import { slowTest } from "../support/generators/amount.ts";
import { publishedAnswers, readDescriptions } from "../support/requests/published.ts";

function find(url: string) {
  if (url.endsWith(".md")) return { kind: "page", page: url } as const;
  if (/\.(?:png|svg|txt)$/.test(url)) return { kind: "file", file: url } as const;
  return { kind: "url", url } as const;
}

/** With the references of blocks resolved, as the platform does when it reads a page. */
function withTargets(document: Document): Document {
  const nodes = mapNodes(document.nodes, (node) => {
    const [ref] = asReference(node.data?.ref);
    if (ref?.kind !== "url") return node;
    const target =
      node.type === "reusable-content"
        ? { kind: "reusable-content", reusableContent: ref.url }
        : find(ref.url);
    return { ...node, data: { ...node.data, ref: target } };
  });
  return { ...document, nodes };
}

const publish = (markdown: string) => withTargets(inPublishedBlocks(parseMarkdown(markdown), find));

/** References to pages and files as URLs again. */
function withUrls(document: Document): Document {
  const text = JSON.stringify(document)
    .replace(
      /\{"kind":"reusable-content","reusableContent":("[^"]*")\}/g,
      '{"kind":"url","url":$1}',
    )
    .replace(/\{"kind":"page","page":("[^"]*")\}/g, '{"kind":"url","url":$1}')
    .replace(/\{"kind":"file","file":("[^"]*")\}/g, '{"kind":"url","url":$1}');
  return JSON.parse(text);
}

const [, newest] = readDescriptions();
if (newest === undefined) throw new Error("No description is installed.");
const { faultsAs } = publishedAnswers(newest.document);

interface BlockAttributes {
  readonly type: string;
  readonly markdown: string;
  /** Expected data of the first node of this type. */
  readonly data: Readonly<Record<string, unknown>>;
}

const figure = (before: string, after: string, image = '<img src="a.png" alt="A">') =>
  `${before}<figure>${image}<figcaption><p>Text</p></figcaption></figure>${after}`;
const tag = (name: string, attributes: string, inside: string) =>
  `{% ${name} ${attributes} %}\n${inside}\n{% end${name} %}`;
const link = "[two.md](two.md)";

const samples: readonly BlockAttributes[] = [
  { type: "paragraph", markdown: '<p align="center">Text</p>', data: { align: "center" } },
  { type: "paragraph", markdown: '<p align="right">A <b>b</b></p>', data: { align: "end" } },
  { type: "heading-2", markdown: '<h2 align="center">Text</h2>', data: { align: "center" } },
  { type: "list-ordered", markdown: "3. Three\n4. Four", data: { start: 3 } },
  { type: "list-item", markdown: "* [x] Done", data: { checked: true } },
  {
    type: "code",
    markdown: tag(
      "code",
      'title="2024" overflow="wrap" lineNumbers="true" expandable="true" collapsedLineCount="3" fullWidth="true"',
      "```js\na\n```",
    ),
    data: {
      ...{ title: "2024", overflow: "wrap", lineNumbers: true, expandable: true },
      ...{ collapsedLineCount: 3, fullWidth: true, syntax: "js" },
    },
  },
  {
    type: "hint",
    markdown: tag("hint", 'style="danger" icon="star"', "Text"),
    data: { style: "danger", icon: "star" },
  },
  { type: "math", markdown: "$$\na\n$$", data: { formula: "a" } },
  { type: "inline-math", markdown: "A $$b$$", data: { formula: "b" } },
  {
    type: "embed",
    markdown: tag("embed", 'url="https://a.example/v" fullWidth="true"', "Text"),
    data: { url: "https://a.example/v", fullWidth: true },
  },
  {
    type: "prompt",
    markdown: tag(
      "prompt",
      'description="Do it" icon="robot" openInAIProviders="true" defaultExpanded="partial"',
      "```markdown\nText\n```",
    ),
    data: {
      ...{ description: "Do it", icon: "robot" },
      ...{ openInAIProviders: true, defaultExpanded: "partial" },
    },
  },
  {
    type: "if",
    markdown: "{% if visitor.claims.a %}\nText\n{% endif %}",
    data: { expression: "visitor.claims.a" },
  },
  ...["left", "right", "center"].map((align) => ({
    type: "images",
    markdown: figure(`<div align="${align}">`, "</div>"),
    data: align === "center" ? {} : { align },
  })),
  {
    type: "images",
    markdown: figure('<div data-full-width="true" data-with-frame="true">', "</div>"),
    data: { fullWidth: true, withFrame: true },
  },
  {
    type: "image",
    markdown: figure("", "", '<img src="a.png" alt="A" width="120" height="40">'),
    data: { ref: find("a.png"), alt: "A", width: 120, height: 40 },
  },
  {
    type: "image",
    markdown: figure("<div>", "</div>", '<img src="a.png" alt="A" width="50%">'),
    data: { width: { unit: "%", value: 50 } },
  },
  {
    type: "image",
    markdown: figure(
      "",
      "",
      '<picture><source srcset="b.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="A"></picture>',
    ),
    data: { ref: find("a.png"), refDark: find("b.png") },
  },
  { type: "file", markdown: tag("file", 'src="a.txt"', "Text"), data: { ref: find("a.txt") } },
  {
    type: "reusable-content",
    markdown: '{% include "part.md" %}',
    data: { ref: { kind: "reusable-content", reusableContent: "part.md" } },
  },
  {
    type: "expandable",
    markdown: "<details open>\n\n<summary>Title</summary>\n\nText\n\n</details>",
    data: { defaultExpanded: true },
  },
  {
    type: "content-ref",
    markdown: tag("content-ref", 'url="two.md"', link),
    data: { ref: find("two.md") },
  },
  {
    type: "tabs",
    markdown: tag("tabs", 'fullWidth="true"', tag("tab", 'title="1"', "Text")),
    data: { fullWidth: true },
  },
  {
    type: "tabs-item",
    markdown: `{% tabs %}\n${tag("tab", 'title="2024" icon="star" slug="one"', "Text")}\n{% endtabs %}`,
    data: { title: "2024", icon: "star", slug: "one" },
  },
  {
    type: "stepper-step",
    markdown: `{% stepper %}\n${tag("step", 'icon="star"', "Text")}\n{% endstepper %}`,
    data: { icon: "star" },
  },
  {
    type: "columns",
    markdown: tag("columns", 'fullWidth="true"', "{% column %}\nText\n{% endcolumn %}"),
    data: { fullWidth: true },
  },
  {
    type: "column",
    markdown: `{% columns %}\n${tag("column", 'width="33.33333333333333%" valign="middle"', "Text")}\n{% endcolumns %}`,
    data: { width: { unit: "%", value: 33.333_333_333_333_33 }, verticalAlignment: "middle" },
  },
  {
    type: "updates",
    markdown: tag("updates", 'format="short"', tag("update", 'date="2026-01-02"', "Text")),
    data: { format: "short" },
  },
  {
    type: "update",
    markdown: `{% updates %}\n${tag("update", 'date="2026-01-02" tags="new,old"', "Text")}\n{% endupdates %}`,
    data: {
      date: "2026-01-02",
      tags: [
        { kind: "tag", tag: "new" },
        { kind: "tag", tag: "old" },
      ],
    },
  },
  {
    type: "swagger",
    markdown: tag(
      "openapi",
      'src="https://a.example/o.json" path="/a" method="get" expanded="true" fullWidth="true"',
      "[o](https://a.example/o.json)",
    ),
    data: {
      ...{ ref: find("https://a.example/o.json"), path: "/a", method: "get" },
      ...{ expanded: true, fullWidth: true },
    },
  },
  {
    type: "openapi-operation",
    markdown: tag(
      "openapi-operation",
      'spec="pets" path="/a" method="get"',
      "[pets](https://a.example/)",
    ),
    data: { ref: { kind: "openapi", spec: "pets" }, path: "/a", method: "get" },
  },
  {
    type: "openapi-webhook",
    markdown: tag(
      "openapi-webhook",
      'spec="pets" name="sold" method="post"',
      "[pets](https://a.example/)",
    ),
    data: { ref: { kind: "openapi", spec: "pets" }, name: "sold", method: "post" },
  },
  {
    type: "openapi-schemas",
    markdown: tag(
      "openapi-schemas",
      'spec="pets" title="Animals" schemas="Cat,Dog" grouped="true"',
      "[pets](https://a.example/)",
    ),
    data: {
      ...{ ref: { kind: "openapi", spec: "pets" }, title: "Animals" },
      ...{ schemas: ["Cat", "Dog"], grouped: true },
    },
  },
  {
    type: "table",
    markdown:
      '<table data-full-width="true" data-search="true"><thead><tr><th width="200">A</th><th>B</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr><tr><td colspan="2">e</td></tr></tbody></table>',
    data: {
      fullWidth: true,
      search: true,
      view: { type: "grid", columns: ["c1", "c2"], columnWidths: { c1: 200 } },
      cellMerges: [{ anchor: { record: "r2", column: "c1" }, rowSpan: 1, colSpan: 2 }],
    },
  },
  {
    type: "button",
    markdown: '<a href="two.md" class="button secondary" data-icon="star" data-size="small">Go</a>',
    data: { ref: find("two.md"), label: "Go", kind: "secondary", icon: "star", size: "small" },
  },
  ...[
    { action: "search", query: "How?" },
    { action: "ask", query: "How?" },
    { action: "select", slug: "one" },
  ].map((action) => ({
    type: "button",
    markdown: `<button type="button" class="button primary" data-action="${action.action}" ${action.slug === undefined ? `data-query="${action.query}"` : `data-slug="${action.slug}"`}>Go</button>`,
    data: { action, label: "Go", kind: "primary" },
  })),
  {
    type: "icon",
    markdown: 'A <i class="fa-solid fa-star" style="color:$primary;">:star:</i>',
    data: { icon: "star", color: "$primary" },
  },
  {
    type: "inline-image",
    markdown: 'A <img src="a.png" alt="B" data-size="line">',
    data: { ref: find("a.png"), alt: "B", size: "line" },
  },
  {
    type: "inline-image",
    markdown:
      'A <picture><source srcset="b.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="B"></picture>',
    data: { ref: find("a.png"), refDark: find("b.png") },
  },
  { type: "link", markdown: "[Two](two.md)", data: { ref: find("two.md") } },
  {
    type: "mention",
    markdown: 'A <a href="two.md" data-mention>two</a>',
    data: { ref: find("two.md") },
  },
  {
    type: "expression",
    markdown: 'A <code class="expression">space.vars.a</code>',
    data: { expression: "space.vars.a" },
  },
];

const firstNode = ({ nodes }: Document, type: string): Node | undefined =>
  [...listNodes({ nodes })].map(({ node }) => node).find((node) => node.type === type);

/** The description of a button allows no valid button: both of its parts exclude the other's members. */
const undescribed = new Set(["button"]);

describe.each(samples)("$type of $markdown", ({ type, markdown, data }) => {
  slowTest("has the data of the description", () => {
    const document = publish(markdown);
    expect(firstNode(document, type)?.data).toMatchObject(data);
    if (!undescribed.has(type)) expect(faultsAs("JSONDocument", document)).toEqual([]);
  });

  test("keeps it as Markdown", () => {
    const again = publish(writeMarkdown(withUrls(publish(markdown))));
    expect(firstNode(again, type)?.data).toMatchObject(data);
  });
});

/** Members that Markdown does not have, with the reason. */
const without: Readonly<Record<string, string>> = {
  "heading.id": "the URL of the heading is in `meta`",
  "code-line.highlighted": "Git sync has no notation for it",
  "emoji.code": "an emoji is a character of the text",
  "inline-image.caption": "an image between words has no caption",
  "openapi-operation.headless": "only in computed pages",
  "openapi-webhook.headless": "only in computed pages",
  "drawing.ref": "Git sync writes a drawing as an image",
  ...Object.fromEntries(
    ["integration", "block", "props", "action", "url", "fullWidth"].map((name) => [
      `integration.${name}`,
      "blocks of integrations have their own tests",
    ]),
  ),
};

test("every member of the description has a sample", () => {
  interface Part {
    readonly properties?: Readonly<Record<string, Part>>;
    readonly allOf?: readonly Part[];
    readonly oneOf?: readonly Part[];
    readonly enum?: readonly string[];
    readonly $ref?: string;
  }
  const { components }: { readonly components: { readonly schemas: Record<string, Part> } } =
    JSON.parse(JSON.stringify(newest.document));
  const follow = (part: Part): Part =>
    part.$ref === undefined ? part : (components.schemas[part.$ref.split("/").at(-1) ?? ""] ?? {});
  const listMembers = (part: Part): string[] => {
    const { properties = {}, allOf = [], oneOf = [] } = follow(part);
    return [...Object.keys(properties), ...[...allOf, ...oneOf].flatMap(listMembers)];
  };
  const described = Object.entries(components.schemas)
    .filter(([name]) => /^Document(?:Block|Inline)[A-Z]/.test(name))
    .flatMap(([, { properties }]) =>
      listMembers(properties?.data ?? {}).map(
        (member) => `${properties?.type?.enum?.[0]?.replace(/^heading-1$/, "heading")}.${member}`,
      ),
    );
  const covered = new Set(
    samples.flatMap(({ type, data }) =>
      Object.keys(data).map((member) => `${type.replace(/^heading-\d$/, "heading")}.${member}`),
    ),
  );
  const tables = ["table.records", "table.definition"];
  expect(described.length).toBeGreaterThan(60);
  expect(
    described.filter((name) => !covered.has(name) && !(name in without) && !tables.includes(name)),
  ).toEqual([]);
});
