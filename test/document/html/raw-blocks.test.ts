import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../../src/document/published-blocks.ts";

/** Addresses that start with `file:` are files of the space. */
const publish = (markdown: string) =>
  inPublishedBlocks(parseMarkdown(markdown), (url) =>
    url.startsWith("file:") ? { kind: "file", file: url.slice(5) } : { kind: "url", url },
  );

test.each<[string, string]>([
  ["<hr>", "***\n"],
  ["x <p>", "x&#x20;\n"],
  ["## A {#b}", "## A [](#b)\n"],
  ["<h7>a</h7>", "a\n"],
  ["<pre></pre>", ""],
  ["<p>a</b></p>", "a\n"],
  ["<b>*a* [x](y)</b>", "**_a_&#x20;**[**x**](y)\n"],
  ["<div>\n\n*a*\n\n</div>", "_a_\n"],
  ["<details>\n\nc\n\n</details>", "c\n"],
  ["<blockquote></blockquote>", ""],
  ['<figure><img alt="x"></figure>', ""],
  ["<h1>a</h1><h4>b</h4><h2> </h2>", "# a\n\n### b\n"],
  ['<ol start="1"><li>a</li>x</ol>', "1. a\n2. x\n"],
  ['<div>a<br>b <img src="c"></div>', "a\nb ![](c)\n"],
  ['<p align="center">a <b>b</b></p>', '<p align="center">a <strong>b</strong></p>\n'],
  ['<a href="b.md" data-mention>c</a>', '<a href="b.md" data-mention>b.md</a>\n'],
  ['<i class="fa-rocket">:rocket:</i>', '<i class="fa-rocket">:rocket:</i>\n'],
  // The icon is the last name that is not a style, in any order.
  ['<i class="fa-rocket fa-solid">x</i>', '<i class="fa-rocket">:rocket:</i>\n'],
  ['<i class="fa-sharp fa-rocket fa-light">x</i>', '<i class="fa-rocket">:rocket:</i>\n'],
  ['<i class="fa-star fa-rocket">x</i>', '<i class="fa-rocket">:rocket:</i>\n'],
  ["<blockquote><p>a</p>b</blockquote>", "> a\n>\n> b\n"],
  ["<pre><code>\na\n  b &lt;\n</code></pre>", "```\na\n  b <\n```\n"],
  ['<a href="b" class="button">Go *x*</a>', '<a href="b" class="button primary">Go x</a>\n'],
  ['<button data-action="other">A</button>', "A\n"],
  ['<button data-action="select">A</button>', "A\n"],
  ['<img src="a" alt="b" data-size="line"> c', '<img src="a" alt="b" data-size="line"> c\n'],
  ["<center><h2>a</h2><ul><li>b</li></ul></center>", '<h2 align="center">a</h2>\n\n* b\n'],
  ['<ul><li>a</li> <li>b<ol start="3"><li>c</ol></ul>', "* a\n* b\n\n  3. c\n"],
  [
    '<button data-action="select" data-slug="s">A</button>',
    '<button type="button" class="button primary" data-action="select" data-slug="s">A</button>\n',
  ],
  [
    '<div align="RIGHT"><figure><img src="a"></figure></div>',
    '<div align="right"><figure><img src="a" alt=""><figcaption></figcaption></figure></div>\n',
  ],
  [
    '<mark style="color:red;background-color:blue;">a *b*</mark>',
    '<mark style="color:red;background-color:blue;">a _b_</mark>\n',
  ],
  [
    '<button class="button secondary" data-action="search">A</button>',
    '<button type="button" class="button secondary" data-action="search">A</button>\n',
  ],
  [
    '<div data-full-width="false"><figure><img src="a"></figure><p>b</p></div>',
    '<figure><img src="a" alt=""><figcaption></figcaption></figure>\n\nb\n',
  ],
  [
    '<a href="b" class="button secondary" data-icon="rocket" data-size="small">Go</a>',
    '<a href="b" class="button secondary" data-icon="rocket" data-size="small">Go</a>\n',
  ],
  [
    '<figure><img src="a"><img src="b"><figcaption><p>c <b>d</b></p></figcaption></figure>',
    '<div><figure><img src="a" alt=""><figcaption></figcaption></figure> <figure><img src="b" alt=""><figcaption><p>c <strong>d</strong></p></figcaption></figure></div>\n',
  ],
  [
    '<picture><source srcset="d 2x" media="(prefers-color-scheme: dark)"><img src="a" alt="b"></picture> c',
    '<picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="a" alt="b"></picture> c\n',
  ],
  [
    '<button type="button" class="button primary" data-action="ask" data-query="q" data-icon="x">A</button>',
    '<button type="button" class="button primary" data-action="ask" data-query="q" data-icon="x">A</button>\n',
  ],
  [
    "a <b>c <i>d</i></b> <strong>e</strong> <em>f</em> <del>g</del> <s>h</s> <strike>i</strike> <code>j</code>",
    "a **c _d_** **e** _f_ ~~g~~ ~~h~~ ~~i~~ `j`\n",
  ],
  [
    '<i class="fa-solid fa-rocket" style="color:red">x</i> <i class="fa-brands">x</i> <i class="other">y</i> <i class="fa-duotone fa-solid">z</i>',
    '<i class="fa-rocket" style="color:red;">:rocket:</i> <i class="fa-brands">:brands:</i> _y_ <i class="fa-solid">:solid:</i>\n',
  ],
  [
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a"><figcaption></figcaption></figure> <figure><img src="b"><figcaption><p>c</p></figcaption></figure></div>',
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a" alt=""><figcaption></figcaption></figure> <figure><img src="b" alt=""><figcaption><p>c</p></figcaption></figure></div>\n',
  ],
])("the HTML %s is exported as Markdown", (html, expected) => {
  expect(writeMarkdown(publish(html))).toBe(expected);
});

