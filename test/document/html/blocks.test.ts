/** HTML of each block of a text. */
import { expect, test } from "vitest";
import type { Document, Node } from "../../../src/contract/document.model.ts";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

/** Web URLs are unchanged, `gone` has no target, and all others lead to a page of that name. */
const surroundings: RenderContext = {
  find: (ref) => {
    if (ref.kind === "url" && /gone/.test(ref.url)) return undefined;
    if (ref.kind === "url") return { address: ref.url, title: `Title of ${ref.url}` };
    if (ref.kind === "page") return { address: `/${ref.page}`, title: `Page ${ref.page}` };
    if (ref.kind === "file") return { address: `/~files/${ref.file}`, title: "a.pdf", size: 1234 };
    return undefined;
  },
  operation: () => undefined,
};

function toHtml(markdown: string): string {
  return writePage(parseMarkdown(markdown), surroundings).html;
}

function htmlOfBlocks(...nodes: Node[]): string {
  const document: Document = { object: "document", data: {}, nodes };
  return writePage(document, surroundings).html;
}

function block(type: string, data: Record<string, unknown> = {}, ...nodes: Node[]): Node {
  return { object: "block", type, data, nodes };
}

function paragraph(text: string): Node {
  return block("paragraph", {}, { object: "text", leaves: [{ object: "leaf", text, marks: [] }] });
}

test("texts are escaped, and marks become elements", () => {
  expect(toHtml("a < b & **bold** _it_ ~~old~~ `x<y>`")).toBe(
    "<p>a &lt; b &amp; <strong>bold</strong> <em>it</em> <s>old</s> <code>x&lt;y&gt;</code></p>",
  );
});

test("headings have anchors and skip no level, even if the source does", () => {
  const html = toHtml("## One\n\n#### Two\n\n## One\n\n# Top");
  const levels = [...html.matchAll(/<(h\d) id="([^"]*)"/g)].map(
    ([, level, id]) => `${level} ${id}`,
  );
  expect(levels).toEqual(["h2 one", "h3 two", "h2 one-1", "h2 top"]);
});

test("the outline has the headings in steps and columns, and none in tabs", () => {
  const text = [
    "## Begin",
    "{% stepper %}\n{% step %}\n### First\n\nDo it.\n{% endstep %}\n{% step %}\n### Second\n{% endstep %}\n{% endstepper %}",
    "{% columns %}\n{% column %}\n## Left\n{% endcolumn %}\n{% column %}\n## Right\n{% endcolumn %}\n{% endcolumns %}",
    '{% tabs %}\n{% tab title="One" %}\n## Hidden\n{% endtab %}\n{% endtabs %}',
  ].join("\n\n");
  const { html, outline } = writePage(parseMarkdown(text), surroundings);
  expect(outline.map(({ title, level }) => [title, level])).toEqual([
    ["Begin", 2],
    ["First", 3],
    ["Second", 3],
    ["Left", 2],
    ["Right", 2],
  ]);
  for (const { id } of outline) expect(html).toContain(`id="${id}"`);
});

test("the outline has the headings of the first two levels", () => {
  const { outline } = writePage(parseMarkdown("## One\n\n### Two\n\n#### Three"), surroundings);
  expect(outline).toEqual([
    { id: "one", title: "One", level: 2 },
    { id: "two", title: "Two", level: 3 },
  ]);
});

test("links lead to the URLs of their context, and links without a target are text", () => {
  expect(toHtml("[here](https://a.example/?a=1&b=2) [not](gone.md)")).toBe(
    '<p><a href="https://a.example/?a=1&amp;b=2" rel="noopener">here</a> <span class="nowhere">not</span></p>',
  );
});

test.each([
  "javascript:alert(1)",
  "JaVa\tScript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  " \u0001javascript:x",
])("a link to %j has no target", (url) => {
  const link: Node = { object: "inline", type: "link", data: { ref: { kind: "url", url } } };
  expect(htmlOfBlocks(block("paragraph", {}, link))).not.toContain("href");
});

