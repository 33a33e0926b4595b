import { expect, test } from "vitest";
import { parseMarkdown } from "../../../src/document/markdown.ts";

test.each<[string, readonly object[]]>([
  ["---", [{ object: "block", type: "divider", isVoid: true, data: {} }]],
  [
    "-\n- a",
    [
      {
        object: "block",
        type: "list-unordered",
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
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] }],
              },
            ],
          },
          {
            object: "block",
            type: "list-item",
            data: {},
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    "1. a\n2. b",
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
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
              },
            ],
          },
          {
            object: "block",
            type: "list-item",
            data: {},
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  ["$$\na + b\n$$", [{ object: "block", type: "math", isVoid: true, data: { formula: "a + b" } }]],
  [
    "- [ ] a\n- b",
    [
      {
        object: "block",
        type: "list-unordered",
        data: {},
        nodes: [
          {
            object: "block",
            type: "list-item",
            data: { checked: false },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
              },
            ],
          },
          {
            object: "block",
            type: "list-item",
            data: {},
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    "- [ ] a\n- [x] b",
    [
      {
        object: "block",
        type: "list-tasks",
        data: {},
        nodes: [
          {
            object: "block",
            type: "list-item",
            data: { checked: false },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
              },
            ],
          },
          {
            object: "block",
            type: "list-item",
            data: { checked: true },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '{% include "a.md" %}',
    [
      {
        object: "block",
        type: "reusable-content",
        isVoid: true,
        data: { ref: { kind: "url", url: "a.md" } },
      },
    ],
  ],
  [
    "```js title=x\na\n\nb\n```",
    [
      {
        object: "block",
        type: "code",
        data: { syntax: "js", meta: "title=x" },
        nodes: [
          {
            object: "block",
            type: "code-line",
            data: {},
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
          {
            object: "block",
            type: "code-line",
            data: {},
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] }],
          },
          {
            object: "block",
            type: "code-line",
            data: {},
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '{% file src="a.pdf" %}',
    [{ object: "block", type: "file", isVoid: true, data: { ref: { kind: "url", url: "a.pdf" } } }],
  ],
  [
    "{% if %}\na\n{% endif %}",
    [
      {
        object: "block",
        type: "tag-block",
        data: { tag: "if" },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '{% page-ref page="a.md" %}',
    [
      {
        object: "block",
        type: "content-ref",
        isVoid: true,
        data: { ref: { kind: "url", url: "a.md" } },
      },
    ],
  ],
  [
    '{% content-ref url="a.md" %}',
    [
      {
        object: "block",
        type: "content-ref",
        isVoid: true,
        data: { ref: { kind: "url", url: "a.md" } },
      },
    ],
  ],
  [
    '{% embed url="https://a.example" %}',
    [{ object: "block", type: "embed", isVoid: true, data: { url: "https://a.example" } }],
  ],
  [
    '{% embed src="https://a.example" %}',
    [
      {
        object: "block",
        type: "tag",
        isVoid: true,
        data: { tag: 'embed src="https://a.example"' },
      },
    ],
  ],
  [
    "{% a %}\n{% a %}\nx\n{% enda %}\n{% enda %}",
    [
      {
        object: "block",
        type: "tag-block",
        data: { tag: "a" },
        nodes: [
          {
            object: "block",
            type: "tag-block",
            data: { tag: "a" },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '<figure><img src="a" width="50%"></figure>',
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
            data: { ref: { kind: "url", url: "a" }, width: { unit: "%", value: 50 } },
            fragments: [],
          },
        ],
      },
    ],
  ],
  [
    '<code class="expression">space.vars.a</code>',
    [
      {
        object: "block",
        type: "paragraph",
        nodes: [
          {
            object: "inline",
            type: "expression",
            isVoid: true,
            data: { expression: "space.vars.a" },
          },
        ],
      },
    ],
  ],
  [
    '{% if visitor.claims.a == "b" %}\na\n{% endif %}',
    [
      {
        object: "block",
        type: "if",
        data: { expression: 'visitor.claims.a == "b"' },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '{% openapi src="a.yaml" %}\na\n\nb\n{% endopenapi %}',
    [
      {
        object: "block",
        type: "tag-block",
        data: { tag: 'openapi src="a.yaml"' },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '{% file src="a.pdf" name="b" %}\nCaption\n{% endfile %}',
    [
      {
        object: "block",
        type: "file",
        isVoid: true,
        data: { name: "b", ref: { kind: "url", url: "a.pdf" } },
        fragments: [
          {
            object: "fragment",
            fragment: "caption",
            type: "caption",
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [
                  { object: "text", leaves: [{ object: "leaf", text: "Caption", marks: [] }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}',
    [
      {
        object: "block",
        type: "content-ref",
        isVoid: true,
        data: { ref: { kind: "url", url: "a.md" } },
      },
    ],
  ],
  [
    '{% embed url="https://a.example" %}\nCaption *x*\n{% endembed %}',
    [
      {
        object: "block",
        type: "embed",
        isVoid: true,
        data: { url: "https://a.example" },
        fragments: [
          {
            object: "fragment",
            fragment: "caption",
            type: "caption",
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [
                  {
                    object: "text",
                    leaves: [
                      { object: "leaf", text: "Caption ", marks: [] },
                      { object: "leaf", text: "x", marks: [{ object: "mark", type: "italic" }] },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '{% hint style="info" n="12" z="012" b="false" %}\na\n{% endhint %}',
    [
      {
        object: "block",
        type: "hint",
        data: { style: "info", n: 12, z: "012", b: false },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '{% openapi src="a.yaml" path="/x" method="get" %}\n[a](a.yaml)\n{% endopenapi %}',
    [
      {
        object: "block",
        type: "swagger",
        isVoid: true,
        data: { path: "/x", method: "get", ref: { kind: "url", url: "a.yaml" } },
      },
    ],
  ],
  [
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    [
      {
        object: "block",
        type: "code",
        data: { title: "a.js", overflow: "wrap", lineNumbers: true, syntax: "js", tagged: true },
        nodes: [
          {
            object: "block",
            type: "code-line",
            data: {},
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
          },
        ],
      },
    ],
  ],
  [
    '<figure><img src="a" alt="" width="100" height="50"><figcaption></figcaption></figure>',
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
            data: { ref: { kind: "url", url: "a" }, width: 100, height: 50 },
            fragments: [],
          },
        ],
      },
    ],
  ],
  [
    '{% columns %}\n{% column width="41.66666666666667%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    [
      {
        object: "block",
        type: "columns",
        data: {},
        nodes: [
          {
            object: "block",
            type: "column",
            data: { width: { unit: "%", value: 41.66666666666667 } },
            nodes: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '{% openapi-operation spec="pets" path="/x" method="get" %}\n[a](b)\n{% endopenapi-operation %}',
    [
      {
        object: "block",
        type: "openapi-operation",
        isVoid: true,
        data: { path: "/x", method: "get", ref: { kind: "openapi", spec: "pets" } },
      },
    ],
  ],
  [
    '<table><thead><tr><th data-type="multi-select">H</th></tr></thead><tbody><tr><td><b>a</b></td></tr></tbody></table>',
    [
      {
        object: "block",
        type: "html",
        isVoid: true,
        data: {
          html: '<table><thead><tr><th data-type="multi-select">H</th></tr></thead><tbody><tr><td><b>a</b></td></tr></tbody></table>',
        },
      },
    ],
  ],
])("%s has these blocks", (markdown, nodes) => {
  expect(parseMarkdown(markdown).nodes).toEqual(nodes);
});
