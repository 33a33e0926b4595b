/** HTML of authors: elements whose content is hidden, and attributes that are kept. */
import { describe, expect, test } from "vitest";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

const context: RenderContext = {
  find: (ref) => {
    if (ref.kind !== "url" || ref.url.startsWith("gone")) return undefined;
    return { address: ref.url, title: `Title of ${ref.url}` };
  },
  operation: () => undefined,
};

/** The HTML of a paragraph, without its tags. */
function render(inline: string): string {
  const { html } = writePage(parseMarkdown(`x ${inline}`), context);
  return html.replace(/^<p>x /, "").replace(/<\/p>$/, "");
}

describe("the content of an icon and of a mention is hidden up to its end", () => {
  const insides = [
    "a",
    "</u>a",
    "<s>a",
    "<s>a</s>",
    "a</s></u>",
    "<br>a",
    "*a*",
    "![a](b)",
    "</span>",
  ];
  const cases = insides.flatMap((inside) =>
    ["", "b", "kbd"].map((outside) => ({ inside, outside })),
  );

  test.each(cases)("$inside, within the element $outside", ({ inside, outside }) => {
    const [start, end] = outside === "" ? ["", ""] : [`<${outside}>`, `</${outside}>`];
    const icon = `${start}<i class="fa-rocket">${inside}</i>after${end}`;
    expect(render(icon)).toBe(`${start}<i></i>after${end}`);
    const mention = `${start}<a href="t.md" data-mention>${inside}</a>after${end}`;
    expect(render(mention)).toBe(`${start}<a href="t.md">Title of t.md</a>after${end}`);
  });

  test.each([
    ['<b><i class="fa-x">a</b>c</i>d', "<b><i></i></b>cd"],
    ['<i class="fa-x"><i class="fa-y">a</i>b</i>c', "<i></i>bc"],
    ['<i class="other">a</i>b', "<i>a</i>b"],
    ['<a href="gone.md" data-mention>a</a>b', "<a>a</a>b"],
    ['<a href="t.md">a</a>b', '<a href="t.md">a</a>b'],
    ['<span class="fa-x" data-mention>a</span>b', "<span>a</span>b"],
  ])("%s is %s", (source, expected) => {
    expect(render(source)).toBe(expected);
  });
});

test.each<[string, string]>([
  [
    '<span title="t" lang="de" dir="RTL" onclick="x" style="width:1px">a</span>',
    '<span title="t" lang="de" dir="RTL">a</span>',
  ],
  ['<span title="" lang="" dir="up">a</span>', "<span>a</span>"],
  ['<a name="n">a</a>', '<a id="n">a</a>'],
  ['<span name="n">a</span>', "<span>a</span>"],
  ['<a id="i" name="n">a</a>', '<a id="i">a</a>'],
  ['<a href="javascript:x">a</a>', "<a>a</a>"],
  ['<a class="button" href="b">a</a>', '<a href="b" class="button primary">a</a>'],
  ['<a class="button secondary" href="b">a</a>', '<a href="b" class="button secondary">a</a>'],
  ['<a class="buttons" href="b">a</a>', '<a href="b">a</a>'],
  ['<span class="button">a</span>', "<span>a</span>"],
  ['<span align="Center">a</span>', '<span class="to-center">a</span>'],
  ['<span align="justify">a</span>', "<span>a</span>"],
  ["<mark>a</mark>", "<mark>a</mark>"],
  ['<mark style="color:red">a</mark>', '<mark class="plain ink-red">a</mark>'],
  ['<mark style="background-color:default">a</mark>', '<mark class="plain">a</mark>'],
  ["<strike>a</strike><center>b</center><font>c</font>", "<s>a</s><div>b</div><span>c</span>"],
  ["<blink>a</blink>", "a"],
  ["a</b>", "a"],
  ["<b><u>a</b>c</u>", "<b><u>a</u></b>c"],
  ["<b>a", "<b>a</b>"],
  ['<img src="" alt="a">', ""],
])("%s is written as %s", (source, expected) => {
  expect(render(source)).toBe(expected);
});