test("lists, numbered lists and tasks", () => {
  expect(toHtml("* a\n* b\n  1. c")).toBe("<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>");
  expect(toHtml("3. a")).toBe('<ol start="3"><li>a</li></ol>');
  const tasks = toHtml("- [x] done\n- [ ] open");
  expect(tasks).toContain('<li class="task done"><span class="unseen">Done: </span>done</li>');
  expect(tasks).toContain('<li class="task"><span class="unseen">Open: </span>open</li>');
});

test("code has a language, a title and line numbers", () => {
  const html = toHtml(
    '{% code title="a.sh" lineNumbers="true" overflow="wrap" %}\n```sh\na\nb <\n```\n{% endcode %}',
  );
  expect(html).toContain("<figcaption>a.sh</figcaption>");
  expect(html).toContain('<span class="language">sh</span>');
  expect(html).toContain('<pre tabindex="0" class="numbered wrapped">');
  expect(html).toContain('<span class="line">b &lt;\n</span>');
});

test("a hint states its kind without relying on color", () => {
  expect(toHtml('{% hint style="danger" %}\nMind.\n{% endhint %}')).toBe(
    '<div class="hint danger"><p class="unseen">Danger</p><p>Mind.</p></div>',
  );
});

test("tabs are radio buttons of one name, with the first selected, and all readable", () => {
  const html = toHtml(
    '{% tabs %}\n{% tab title="A" %}\none\n{% endtab %}\n{% tab title="B" %}\ntwo\n{% endtab %}\n{% endtabs %}',
  );
  expect(html.match(/type="radio" name="tabs-1"/g)).toHaveLength(2);
  expect(html.match(/ checked/g)).toHaveLength(1);
  expect(html).toContain('<div class="panel" id="b"><p>two</p></div>');
});

test("an expandable block is a details element", () => {
  expect(toHtml("<details>\n\n<summary>More</summary>\n\nbody\n\n</details>")).toBe(
    '<details id="more"><summary>More</summary><p>body</p></details>',
  );
});

test("steps and columns", () => {
  expect(
    toHtml('{% stepper %}\n{% step title="First" %}\ndo\n{% endstep %}\n{% endstepper %}'),
  ).toBe('<ol class="steps"><li><p class="title"><strong>First</strong></p><p>do</p></li></ol>');
  expect(toHtml("{% columns %}\n{% column %}\na\n{% endcolumn %}\n{% endcolumns %}")).toBe(
    '<div class="columns"><div><p>a</p></div></div>',
  );
});

test("tables have headers with a scope, and aligned cells", () => {
  const html = toHtml("| a | b |\n|---|--:|\n| 1 | `2` |");
  expect(html).toContain('<th scope="col">a</th><th scope="col" class="to-right">b</th>');
  expect(html).toContain('<td>1</td><td class="to-right"><code>2</code></td>');
});

test("a table shown as cards links each card to its target", () => {
  const table = block("table", {
    view: { type: "cards", columns: ["t", "to"], targetDefinition: "to" },
    definition: { t: { type: "text" }, to: { type: "content-ref" } },
    records: { r: { orderIndex: "1", values: { t: "Hello", to: { kind: "page", page: "p1" } } } },
  });
  const html = htmlOfBlocks(table);
  expect(html).toContain('<div class="title">Hello</div>');
  expect(html).toContain('<a class="whole" href="/p1"><span>Page p1</span></a>');
});

test("cards written as HTML are shown as cards", () => {
  const html = toHtml(
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th></tr></thead><tbody><tr><td><strong>A</strong></td><td><a href="b.md">b</a></td></tr></tbody></table>',
  );
  expect(html).toContain('<div class="title"><strong>A</strong></div>');
  expect(html).toContain('href="b.md"');
  expect(html).not.toContain("<table");
});

