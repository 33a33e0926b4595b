import { expect, test } from "vitest";
import { readWebPage } from "../../../src/document/web/web-page.ts";
import { slowTest } from "../../support/generators/amount.ts";

const toMarkdown = (html: string) => readWebPage(`<body><main>${html}</main>`).markdown;

test("the main content of a page is read, with its title, description and links", () => {
  const page = readWebPage(`<!doctype html><html><head><title>Install &amp; run | Acme</title>
    <meta name="description" content="How  to"><base href="/docs/"></head><body>
    <header><a href="/">Home</a></header><nav><a href="a">A</a></nav>
    <div role="main"><aside>Aside</aside><p>Text</p></div><footer>Footer</footer></body></html>`);
  expect(page).toEqual({
    title: "Install & run",
    description: "How to",
    base: "/docs/",
    links: ["/", "a"],
    markdown: "Text\n",
  });
  const headed = readWebPage(
    '<title>Other</title><article><h1>Install <a href="#x">#</a></h1><p>Text</article>',
  );
  expect(headed).toMatchObject({ title: "Install", markdown: "Text\n" });
});

test.each([
  ["<p>Some <b>bold </b>text<p>and <i>more</i>", "Some **bold** text\n\nand _more_\n"],
  ["<ul><li>One<li>Two<ul><li>Inner</ul></ul>", "* One\n* Two\n  * Inner\n"],
  ['<ol start="3"><li>Three</ol>', "3. Three\n"],
  ["<ul><li><input type=checkbox checked> Done</ul>", "* [x] Done\n"],
  ['<div class="highlight-js"><pre>a\n  b\n</pre></div>', "```\na\n  b\n```\n"],
  ['<pre><code class="language-js">a &lt; b</code></pre>', "```js\na < b\n```\n"],
  ["<pre>a<br>b</pre>", "```\na\nb\n```\n"],
  [
    "<table><tr><th>A<th>B<tr><td>1<p>2<td><code>a|b</code><tr><td>3</table>",
    "| A   | B      |\n| --- | ------ |\n| 1 2 | `a\\|b` |\n| 3   |        |\n",
  ],
  [
    "<details><summary>More</summary><p>Inside</details>",
    "<details>\n\n<summary>More</summary>\n\nInside\n\n</details>\n",
  ],
  ['<figure><img src="a.png" alt="A"><figcaption>C</figcaption></figure>', "![A](a.png)\n\n_C_\n"],
  ["<dl><dt>Term<dd>What it is</dl>", "**Term**\n\nWhat it is\n"],
  ['<a href="/x"><div>Card</div><div>text</div></a>', "[Card text](/x)\n"],
  ['<a href="javascript:alert(1)">Text</a>', "Text\n"],
  ["<h2>Use <a href='#use'>¶</a></h2>", "## Use\n"],
  ["<p>1 * 2 * 3 and <script>alert(1)</script>more", "1 \\* 2 \\* 3 and more\n"],
  ["<x-tabs><p>In its own element</x-tabs>", "In its own element\n"],
  ["<blockquote>Said<br>twice</blockquote>", "> Said\\\n> twice\n"],
  ["a<hr>b", "a\n\n***\n\nb\n"],
  [
    "<p>&eacute;&NotEqualTilde;&hellip; &#x1F600; &lt;b&gt; &copy2 &amp;amp; &#128;</p>",
    "é≂̸… 😀 \\<b> ©2 \\&amp; €\n",
  ],
  ['<a href="?a=1&amp;b=2&copy=3">&rarr; Go</a>', "[→ Go](?a=1\\&b=2\\&copy=3)\n"],
  [
    "<table><tr><th colspan=2>Wide<th>C<tr><td rowspan=2>a<td>b<td>c<tr><td>d<td>e</table>",
    "| Wide |   | C |\n| ---- | - | - |\n| a    | b | c |\n| a    | d | e |\n",
  ],
  [
    "<table><tr><th>A<th>B<tr><td rowspan=0>x<td>1<tr><td>2<tr><td colspan=0>3</table>",
    "| A | B |\n| - | - |\n| x | 1 |\n| x | 2 |\n| x | 3 |\n",
  ],
  [
    "<table><tr><td>a</table>after<!-- <p>no --><svg><text>no</text></svg>",
    "| a |\n| - |\n\nafter\n",
  ],
  ["<p>one<template><p>no</template><noscript><p>yes</noscript>", "one\n\nyes\n"],
])("%s is read", (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown);
});

slowTest("deep nesting does not overflow the stack", () => {
  const depth = 20_000;
  expect(toMarkdown(`${"<div>".repeat(depth)}Text${"</div>".repeat(depth)}`)).toBe("Text\n");
  expect(toMarkdown(`${"<b>".repeat(depth)}Text`)).toBe("**Text**\n");
});
