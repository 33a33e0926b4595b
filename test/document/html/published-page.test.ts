import { expect, test } from "vitest";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../../src/document/published-blocks.ts";

/** Web URLs are unchanged, and `gone` has no target. */
const surroundings: RenderContext = {
  find: (ref) => {
    if (ref.kind === "url") {
      return /gone/.test(ref.url) ? undefined : { address: ref.url, title: `Title of ${ref.url}` };
    }
    if (ref.kind === "file") return { address: `/~files/${ref.file}`, title: "a.pdf", size: 1234 };
    return undefined;
  },
  operation: () => undefined,
};

test.each([
  ["$$\na + b\n$$", '<pre class="math" tabindex="0"><code>a + b</code></pre>'],
  [
    "A {#b}\n=====",
    '<h2 id="a">A <a href="#b">Title of #b</a><a class="anchor" href="#a" aria-label="Link to this section"></a></h2>',
  ],
  ["a <!-- b --> c", "<p>a  c</p>"],
  [
    "**a [b *c*](d) e**",
    '<p><strong>a </strong><strong><a href="d"><strong>b </strong><strong><em>c</em></strong></a></strong><strong> e</strong></p>',
  ],
  [
    '{% file src="a.pdf" %}',
    '<p class="lead file"><a href="a.pdf"><strong>Title of a.pdf</strong></a></p>',
  ],
  ['<p align="center">a <b>b</b></p>', '<p class="to-center">a <strong>b</strong></p>'],
  ['<a href="b.md" data-mention>c</a>', '<p><a href="b.md">Title of b.md</a></p>'],
  ['<i class="fa-rocket">:rocket:</i>', ""],
  [
    '{% embed url="https://a.example" %}',
    '<p class="lead embed"><a href="https://a.example" rel="noopener"><strong>https://a.example</strong><span>a.example</span></a></p>',
  ],
  ['<a href="b" class="button">Go *x*</a>', '<p><a href="b" class="button primary">Go x</a></p>'],
  [
    '<img src="a" alt="b" data-size="line"> c',
    '<p><img src="a" alt="b" class="inline-image line" loading="lazy" decoding="async"> c</p>',
  ],
  ['<code class="expression">space.vars.a</code>', "<p><code>space.vars.a</code></p>"],
  ["a[^1] b[^Note]\n\n[^1]: One\n[^note]: Two\n\n    More", "<p>a<sup>1</sup> b<sup>2</sup></p>"],
  [
    '<div align="RIGHT"><figure><img src="a"></figure></div>',
    '<div class="to-right"><figure><img src="a" alt="" loading="lazy" decoding="async"></figure></div>',
  ],
  [
    '<mark style="color:red;background-color:blue;">a *b*</mark>',
    '<p><span class="ink-red ground-blue">a </span><span class="ink-red ground-blue"><em>b</em></span></p>',
  ],
  [
    '{% embed url="https://a.example" %}\nCaption *x*\n{% endembed %}',
    '<p class="lead embed"><a href="https://a.example" rel="noopener"><strong>https://a.example</strong><span>a.example</span></a></p><div class="caption"><p>Caption <em>x</em></p></div>',
  ],
  [
    '<img src="a" alt="b" data-size="original" width="10" height="20"> c',
    '<p><img src="a" alt="b" width="10" height="20" class="inline-image within" loading="lazy" decoding="async"> c</p>',
  ],
  [
    '<a href="b" class="button secondary" data-icon="rocket" data-size="small">Go</a>',
    '<p><a href="b" class="button secondary">Go</a></p>',
  ],
  [
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    '<figure class="code"><figcaption>a.js</figcaption><span class="language">js</span><pre tabindex="0" class="numbered wrapped"><code><span class="line">a\n</span></code></pre></figure>',
  ],
  [
    '<figure><img src="a"><img src="b"><figcaption><p>c <b>d</b></p></figcaption></figure>',
    '<div class="images"><figure><img src="a" alt="" loading="lazy" decoding="async"></figure><figure><img src="b" alt="" loading="lazy" decoding="async"><figcaption>c <strong>d</strong></figcaption></figure></div>',
  ],
  [
    '{% columns %}\n{% column width="41.66666666666667%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    '<div class="columns"><div class="wide-5"><p>a</p></div></div>',
  ],
  [
    '<mark style="color:red;">a</mark> <mark>b</mark> <mark style="background-color:green">c</mark>',
    '<p><span class="ink-red">a</span> b <span class="ground-green">c</span></p>',
  ],
  [
    '<details open="open"><summary>A</summary>\n\n<details>\n\n<summary>B</summary>\n\nd\n\n</details>\n\n</details>',
    '<details id="a" open><summary>A</summary><details id="b"><summary>B</summary><p>d</p></details></details>',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><span class="box">☐<span class="unseen"> no</span></span></td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="number">H</th></tr></thead><tbody><tr><td>-1.5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col" class="to-right">H</th></tr></thead><tbody><tr><td class="to-right">-1.5</td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>true</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><span class="box">☑<span class="unseen"> yes</span></span></td></tr></tbody></table></div>',
  ],
  [
    '{% updates format="full" %}\n{% update date="2024-01-01" tags="a,b" %}\n## x\n\ny\n{% endupdate %}\n{% endupdates %}',
    '<section class="update"><p class="date"><time datetime="2024-01-01">January 1, 2024</time> <span class="option">a</span> <span class="option">b</span></p><h2 id="x">x<a class="anchor" href="#x" aria-label="Link to this section"></a></h2><p>y</p></section>',
  ],
  [
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td><a href="u">t</a></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><a href="u">t</a></td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><a href="file:F1">t</a><a href="file:F2">t</a></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><a href="/~files/F1">a.pdf</a>, <a href="/~files/F2">a.pdf</a></td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="multi-select">H</th></tr></thead><tbody><tr><td><span data-option="o">L</span><span data-option="p"></span></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><span class="option">L</span> <span class="option">p</span> </td></tr></tbody></table></div>',
  ],
  [
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a"><figcaption></figcaption></figure> <figure><img src="b"><figcaption><p>c</p></figcaption></figure></div>',
    '<div class="images to-left framed"><figure><img src="a" alt="" loading="lazy" decoding="async"></figure><figure><img src="b" alt="" loading="lazy" decoding="async"><figcaption>c</figcaption></figure></div>',
  ],
  [
    '<table data-view="cards"><thead><tr><th data-card-cover>A</th><th data-card-cover-dark data-type="image">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<ul class="cards"><li class="card"><img src="/~files/F1" alt="" class="cover" loading="lazy" decoding="async"><div class="fields"></div></li></ul>',
  ],
  [
    '<table data-full-width="true"><thead><tr><th width="0" align="center" valign="middle">A</th><th valign="top" align="LEFT">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col" class="to-center to-middle">A</th><th scope="col">B</th></tr></thead><tbody><tr><td class="to-center to-middle"><a href="/~files/F1">t</a></td><td>5</td></tr></tbody></table></div>',
  ],
  [
    '<table data-view="cards"><thead><tr><th data-type="rating" data-max="10"><b>A</b></th><th data-type="rating" data-max="100">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<ul class="cards"><li class="card"><div class="fields"><div class="title"><a href="/~files/F1">t</a></div><div><span class="rating">★★★★★<span class="unseen"> 5 of 5</span></span></div></div></li></ul>',
  ],
  [
    '<table data-view="CARDS" data-card-size="large"><thead><tr><th data-card-target data-hidden>A</th><th data-card-cover data-hidden data-type="files">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<ul class="cards"><li class="card"><div class="fields"></div><a class="whole" href="/~files/F1"><span>a.pdf</span></a></li></ul>',
  ],
])("the HTML in %s is rendered as blocks", (markdown, html) => {
  const published = inPublishedBlocks(parseMarkdown(markdown), (url) =>
    url.startsWith("file:") ? { kind: "file", file: url.slice(5) } : { kind: "url", url },
  );
  expect(writePage(published, surroundings).html).toBe(html);
});