test("cells of other types have text", () => {
  const table = block("table", {
    view: { type: "grid", columns: ["c", "r", "s"] },
    definition: {
      c: { title: "C", type: "checkbox" },
      r: { title: "R", type: "rating", max: 3 },
      s: { title: "S", type: "select", options: [{ value: "x", label: "Ex" }] },
    },
    records: { r: { orderIndex: "1", values: { c: true, r: 2, s: "x" } } },
  });
  const html = htmlOfBlocks(table);
  expect(html).toContain("☑");
  expect(html).toContain("★★☆");
  expect(html).toContain('<span class="option">Ex</span>');
});

test("an embed is a link, and loads nothing from the other page", () => {
  const html = toHtml('{% embed url="https://video.example/1" %}');
  expect(html).toContain('<a href="https://video.example/1" rel="noopener">');
  expect(html).not.toMatch(/iframe|<img|<script/);
});

test("files and pages are cards with their titles", () => {
  expect(htmlOfBlocks(block("file", { ref: { kind: "file", file: "f" } }))).toContain("1.2 KB");
  expect(htmlOfBlocks(block("content-ref", { ref: { kind: "page", page: "p" } }))).toContain(
    '<a href="/p"><strong>Page p</strong></a>',
  );
});

test("images have alternative texts, and a dark variant", () => {
  const data = {
    ref: { kind: "url", url: "https://a.example/day.png" },
    refDark: { kind: "url", url: "https://a.example/night.png" },
    alt: 'a "b"',
  };
  const html = htmlOfBlocks(block("images", {}, block("image", data)));
  expect(html.match(/alt="a &quot;b&quot;"/g)).toHaveLength(2);
  expect(html).toContain('class="by-night"');
});

test("footnotes link to their texts", () => {
  const html = toHtml("a[^n]\n\n[^n]: the note");
  expect(html).toContain('<a href="#note-1" aria-label="Note 1">1</a>');
  expect(html).toContain('<div class="footnote" id="note-1">');
});

test("an unknown block shows its text", () => {
  expect(htmlOfBlocks(block("hologram", {}, paragraph("inside")))).toBe("<p>inside</p>");
  expect(toHtml("{% oracle x %}")).toContain("{% oracle x %}");
});

test("author HTML is rebuilt: known elements are kept, and others removed", () => {
  expect(
    toHtml('a <kbd>Ctrl</kbd> <b onclick="x()">b</b> <script>alert(1)</script> <blink>c</blink>'),
  ).toBe("<p>a <kbd>Ctrl</kbd> <b>b</b>  c</p>");
  expect(toHtml('<div align="center">\n\n**in**\n\n</div>')).toBe(
    '<div class="to-center"><p><strong>in</strong></p></div>',
  );
  expect(toHtml("<details>")).toBe("<details></details>");
});

test("scripts, styles and frames are removed with their content", () => {
  const html = toHtml("<style>p{}</style>\n\n<iframe src=x>y</iframe>\n\n<math>z</math>\n\nend");
  expect(html).toBe("<p>end</p>");
});

test("an id is unique on a page", () => {
  const html = toHtml('## A <a id="x"></a>\n\n<a id="x"></a>\n\n<p id="~main">y</p>');
  expect(html.match(/id="x"/g)).toHaveLength(1);
  expect(html).not.toContain('id="~main"');
});

test("a reference in HTML code leads to the footnote", () => {
  const code = '<pre><code><a data-footnote-ref href="#user-content-fn-why">x</a></code></pre>';
  expect(toHtml(`${code}\n\n[^why]: Because`)).toContain('<a href="#note-1">x</a>');
});

test("the title of an expandable section keeps its formatting", () => {
  const section =
    "<details open>\n<summary>A <em>b</em> <kbd>c</kbd></summary>\n\nText\n\n</details>";
  expect(toHtml(section)).toBe(
    '<details id="a-b-c" open><summary>A <em>b</em> <kbd>c</kbd></summary><p>Text</p></details>',
  );
});
