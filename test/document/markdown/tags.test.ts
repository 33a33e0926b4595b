import { expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import {
  buildTag,
  hasReadableAttributes,
  parseLooseAttributes,
} from "../../../src/document/markdown/tags.ts";
import { parseMarkdown, parseWithPositions } from "../../../src/document/markdown.ts";

/** The blocks with their data, without texts in paragraphs. */
function outline(nodes: readonly Node[]): unknown[] {
  return nodes.map(({ type, data = {}, nodes: inner = [], fragments = [], leaves }) => {
    if (leaves)
      return leaves.map(({ text, marks }) => [text, ...marks.map((one) => one.type)].join("|"));
    const below = [
      ...outline(inner),
      ...fragments.map((part) => [part.fragment, ...outline(part.nodes ?? [])]),
    ];
    return [type, ...(Object.keys(data).length > 0 ? [data] : []), ...below];
  });
}

test.each([
  ["x a=\"b\" c-d='e'", true],
  ["x", true],
  ["x a=b", false],
  ['x a="b" c', false],
  ['x __proto__="b"', true],
])("whether the attributes of %s can be read", (tag, expected) => {
  expect(hasReadableAttributes(tag)).toBe(expected);
});

test.each([
  ["x a=\"b c\" d='e' f=200 g=\u201ch i\u201d", { a: "b c", d: "e", f: "200", g: "h i" }],
  ['x __proto__="b" a-b=""', { "a-b": "" }],
  ["x -a=b a= b", { "-a": "b" }],
])("the attributes of %s for display", (tag, expected) => {
  expect(parseLooseAttributes(tag)).toEqual(expected);
});

test.each([
  [{}, "x"],
  [
    {
      b: 1,
      a: true,
      title: "t",
      url: "u",
      src: "s",
      spec: "p",
      none: undefined,
      nil: null,
      list: [],
    },
    'x spec="p" src="s" url="u" title="t" a="true" b="1"',
  ],
  [
    { a: 'say "it\'s"', b: "it's", c: "two\r\n\nlines" },
    'x a=\'say "it’s"\' b="it\'s" c="two lines"',
  ],
])("the tag with %j", (attributes, expected) => {
  expect(buildTag("x", attributes)).toBe(expected);
});

test.each([
  [
    '{% hint style="warning" a="1" b="01" c="true" d="x" __proto__="y" %}\na\n{% endhint %}',
    [["hint", { style: "warning", a: 1, b: "01", c: true, d: "x" }, ["paragraph", ["a"]]]],
  ],
  [
    '{% tabs %}\n{% tab title="2024" %}\na\n{% endtab %}\n{% endtabs %}',
    [["tabs", ["tabs-item", { title: "2024" }, ["paragraph", ["a"]]]]],
  ],
  ["{% tabs %}\na\n{% endtabs %}", [["tabs", ["paragraph", ["a"]]]]],
  [
    '{% code title="t" %}\n```js x=1\na\n```\n{% endcode %}',
    [["code", { title: "t", syntax: "js", meta: "x=1", tagged: true }, ["code-line", ["a"]]]],
  ],
  [
    '{% code title="t" %}\na\n\nb\n{% endcode %}',
    [["tag-block", { tag: 'code title="t"' }, ["paragraph", ["a"]], ["paragraph", ["b"]]]],
  ],
  [
    "{% odd %}\n```js\na\n```\n{% endodd %}",
    [["tag-block", { tag: "odd" }, ["code", { syntax: "js" }, ["code-line", ["a"]]]]],
  ],
  [
    '{% embed url="https://a.example" %}\nc\n{% endembed %}',
    [["embed", { url: "https://a.example" }, ["caption", ["paragraph", ["c"]]]]],
  ],
  [
    '{% embed src="x" %}\nc\n{% endembed %}',
    [["tag-block", { tag: 'embed src="x"' }, ["paragraph", ["c"]]]],
  ],
  [
    '{% file src="x" name="n" %}\nc\n{% endfile %}',
    [["file", { name: "n", ref: { kind: "url", url: "x" } }, ["caption", ["paragraph", ["c"]]]]],
  ],
  [
    '{% file name="n" %}\nc\n{% endfile %}',
    [["tag-block", { tag: 'file name="n"' }, ["paragraph", ["c"]]]],
  ],
  [
    '{% content-ref url="x" %}\n[x](x)\n{% endcontent-ref %}',
    [["content-ref", { ref: { kind: "url", url: "x" } }]],
  ],
  [
    "{% content-ref %}\n[x](x)\n{% endcontent-ref %}",
    [
      [
        "tag-block",
        { tag: "content-ref" },
        ["paragraph", ["link", { ref: { kind: "url", url: "x" } }, ["x"]]],
      ],
    ],
  ],
  ['{% page-ref page="x" %}', [["content-ref", { ref: { kind: "url", url: "x" } }]]],
  ['{% include "x" %}', [["reusable-content", { ref: { kind: "url", url: "x" } }]]],
  ["{% include x %}", [["tag", { tag: "include x" }]]],
  ['{% included "x" %}', [["tag", { tag: 'included "x"' }]]],
  [
    '{% openapi src="x" path="/p" method="get" %}\n[x](x)\n{% endopenapi %}',
    [["swagger", { path: "/p", method: "get", ref: { kind: "url", url: "x" } }]],
  ],
  [
    '{% openapi path="/p" %}\n[x](x)\n{% endopenapi %}',
    [
      [
        "tag-block",
        { tag: 'openapi path="/p"' },
        ["paragraph", ["link", { ref: { kind: "url", url: "x" } }, ["x"]]],
      ],
    ],
  ],
  [
    '{% swagger src="x" path="/p" %}\n[x](x)\n{% endswagger %}',
    [
      [
        "tag-block",
        { tag: 'swagger src="x" path="/p"' },
        ["paragraph", ["link", { ref: { kind: "url", url: "x" } }, ["x"]]],
      ],
    ],
  ],
  [
    '{% openapi-webhook spec="s" name="n" %}\n[x](x)\n{% endopenapi-webhook %}',
    [["openapi-webhook", { name: "n", ref: { kind: "openapi", spec: "s" } }]],
  ],
  [
    '{% column width="50%" valign="top" %}\na\n{% endcolumn %}',
    [
      [
        "column",
        { width: { unit: "%", value: 50 }, verticalAlignment: "top" },
        ["paragraph", ["a"]],
      ],
    ],
  ],
  ["{% if a == 1 %}\na\n{% endif %}", [["if", { expression: "a == 1" }, ["paragraph", ["a"]]]]],
  [
    "{% hint %}\na",
    [
      ["tag", { tag: "hint" }],
      ["paragraph", ["a"]],
    ],
  ],
  ["{% hint %}\n{% endhint %}", [["hint"]]],
  [
    "{% endhint %}\n\na",
    [
      ["tag", { tag: "endhint" }],
      ["paragraph", ["a"]],
    ],
  ],
  [
    "{% hint %}\n{% hint %}\na\n{% endhint %}\n{% endhint %}",
    [["hint", ["hint", ["paragraph", ["a"]]]]],
  ],
  [
    "{% hint %}\n{% tabs %}\na\n{% endhint %}",
    [["hint", ["tag", { tag: "tabs" }], ["paragraph", ["a"]]]],
  ],
  ["{% hint %} \t\na\n  {% endhint %}", [["hint", ["paragraph", ["a"]]]]],
  ["{%hint%}\na\n{%endhint%}", [["hint", ["paragraph", ["a"]]]]],
  ["{ % hint % }\na", [["paragraph", ["{ % hint % }\na"]]]],
  ["{% hint\nx %}", [["paragraph", ["{% hint\nx %}"]]]],
  ["{% a %} b", [["paragraph", ["{% a %} b"]]]],
  ["{% a % b %}", [["tag", { tag: "a % b" }]]],
])("the blocks of the tag %s", (markdown, expected) => {
  expect(outline(parseMarkdown(markdown).nodes)).toEqual(expected);
});

test.each([
  [
    "<details><summary>a</summary>\n\nb\n\n</details>\n\nc",
    [
      [
        "expandable",
        ["expandable-title", ["paragraph", ["a"]]],
        ["expandable-body", ["paragraph", ["b"]]],
      ],
      ["paragraph", ["c"]],
    ],
  ],
  [
    '<details open="open">\n<summary> a <b>x</b> </summary>\n\nb\n\n</details>',
    [
      [
        "expandable",
        { defaultExpanded: true },
        ["expandable-title", ["paragraph", ["a ", "x|bold"]]],
        ["expandable-body", ["paragraph", ["b"]]],
      ],
    ],
  ],
  [
    "<details>\n\n<summary>a</summary>\n\nb\n\n</details>",
    [
      [
        "expandable",
        ["expandable-title", ["paragraph", ["a"]]],
        ["expandable-body", ["paragraph", ["b"]]],
      ],
    ],
  ],
  [
    "<details>\n\n<p>a</p>\n\nb\n\n</details>",
    [
      ["html", { html: "<details>" }],
      ["html", { html: "<p>a</p>" }],
      ["paragraph", ["b"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<details>\n\n# a\n\n</details>",
    [
      ["html", { html: "<details>" }],
      ["heading-1", ["a"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<details id=x>\n<summary>a</summary>\n\nb\n\n</details>",
    [
      ["html", { html: "<details id=x>\n<summary>a</summary>" }],
      ["paragraph", ["b"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<details>\n<summary>a</summary>\n\nb",
    [
      ["html", { html: "<details>\n\n<summary>a</summary>" }],
      ["paragraph", ["b"]],
    ],
  ],
  [
    "<details>\n<summary>a</summary>\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n\nd\n\n</details>\n\ne",
    [
      [
        "expandable",
        ["expandable-title", ["paragraph", ["a"]]],
        [
          "expandable-body",
          [
            "expandable",
            ["expandable-title", ["paragraph", ["b"]]],
            ["expandable-body", ["paragraph", ["c"]]],
          ],
          ["paragraph", ["d"]],
        ],
      ],
      ["paragraph", ["e"]],
    ],
  ],
  [
    "<details>\n<summary>a</summary>\n\n<detailsx>\n\nc\n\n</details>\n\nd\n\n</details>",
    [
      [
        "expandable",
        ["expandable-title", ["paragraph", ["a"]]],
        ["expandable-body", ["html", { html: "<detailsx>" }], ["paragraph", ["c"]]],
      ],
      ["paragraph", ["d"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<details>\n<summary><ul><li>a</li></ul></summary>\n\nb\n\n</details>",
    [
      ["html", { html: "<details>\n<summary><ul><li>a</li></ul></summary>" }],
      ["paragraph", ["b"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<summary>a</summary>\n\nb\n\n</details>",
    [
      ["html", { html: "<summary>a</summary>" }],
      ["paragraph", ["b"]],
      ["html", { html: "</details>" }],
    ],
  ],
  [
    "<p>\n{% hint %}\n</p>\n{% endhint %}\nx",
    [
      ["html", { html: "<p>" }],
      ["hint", ["html", { html: "</p>" }]],
      ["html", { html: "x" }],
    ],
  ],
  [
    '<div>\n  {% embed url="https://a.example" %}  \n</div>',
    [
      ["html", { html: "<div>" }],
      ["embed", { url: "https://a.example" }],
      ["html", { html: "</div>" }],
    ],
  ],
  ["<pre>\n{% hint %}\n</pre>", [["html", { html: "<pre>\n{% hint %}\n</pre>" }]]],
  [
    "> <div>\n> {% hint %}\n> </div>",
    [["blockquote", ["html", { html: "<div>\n{% hint %}\n</div>" }]]],
  ],
  [
    '<figure><img src="a" alt="b" width="50%"><figcaption>c &amp; d</figcaption></figure>',
    [
      [
        "images",
        [
          "image",
          { ref: { kind: "url", url: "a" }, alt: "b", width: { unit: "%", value: 50 } },
          ["caption", ["paragraph", ["c & d"]]],
        ],
      ],
    ],
  ],
  [
    '<figure><img src="a"><figcaption></figcaption></figure>',
    [["images", ["image", { ref: { kind: "url", url: "a" } }]]],
  ],
  ['<figure><img src=""></figure>', [["html", { html: '<figure><img src=""></figure>' }]]],
  [
    '<figure><img src="a" data-x="1"></figure>',
    [["html", { html: '<figure><img src="a" data-x="1"></figure>' }]],
  ],
])("the blocks of the HTML %s", (markdown, expected) => {
  expect(outline(parseMarkdown(markdown).nodes)).toEqual(expected);
});

test.each([
  ["a *b* c", [["paragraph", ["a ", "b|italic", " c"]]]],
  ["`a``b` ``c``", [["paragraph", ["a``b|code", " ", "c|code"]]]],
  ["**a** *b*c", [["paragraph", ["a|bold", " ", "b|italic", "c"]]]],
  [
    '<code class="expression">a.b</code> c',
    [["paragraph", ["expression", { expression: "a.b" }], [" c"]]],
  ],
  [
    '<code class="expression">a **b**</code>',
    [["paragraph", ["expression", { expression: "a b" }]]],
  ],
  [
    '<code class="expression">`a`</code>',
    [
      [
        "paragraph",
        ["html", { html: '<code class="expression">' }],
        ["a|code"],
        ["html", { html: "</code>" }],
      ],
    ],
  ],
  [
    '<code class="expression">a</b>',
    [
      [
        "paragraph",
        ["html", { html: '<code class="expression">' }],
        ["a"],
        ["html", { html: "</b>" }],
      ],
    ],
  ],
  [
    '<code class="other">a</code>',
    [
      [
        "paragraph",
        ["html", { html: '<code class="other">' }],
        ["a"],
        ["html", { html: "</code>" }],
      ],
    ],
  ],
  [
    "[](a) ![](b)",
    [
      [
        "paragraph",
        ["link", { ref: { kind: "url", url: "a" } }, [""]],
        [" "],
        ["inline-image", { ref: { kind: "url", url: "b" } }],
      ],
    ],
  ],
  [
    "[a][b] ![c][d] [e][]\n\n[b]: /b \"B\"\n[d]: /d 'D'",
    [
      [
        "paragraph",
        ["link", { ref: { kind: "url", url: "/b" }, title: "B" }, ["a"]],
        [" "],
        ["inline-image", { ref: { kind: "url", url: "/d" }, alt: "c", title: "D" }],
        [" [e][]"],
      ],
    ],
  ],
  [
    "a[^n]\n\n[^N]: note",
    [
      ["paragraph", ["a"], ["footnote-reference", { identifier: "n", label: "n" }]],
      ["footnote-definition", { identifier: "n", label: "N" }, ["paragraph", ["note"]]],
    ],
  ],
  ["$$a$$ b", [["paragraph", ["inline-math", { formula: "a" }], [" b"]]]],
  ["$$\na\n$$", [["math", { formula: "a" }]]],
  ["$$\na\n$$ b", [["paragraph", ["inline-math", { formula: "\na\n" }], [" b"]]]],
  ["$$a\nb$$", [["paragraph", ["inline-math", { formula: "a\nb" }]]]],
  ["$$$$ $a$ $$a", [["paragraph", ["$"], ["inline-math", { formula: "$ $a$ " }], ["a"]]]],
  ["$$a$b$$", [["paragraph", ["inline-math", { formula: "a$b" }]]]],
  [
    "| a | **b** |\n| - | :-: |\n| c |\n| d | e | f |",
    [
      [
        "table",
        {
          view: { type: "grid", columns: ["c1", "c2"], hideHeader: false },
          definition: {
            c1: { id: "c1", title: "a", type: "text", textAlignment: "left", aligned: false },
            c2: {
              id: "c2",
              title: "b",
              type: "text",
              textAlignment: "center",
              titleFragment: "c2",
            },
          },
          records: {
            r1: { orderIndex: "000001", values: { c1: "r1c1" } },
            r2: { orderIndex: "000002", values: { c1: "r2c1", c2: "r2c2" } },
          },
        },
        ["c2", ["paragraph", ["b|bold"]]],
        ["r1c1", ["paragraph", ["c"]]],
        ["r2c1", ["paragraph", ["d"]]],
        ["r2c2", ["paragraph", ["e"]]],
      ],
    ],
  ],
  [
    "1) a\n2) b",
    [["list-ordered", ["list-item", ["paragraph", ["a"]]], ["list-item", ["paragraph", ["b"]]]]],
  ],
  [
    "-\n- a\n\n  b",
    [
      [
        "list-unordered",
        { loose: true },
        ["list-item", ["paragraph", [""]]],
        ["list-item", ["paragraph", ["a"]], ["paragraph", ["b"]]],
      ],
    ],
  ],
  ["~~a~~ ***b***", [["paragraph", ["a|strikethrough", " ", "b|italic|bold"]]]],
  [
    "# a {#b}",
    [["heading-1", ["a "], ["html", { html: '<a href="#b" id="b">' }], ["html", { html: "</a>" }]]],
  ],
  [
    "# *a* {#b}",
    [
      [
        "heading-1",
        ["a|italic", " "],
        ["html", { html: '<a href="#b" id="b">' }],
        ["html", { html: "</a>" }],
      ],
    ],
  ],
  ["# *a {#b}*", [["heading-1", ["a {#b}|italic"]]]],
  ["a\\\nb", [["paragraph", ["a"], ["line-break"], ["b"]]]],
])("the content of %s", (markdown, expected) => {
  expect(outline(parseMarkdown(markdown).nodes)).toEqual(expected);
});

test("blocks keep their positions when tags and details are combined", () => {
  const source =
    "<div>\n{% hint %}\na\n{% endhint %}\n</div>\n\n<details>\n\n<summary>b</summary>\n\nc\n\n</details>\n";
  const { root } = parseWithPositions(source);
  expect(
    root.children.map(({ type, position }) => [
      type,
      source.slice(position?.start.offset, position?.end.offset),
      position?.start.line,
      position?.end.line,
      position?.end.column,
    ]),
  ).toEqual([
    ["html", "<div>", 1, 1, 6],
    ["tag", "{% hint %}", 2, 2, 11],
    ["html", "a", 3, 3, 2],
    ["tag", "{% endhint %}", 4, 4, 14],
    ["html", "</div>", 5, 5, 7],
    ["html", "<details>", 7, 7, 10],
    ["html", "<summary>b</summary>", 9, 9, 21],
    ["paragraph", "c", 11, 11, 2],
    ["html", "</details>", 13, 13, 11],
  ]);
});
