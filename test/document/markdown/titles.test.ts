import { describe, expect, test } from "vitest";
import { readTitle, writeTitle } from "../../../src/document/markdown/titles.ts";

const text = (value: string) => ({ type: "text", value });
const html = (value: string) => ({ type: "html", value });

describe("readTitle", () => {
  test.each<[string, unknown]>([
    ["a &amp; b", [text("a & b")]],
    ["", []],
    ["a<em>b</em>c", [text("a"), { type: "emphasis", children: [text("b")] }, text("c")]],
    ["<I>a</i>", [{ type: "emphasis", children: [text("a")] }]],
    [
      "<b>a</b><strong>b</strong>",
      [
        { type: "strong", children: [text("a")] },
        { type: "strong", children: [text("b")] },
      ],
    ],
    [
      "<s>a</s><del>b</del>",
      [
        { type: "delete", children: [text("a")] },
        { type: "delete", children: [text("b")] },
      ],
    ],
    [
      "<b><i>a</i></b>",
      [{ type: "strong", children: [{ type: "emphasis", children: [text("a")] }] }],
    ],
    ["<code>a&lt;</code>", [{ type: "inlineCode", value: "a<" }]],
    [
      "<code><b>a</b></code>",
      [html("<code>"), { type: "strong", children: [text("a")] }, html("</code>")],
    ],
    ["<code></code>", [html("<code>"), html("</code>")]],
    ["<code>a<br></code>", [html("<code>"), text("a"), html("<br>"), html("</code>")]],
    ["<b></b>", [html("<b>"), html("</b>")]],
    ["<b>a", [html("<b>"), text("a")]],
    ["<b><i>a</b>", [{ type: "strong", children: [html("<i>"), text("a")] }]],
    ["a</b>", [text("a"), html("</b>")]],
    ['<b class="x">a</b>', [html('<b class="x">'), text("a"), html("</b>")]],
    [
      "<img src='a'><sub>2</sub><br/>",
      [html("<img src='a'>"), html("<sub>"), text("2"), html("</sub>"), html("<br/>")],
    ],
    ["a<div>b</div>", undefined],
    ["a < b", undefined],
    ["a < <b>b</b>", undefined],
    ["<constructor>", undefined],
  ])("%s", (source, title) => {
    expect(readTitle(source)).toEqual(title);
  });

  test("formatting has at most twelve levels", () => {
    expect(readTitle(`${"<b>".repeat(12)}a${"</b>".repeat(12)}`)).toHaveLength(1);
    expect(readTitle(`${"<b>".repeat(13)}a${"</b>".repeat(13)}`)).toBeUndefined();
  });
});

test.each<[readonly object[], string]>([
  [[text(" a\n\n<b "), { type: "formula", value: "&" }], "a &#x3C;b &#x26;"],
  [
    [html("<br/>"), { type: "inlineCode", value: "<" }, { type: "break" }],
    "<br/><code>&#x3C;</code><br>",
  ],
  [
    [
      { type: "emphasis", children: [text("a")] },
      { type: "strong", children: [text("b")] },
      { type: "delete", children: [text("c")] },
    ],
    "<em>a</em><strong>b</strong><del>c</del>",
  ],
  [[{ type: "link", url: '/"a', children: [text("b")] }], '<a href="/&#x22;a">b</a>'],
  [
    [
      { type: "image", url: "/a" },
      { type: "image", url: "/b", alt: '"' },
    ],
    '<img src="/a" alt=""><img src="/b" alt="&#x22;">',
  ],
  [[{ type: "other", children: [text("a")] }], ""],
])("%j is written", (title, written) => {
  expect(writeTitle(title as Parameters<typeof writeTitle>[0])).toBe(written);
});
