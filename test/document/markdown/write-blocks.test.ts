import { expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { block, inline, mark, url, words, write } from "../../support/generators/markdown-nodes.ts";

test.each([
  ["{%%}", "\\{%%}\n"],
  ["{%%%}", "{% % %}\n"],
  ["{% %}", "{%  %}\n"],
  ["# A", "# A\n"],
  ["---", "***\n"],
  ["0. a", "0. a\n"],
  ["<hr>", "<hr>\n"],
  ["![](b)", "![](b)\n"],
  ["A $$x$$", "A $$x$$\n"],
  ["## {#b}", "## \\{#b}\n"],
  ["a\\\nb  \nc", "a\\\nb\\\nc\n"],
  ["* a\n\n* b", "* a\n\n* b\n"],
  ["1. [x] a", "1. [x] a\n"],
  ["## A {#b}", '## A <a href="#b" id="b"></a>\n'],
  ["3. a\n4. b", "3. a\n4. b\n"],
  ["+ a\n  > b", "* a\n  > b\n"],
  ["```\na\n```", "```\na\n```\n"],
  ["## A \\{#b}", "## A \\{#b}\n"],
  ["a ***b** c*", "a _**b** c_\n"],
  ["*a ~~b~~* c", "_a ~~b~~_ c\n"],
  ["$$\na + b\n$$", "$$\na + b\n$$\n"],
  ["### `x` {#y}", '### `x` <a href="#y" id="y"></a>\n'],
  ["- a\n\n  b\n- c", "* a\n\n  b\n\n* c\n"],
  ["[*a* **b**](c)", "[_a_ **b**](c)\n"],
  ['{% include "" %}', '{% include "" %}\n'],
  ["**a [b *c*](d) e**", "**a [b _c_](d) e**\n"],
  ['{% file url="x" %}', '{% file url="x" %}\n'],
  ['![a](b) ![c](d "e")', '![a](b) ![c](d "e")\n'],
  ['{% include "a.md" %}', '{% include "a.md" %}\n'],
  ["```js title=x\na\n\nb\n```", "```js title=x\na\n\nb\n```\n"],
  ['{% file src="a.pdf" %}', '{% file src="a.pdf" %}\n'],
  ["<details>\n\nc\n\n</details>", "<details>\n\nc\n\n</details>\n"],
  ['{% page-ref url="a.md" %}', '{% page-ref url="a.md" %}\n'],
  ["{% code %}\na\n{% endcode %}", "{% code %}\na\n{% endcode %}\n"],
  [
    '{% page-ref page="a.md" %}',
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n',
  ],
  ["| *a* | b<br>c |\n| :- | - |", "| _a_ | b<br>c |\n| :-- | ------ |\n"],
  [
    '{% content-ref url="a.md" %}',
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n',
  ],
  ["| a |\n| -: |\n| `x\\|y` |\n|  |", "|      a |\n| -----: |\n| `x\\|y` |\n|        |\n"],
  ["a\n{% hint %}\nb\n{% endhint %}\nc", "a\n\n{% hint %}\nb\n{% endhint %}\n\nc\n"],
  ["| a | b |\n| - | :-: |\n| c | d |", "| a |  b  |\n| - | :-: |\n| c |  d  |\n"],
  ['{% embed url="https://a.example" %}', '{% embed url="https://a.example" %}\n'],
  ["{% hint style=info %}\na\n{% endhint %}", "{% hint style=info %}\na\n{% endhint %}\n"],
  [
    "{% a %}\n{% b %}\nx\n{% enda %}\n{% endb %}",
    "{% a %}\n{% b %}\n\nx\n{% enda %}\n\n{% endb %}\n",
  ],
  [
    '<code class="expression">space.vars.a</code>',
    '<code class="expression">space.vars.a</code>\n',
  ],
  [
    "<details open><summary>a</summary>b</details>",
    "<details open><summary>a</summary>b</details>\n",
  ],
  [
    '{% if visitor.claims.a == "b" %}\na\n{% endif %}',
    '{% if visitor.claims.a == "b" %}\na\n{% endif %}\n',
  ],
  [
    "a[^1] b[^Note]\n\n[^1]: One\n[^note]: Two\n\n    More",
    "a[^1] b[^Note]\n\n[^1]: One\n\n[^note]: Two\n\n    More\n",
  ],
  [
    '<details open="">\n<summary>A</summary>\n\nc\n\n</details>',
    "<details open>\n\n<summary>A</summary>\n\nc\n\n</details>\n",
  ],
  [
    '{% content-ref url="a.md" %}\na\n\nb\n{% endcontent-ref %}',
    '{% content-ref url="a.md" %}\na\n\nb\n{% endcontent-ref %}\n',
  ],
  [
    '{% prompt description="d" icon="x" %}\na\n{% endprompt %}',
    '{% prompt description="d" icon="x" %}\na\n{% endprompt %}\n',
  ],
  [
    "<details>\n\n<summary>A <b>b</b></summary>\n\nc\n\n</details>",
    "<details>\n\n<summary>A <strong>b</strong></summary>\n\nc\n\n</details>\n",
  ],
  [
    '{% embed url="https://a.example" %}\nCaption *x*\n{% endembed %}',
    '{% embed url="https://a.example" %}\nCaption _x_\n{% endembed %}\n',
  ],
  [
    '{% openapi-operation path="/x" %}\nx\n{% endopenapi-operation %}',
    '{% openapi-operation path="/x" %}\nx\n{% endopenapi-operation %}\n',
  ],
  [
    '[a](b "c") [d](e) <https://a.example> [f][g]\n\n[g]: h "i"\n[G]: j',
    '[a](b "c") [d](e) [https://a.example](https://a.example) [f](h "i")\n',
  ],
  [
    '<figure><img src="a" data-x="1"><figcaption>x</figcaption></figure>',
    '<figure><img src="a" data-x="1"><figcaption>x</figcaption></figure>\n',
  ],
  [
    '{% openapi src="a.yaml" path="/x" method="get" %}\n[a](a.yaml)\n{% endopenapi %}',
    '{% openapi src="a.yaml" path="/x" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}\n',
  ],
  [
    '<figure><img src="a" alt="b"><figcaption><p>c &amp; d</p></figcaption></figure>',
    '<figure><img src="a" alt="b"><figcaption><p>c &#x26; d</p></figcaption></figure>\n',
  ],
  [
    '{% openapi-webhook spec="pets" name="n" method="post" %}\nx\n{% endopenapi-webhook %}',
    '{% openapi-webhook spec="pets" method="post" name="n" %}\n[/openapi/pets](/openapi/pets)\n{% endopenapi-webhook %}\n',
  ],
  [
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}\n',
  ],
  [
    '{% openapi-schemas spec="pets" schemas="A,B" grouped="true" %}\nx\n{% endopenapi-schemas %}',
    '{% openapi-schemas spec="pets" grouped="true" schemas="A,B" %}\n[/openapi/pets](/openapi/pets)\n{% endopenapi-schemas %}\n',
  ],
  [
    '{% columns %}\n{% column width="30%" valign="middle" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    '{% columns %}\n{% column valign="middle" width="30%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n',
  ],
])("%s is formatted", (markdown, formatted) => {
  expect(writeMarkdown(parseMarkdown(markdown))).toBe(formatted);
});

const bold = mark("bold");
const red = mark("color", { text: "red" });
const blue = mark("color", { background: "blue" });

test.each<[string, Node[], string]>([
  ["no text", [words("")], ""],
  [
    "superscript",
    [words("a", mark("superscript")), words("b", mark("subscript"))],
    "<sup>a</sup><sub>b</sub>\n",
  ],
  ["a key", [words("a", mark("keyboard"))], "<kbd>a</kbd>\n"],
  ["an unknown mark", [words("a", mark("odd"), bold)], "**a**\n"],
  [
    "two colors",
    [words("a", red), words("b", red), words("c", blue), words("d", mark("color"))],
    `<mark style="color:red;background-color:default;">ab</mark><mark style="color:default;background-color:blue;">c</mark><mark style="color:default;background-color:default;">d</mark>
`,
  ],
  [
    "marks that end later",
    [words("a", mark("italic")), words("b", mark("italic"), bold), words("c", bold)],
    "_a**b**_**c**\n",
  ],
  [
    "the widest mark outside",
    [words("a", bold, mark("italic")), words("b", mark("italic"))],
    "_**a**b_\n",
  ],
  ["bold code", [words("a", bold, mark("code")), words("b", mark("code"))], "**`a`**`b`\n"],
  ["a line break", [words("a"), inline("line-break"), words("b")], "a\\\nb\n"],
  ["a formula", [inline("inline-math", { formula: "x" }), inline("inline-math")], "$$x$$$$$$\n"],
  [
    "an expression",
    [inline("expression", { expression: "a.b" }), inline("expression")],
    `<code class="expression">a.b</code><code class="expression"></code>
`,
  ],
  [
    "a link",
    [inline("link", { ref: url("u"), title: "T" }, { nodes: [words("a", bold)] })],
    '[**a**](u "T")\n',
  ],
  [
    "a bold link",
    [
      inline(
        "link",
        { ref: url("u") },
        {
          marks: [bold],
          nodes: [
            words("a", bold),
            inline("inline-math", { formula: "x" }, { marks: [bold] }),
            words("b", bold, mark("italic")),
          ],
        },
      ),
    ],
    "**[a$$x$$_b_](u)**\n",
  ],
  ["a link without a target", [inline("link", { title: 1 })], "[]()\n"],
  [
    "a mention",
    [inline("mention", { ref: { kind: "page", page: "p", space: "s" } })],
    `<a href="/spaces/s/pages/p" data-mention>/spaces/s/pages/p</a>
`,
  ],
  [
    "an image",
    [
      inline("inline-image", { ref: url("u"), alt: "a", title: "t" }),
      inline("inline-image", { ref: url("u") }),
    ],
    '![a](u "t")![](u)\n',
  ],
  [
    "a small image",
    [inline("inline-image", { ref: url("u"), size: "line" })],
    '<img src="u" alt="" data-size="line">\n',
  ],
  [
    "an image with a dark variant",
    [inline("inline-image", { ref: url("u"), refDark: url("d"), alt: "a" })],
    `<picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="u" alt="a"></picture>
`,
  ],
  [
    "a button",
    [inline("button", { ref: url("u"), label: "L", kind: "secondary" }), inline("button")],
    `<a href="u" class="button secondary">L</a><a href="" class="button primary"></a>
`,
  ],
  [
    "a button with an icon",
    [inline("button", { ref: url("u"), label: "L", icon: "star", size: "large" })],
    `<a href="u" class="button primary" data-icon="star" data-size="large">L</a>
`,
  ],
  [
    "a button with an action",
    [
      inline("button", { label: "L", action: { action: "search", query: "q" } }),
      inline("button", { label: "L", action: null }),
    ],
    `<button type="button" class="button primary" data-action="search" data-query="q">L</button><a href="" class="button primary">L</a>
`,
  ],
  [
    "an icon",
    [inline("icon", { icon: "star", color: "red" }), inline("icon", { icon: "star", color: 1 })],
    `<i class="fa-star" style="color:red;">:star:</i><i class="fa-star">:star:</i>
`,
  ],
  [
    "a footnote",
    [
      inline("footnote-reference", { identifier: "a", label: "A" }),
      inline("footnote-reference", { identifier: "b", label: 1 }),
    ],
    "[^A][^b]\n",
  ],
  ["emoji", [inline("emoji", { code: "1f44d" })], "👍\n"],
  ["HTML", [inline("html", { html: "<b>" }), inline("html")], "<b>\n"],
  ["unknown content", [inline("odd", {}, { nodes: [words("a", bold)] })], "**a**\n"],
])("a paragraph of %s", (_content, nodes, expected) => {
  expect(write(block("paragraph", {}, ...nodes))).toBe(expected);
});

const text = block("paragraph", {}, words("a"));

test.each<[string, Node, string]>([
  [
    "a centered paragraph",
    block("paragraph", { align: "center" }, words("a & b", bold)),
    '<p align="center"><strong>a &#x26; b</strong></p>\n',
  ],
  [
    "a heading at the end",
    block("heading-2", { align: "end" }, words("a")),
    '<h2 align="right">a</h2>\n',
  ],
  ["an aligned quote", block("blockquote", { align: "end" }, text), "> a\n"],
  [
    "tasks",
    block(
      "list-tasks",
      {},
      block("list-item", { checked: true }, text),
      block("list-item", { checked: "x" }, text),
      block("list-item", {}, text),
    ),
    "* [x] a\n* a\n* a\n",
  ],
  [
    "a list from 5",
    block(
      "list-ordered",
      { start: 5, loose: true },
      block("list-item", {}, text),
      block("list-item", {}, text),
    ),
    "5. a\n\n6. a\n",
  ],
  [
    "bullets with a start",
    block(
      "list-unordered",
      { start: 5, loose: 1 },
      block("list-item", {}, text),
      block("list-item", {}, text),
    ),
    "* a\n* a\n",
  ],
  [
    "code with any values",
    block("code", { syntax: 1, meta: 2 }, block("code-line", {}, words("a"))),
    "```\na\n```\n",
  ],
  [
    "code with a title",
    block("code", { syntax: "js", title: "t" }, block("code-line", {}, words("a"))),
    '{% code title="t" %}\n```js\na\n```\n{% endcode %}\n',
  ],
  [
    "tagged code",
    block("code", { tagged: true }, block("code-line", {}, words("a"))),
    "{% code %}\n```\na\n```\n{% endcode %}\n",
  ],
  [
    "code that is not tagged",
    block("code", { tagged: false }, block("code-line", {}, words("a"))),
    "```\na\n```\n",
  ],
  ["a formula", block("math", { formula: "x" }), "$$\nx\n$$\n"],
  ["a formula without text", block("math"), "$$\n\n$$\n"],
  ["HTML of lines", block("html", { html: "<p>\n\n a  b</p>" }), "<p>\n\n a  b</p>\n"],
  ["a condition", block("if", { expression: "a == 1" }, text), "{% if a == 1 %}\na\n{% endif %}\n"],
  ["a tag without a name", block("tag"), "{%  %}\n"],
  [
    "a tag with content",
    block("tag-block", { tag: "odd a=1" }, text),
    "{% odd a=1 %}\na\n{% endodd %}\n",
  ],
  [
    "an embed with a caption",
    {
      ...block("embed", { url: "https://a.example" }),
      fragments: [{ object: "fragment", fragment: "caption", nodes: [text] }],
    },
    '{% embed url="https://a.example" %}\na\n{% endembed %}\n',
  ],
  [
    "a file with a caption",
    {
      ...block("file", { ref: url("u"), name: "n" }),
      fragments: [{ object: "fragment", fragment: "caption", nodes: [text] }],
    },
    '{% file src="u" name="n" %}\na\n{% endfile %}\n',
  ],
  ["a file", block("file", { ref: url("u") }), '{% file src="u" %}\n'],
  ["a file without a target", block("file", { name: "n" }, text), "a\n"],
  [
    "a reference",
    block("content-ref", { ref: url("u") }),
    '{% content-ref url="u" %}\n[u](u)\n{% endcontent-ref %}\n',
  ],
  ["reusable content", block("reusable-content", { ref: url('a"b') }), '{% include "a%22b" %}\n'],
  [
    "a specification by URL",
    block("swagger", { ref: url("u"), path: "/x", method: "get" }),
    `{% openapi src="u" path="/x" method="get" %}
[u](u)
{% endopenapi %}
`,
  ],
  [
    "a specification by name",
    block("openapi-operation", {
      ref: { kind: "openapi", spec: "pets" },
      path: "/x",
      method: "get",
    }),
    `{% openapi-operation spec="pets" path="/x" method="get" %}
[/openapi/pets](/openapi/pets)
{% endopenapi-operation %}
`,
  ],
  ["a drawing", block("drawing", { ref: url("u") }), "![](u)\n"],
  ["an unknown block with a target", block("odd", { ref: url("u") }, text), "a\n"],
  ["a footnote", block("footnote-definition", { identifier: "a", label: "A" }, text), "[^A]: a\n"],
  [
    "a footnote without a label",
    block("footnote-definition", { identifier: "a" }, text),
    "[^a]: a\n",
  ],
  ["a footnote without a name", block("footnote-definition", {}, text), "[^]: a\n"],
  [
    "an expandable section",
    {
      ...block("expandable", { defaultExpanded: true }),
      fragments: [
        { object: "fragment", fragment: "expandable-title", nodes: [text] },
        { object: "fragment", fragment: "expandable-body", nodes: [text] },
      ],
    },
    "<details open>\n\n<summary>a</summary>\n\na\n\n</details>\n",
  ],
  [
    "an empty section",
    block("expandable", { defaultExpanded: "yes" }),
    "<details>\n\n<summary></summary>\n\n</details>\n",
  ],
  [
    "images",
    {
      ...block("images", { align: "right", fullWidth: true, withFrame: true }),
      nodes: [
        {
          ...block("image", { ref: url("u") }),
          fragments: [
            { object: "fragment", nodes: [text, block("paragraph", {}, words("")), words("c")] },
          ],
        },
      ],
    },
    `<div align="right" data-full-width="true" data-with-frame="true"><figure><img src="u" alt=""><figcaption><p>a</p><p>c</p></figcaption></figure></div>
`,
  ],
  [
    "two images",
    block(
      "images",
      { align: "left", fullWidth: 1, withFrame: 1 },
      block("image", { ref: url("u"), alt: "a", width: 5, height: "50%" }),
      block("image", { ref: url("v"), refDark: url("d") }),
    ),
    `<div align="left"><figure><img src="u" alt="a" width="5" height="50%"><figcaption></figcaption></figure> <figure><picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="v" alt=""></picture><figcaption></figcaption></figure></div>
`,
  ],
  [
    "a centered image",
    block("images", { align: "center" }, block("image", { ref: url("u") })),
    `<figure><img src="u" alt=""><figcaption></figcaption></figure>
`,
  ],
  [
    "an update",
    block("update", { date: "2026-01-02", tags: ["a"] }, text),
    '{% update date="2026-01-02" tags="a" %}\na\n{% endupdate %}\n',
  ],
])("%s in Markdown", (_content, node, expected) => {
  expect(write(node)).toBe(expected);
});
