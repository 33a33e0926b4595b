import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../../src/document/published-blocks.ts";

/** Addresses that start with `file:` are files of the space. */
function publish(html: string): string {
  const document = inPublishedBlocks(parseMarkdown(html), (url) =>
    url.startsWith("file:") ? { kind: "file", file: url.slice(5) } : { kind: "url", url },
  );
  return writeMarkdown(document);
}

/** A table whose first column has a type, which Markdown cannot express. */
function createTable(cell: string): string {
  const head = '<thead><tr><th data-type="number">N</th><th>T</th></tr></thead>';
  return `<table>${head}<tbody><tr><td>1</td><td>${cell}</td></tr></tbody></table>`;
}

test.each([
  ["<h2>a</h2><h5>b</h5>", "<h2>a</h2><h3>b</h3>"],
  ["<p>a</p><p>b <b>c</b></p>", "<p>a</p><p>b <strong>c</strong></p>"],
  [
    '<ol start="3"><li>a</li><li><p>b</p><p>c</p></li></ol>',
    '<ol start="3"><li>a</li><li><p>b</p><p>c</p></li></ol>',
  ],
  ["<ul><li>a<ul><li>b</li></ul></li></ul>", "<ul><li><p>a</p><ul><li>b</li></ul></li></ul>"],
  ["<blockquote><p>a</p><p>b</p></blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"],
  ["<pre><code>a &lt; b\nc</code></pre>", "<pre><code>a &#x3C; b<br>c</code></pre>"],
  ["<hr>", "<hr>"],
  ['<img src="a" alt="b">', '<img src="a" alt="b">'],
  ['<img src="a" alt="b" data-size="line">', '<img src="a" alt="b" data-size="line">'],
  [
    '<figure><img src="a"><figcaption>c <i>d</i></figcaption></figure>',
    '<figure><img src="a" alt=""><figcaption><p>c <em>d</em></p></figcaption></figure>',
  ],
  [
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a"></figure></div>',
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a" alt=""><figcaption></figcaption></figure></div>',
  ],
  ["a<br>b", "a<br>b"],
  [
    '<a href="u">t <b>x</b></a> <a href="v"></a>',
    '<a href="u">t <strong>x</strong></a> <a href="v">v</a>',
  ],
  ['<a href="u" data-mention>t</a>', '<a href="u" data-mention>t</a>'],
  [
    '<a href="u" class="button">Go & stop</a>',
    '<a href="u" class="button primary">Go &#x26; stop</a>',
  ],
  [
    '<button data-action="search" data-query="q">S</button>',
    '<button type="button" class="button primary" data-action="search" data-query="q">S</button>',
  ],
  [
    '<i class="fa-star" style="color:red">x</i>',
    '<i class="fa-star" style="color:red;">:star:</i>',
  ],
  ['<code class="expression">a.b</code>', "<code>a.b</code>"],
  [
    '<mark style="color:red">a</mark> <mark style="background-color:blue">b</mark> <mark>c</mark>',
    '<mark style="color:red;background-color:default;">a</mark> <mark style="color:default;background-color:blue;">b</mark> <mark style="color:default;background-color:default;">c</mark>',
  ],
  [
    "<kbd>a</kbd><sup>b</sup><sub>c</sub><s>d</s><code>e</code>",
    "<kbd>a</kbd><sup>b</sup><sub>c</sub><del>d</del><code>e</code>",
  ],
  ['a & b < c "d"', 'a &#x26; b &#x3C; c "d"'],
  ["", ""],
  [" ", ""],
  ['<input type="checkbox"> a', " a"],
  ["<details><summary>s</summary>b</details>", "<p>s</p><p>b</p>"],
  [
    '<picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="a" alt="b"></picture>',
    '<picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="a" alt="b"></picture>',
  ],
  ["<table><tr><td>in</td><td>ner</td></tr></table>", "<p>in</p><p>ner</p>"],
  ["$$x$$", "$$x$$"],
  ['<a href="file:F1">f</a>', '<a href="/files/F1">f</a>'],
])("the cell %s is written as %s", (cell, written) => {
  expect(publish(createTable(cell))).toBe(`${createTable(written)}\n`);
});

test.each([
  [
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td colspan="2">a</td><td>b</td></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></tbody></table>',
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td colspan="2">a</td><td>b</td></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td colspan="3">a</td></tr><tr><td>b</td><td colspan="2">c</td></tr></tbody></table>',
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td colspan="3">a</td></tr><tr><td>b</td><td colspan="2">c</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td>a</td><td rowspan="9">b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></tbody></table>',
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td>a</td><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td rowspan="2" colspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    "| A | B | C |\n| - | - | - |\n| a |   | b |\n|   |   | c |\n",
  ],
  [
    '<table><thead><tr><th data-type="checkbox">A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">true</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="checkbox">A</th><th>B</th></tr></thead><tbody><tr><td>true</td><td></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th width="50">A</th><th align="right" valign="top">B</th></tr></thead><tbody><tr><td>a</td><td align="right">b</td></tr></tbody></table>',
    '<table><thead><tr><th width="50">A</th><th align="right">B</th></tr></thead><tbody><tr><td>a</td><td align="right">b</td></tr></tbody></table>\n',
  ],
  [
    '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>a</td><td><a href="u">u</a></td><td><a href="file:F1">f</a></td></tr><tr><td><b>b</b></td><td></td><td></td></tr></tbody></table>',
    '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>a</td><td><a href="u">u</a></td><td><a href="/files/F1">/files/F1</a></td></tr><tr><td><strong>b</strong></td><td></td><td></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="rating" data-max="3">R</th><th data-type="select">S</th><th data-type="multi-select">M</th></tr></thead><tbody><tr><td>2</td><td><span data-option="x">X &amp; Y</span></td><td><span data-option="a">A</span><span data-option="b"></span></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="rating" data-max="3">R</th><th data-type="select">S</th><th data-type="multi-select">M</th></tr></thead><tbody><tr><td>2</td><td><span data-option="x">X &#x26; Y</span></td><td><span data-option="a">A</span> <span data-option="b">b</span></td></tr></tbody></table>\n',
  ],
  [
    '<table data-full-width="true" data-search="false"><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    '<table data-full-width="true" data-search="false"><tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="users">U</th><th data-type="image">I</th></tr></thead><tbody><tr><td>ada</td><td><img src="i"></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="users">U</th><th data-type="image">I</th></tr></thead><tbody><tr><td>ada</td><td><a href="i">i</a></td></tr></tbody></table>\n',
  ],
])("the table %s", (table, written) => {
  expect(publish(table)).toBe(written);
});

test("code in a cell keeps its lines", () => {
  const table = createTable("<pre><code>a<br>  b\nc</code></pre>");
  const written = publish(table);
  expect(written).toBe(`${createTable("<pre><code>a<br>  b<br>c</code></pre>")}\n`);
  expect(publish(written)).toBe(written);
  expect(publish("<pre>a<br><b>b<br></b>c</pre>")).toBe("```\na\nb\nc\n```\n");
});