test.each<[string, unknown]>([
  ["<hr>", [{ object: "block", type: "divider", isVoid: true, data: {} }]],
  [
    "x <p>",
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x ", marks: [] }] }],
        isVoid: false,
      },
    ],
  ],
  [
    "## A {#b}",
    [
      {
        object: "block",
        type: "heading-2",
        data: {},
        nodes: [
          { object: "text", leaves: [{ object: "leaf", text: "A ", marks: [] }] },
          {
            object: "inline",
            type: "link",
            isVoid: false,
            data: { ref: { kind: "url", url: "#b" } },
            nodes: [],
          },
        ],
        isVoid: false,
      },
    ],
  ],
  ["<ul></ul>", []],
  ["<pre></pre>", []],
  [
    "<p>a</b></p>",
    [
      {
        object: "block",
        type: "paragraph",
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
        isVoid: false,
      },
    ],
  ],
  [
    '<img src=""> c',
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: " c", marks: [] }] }],
        isVoid: false,
      },
    ],
  ],
  [
    "<b><b>a</b></b>",
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          {
            object: "text",
            leaves: [{ object: "leaf", text: "a", marks: [{ object: "mark", type: "bold" }] }],
          },
        ],
        isVoid: false,
      },
    ],
  ],
  [
    "<div>\n\n*a*\n\n</div>",
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          {
            object: "text",
            leaves: [{ object: "leaf", text: "a", marks: [{ object: "mark", type: "italic" }] }],
          },
        ],
        isVoid: false,
      },
    ],
  ],
  ["<blockquote></blockquote>", []],
  [
    '<ol start="x"><li>a</li></ol>',
    [
      {
        object: "block",
        type: "list-ordered",
        data: {},
        nodes: [
          {
            object: "block",
            type: "list-item",
            data: {},
            nodes: [
              {
                object: "block",
                type: "paragraph",
                data: {},
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
                isVoid: false,
              },
            ],
            isVoid: false,
          },
        ],
        isVoid: false,
      },
    ],
  ],
  [
    "<h1>a</h1><h4>b</h4><h2> </h2>",
    [
      {
        object: "block",
        type: "heading-1",
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
        isVoid: false,
      },
      {
        object: "block",
        type: "heading-3",
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
        isVoid: false,
      },
    ],
  ],
  [
    '<div>a<br>b <img src="c"></div>',
    [
      {
        object: "block",
        type: "paragraph",
        data: {},
        nodes: [
          { object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] },
          { object: "text", leaves: [{ object: "leaf", text: "\n", marks: [] }] },
          { object: "text", leaves: [{ object: "leaf", text: "b ", marks: [] }] },
          {
            object: "inline",
            type: "inline-image",
            isVoid: true,
            data: { ref: { kind: "url", url: "c" }, size: "original", caption: "", alt: "" },
          },
        ],
        isVoid: false,
      },
    ],
  ],
  [
    '<a href="b.md" data-mention>c</a>',
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          {
            object: "inline",
            type: "mention",
            isVoid: true,
            data: { ref: { kind: "url", url: "b.md" } },
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "c", marks: [] }] }],
          },
        ],
        isVoid: false,
      },
    ],
  ],
  [
    '<i class="fa-rocket">:rocket:</i>',
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [{ object: "inline", type: "icon", isVoid: true, data: { icon: "rocket" } }],
        isVoid: false,
      },
    ],
  ],
  [
    '<a href="b" class="button">Go *x*</a>',
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          {
            object: "inline",
            type: "button",
            isVoid: true,
            data: { ref: { kind: "url", url: "b" }, kind: "primary", label: "Go x" },
          },
        ],
        isVoid: false,
      },
    ],
  ],
  [
    '<div align="RIGHT"><figure><img src="a"></figure></div>',
    [
      {
        object: "block",
        type: "images",
        isVoid: false,
        data: { align: "right" },
        nodes: [
          {
            object: "block",
            type: "image",
            isVoid: true,
            data: { ref: { kind: "url", url: "a" }, size: "original", caption: "", alt: "" },
            fragments: [],
          },
        ],
      },
    ],
  ],
  [
    '<figure><img src="a"><img src="b"><figcaption><p>c <b>d</b></p></figcaption></figure>',
    [
      {
        object: "block",
        type: "images",
        isVoid: false,
        data: {},
        nodes: [
          {
            object: "block",
            type: "image",
            isVoid: true,
            data: { ref: { kind: "url", url: "a" }, size: "original", caption: "", alt: "" },
            fragments: [],
          },
          {
            object: "block",
            type: "image",
            isVoid: true,
            data: { ref: { kind: "url", url: "b" }, size: "original", caption: "", alt: "" },
            fragments: [
              {
                object: "fragment",
                fragment: "caption",
                type: "caption",
                nodes: [
                  {
                    object: "block",
                    type: "paragraph",
                    data: {},
                    nodes: [
                      { object: "text", leaves: [{ object: "leaf", text: "c ", marks: [] }] },
                      {
                        object: "text",
                        leaves: [
                          { object: "leaf", text: "d", marks: [{ object: "mark", type: "bold" }] },
                        ],
                      },
                    ],
                    isVoid: false,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ],
])("the HTML %s has these blocks", (html, expected) => {
  expect(publish(html).nodes).toEqual(expected);
});
