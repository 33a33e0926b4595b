import { expect, test } from "vitest";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

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
  ["# A", '<h2 id="a">A<a class="anchor" href="#a" aria-label="Link to this section"></a></h2>'],
  ["---", "<hr>"],
  ["0. a", '<ol start="0"><li>a</li></ol>'],
  ["<hr>", "<hr>"],
  [
    "- # a",
    '<ul><li><h2 id="a">a<a class="anchor" href="#a" aria-label="Link to this section"></a></h2></li></ul>',
  ],
  ["x <p>", "<p>x <p></p></p>"],
  ["![](b)", '<p><img src="b" alt="" class="inline-image" loading="lazy" decoding="async"></p>'],
  ["A $$x$$", '<p>A <code class="math">x</code></p>'],
  ["a\\\nb  \nc", "<p>a<br>b<br>c</p>"],
  ["* a\n\n* b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
  ["1. [x] a", '<ol><li class="task done"><span class="unseen">Done: </span>a</li></ol>'],
  [
    "## A {#b}",
    '<h2 id="b">A <a href="#b"></a><a class="anchor" href="#b" aria-label="Link to this section"></a></h2>',
  ],
  ["+ a\n  > b", "<ul><li>a<blockquote><p>b</p></blockquote></li></ul>"],
  ["```\na\n```", '<figure class="code"><pre tabindex="0"><code>a</code></pre></figure>'],
  ["<ul></ul>", "<ul></ul>"],
  [
    "# A\n\n### B\n\n# A",
    '<h2 id="a">A<a class="anchor" href="#a" aria-label="Link to this section"></a></h2><h3 id="b">B<a class="anchor" href="#b" aria-label="Link to this section"></a></h3><h2 id="a-1">A<a class="anchor" href="#a-1" aria-label="Link to this section"></a></h2>',
  ],
  [
    "- [ ] a\n- [x] b",
    '<ul class="tasks"><li class="task"><span class="unseen">Open: </span>a</li><li class="task done"><span class="unseen">Done: </span>b</li></ul>',
  ],
  ["<script>x</script>", ""],
  [
    '{% content-ref url="a.md" %}',
    '<p class="lead page"><a href="a.md"><strong>Title of a.md</strong></a></p>',
  ],
  ['<ol start="x"><li>a</li></ol>', "<ol><li>a</li></ol>"],
  [
    "a\n{% hint %}\nb\n{% endhint %}\nc",
    '<p>a</p><div class="hint info"><p class="unseen">Note</p><p>b</p></div><p>c</p>',
  ],
  ['<figure><img alt="x"></figure>', "<figure></figure>"],
  ["<h1>a</h1><h4>b</h4><h2> </h2>", "<h2>a</h2><h3>b</h3><h3> </h3>"],
  ['<p align="center">a <b>b</b></p>', '<p class="to-center">a <b>b</b></p>'],
  ['<a href="b.md" data-mention>c</a>', '<p><a href="b.md">Title of b.md</a></p>'],
  ['<i class="fa-rocket">:rocket:</i>', "<p><i></i></p>"],
  ['<p dir="x" lang="" title="">a</p>', "<p>a</p>"],
  ["<select><option>a<option>b</select>", ""],
  [
    '<a href="b" class="button">Go *x*</a>',
    '<p><a href="b" class="button primary">Go <em>x</em></a></p>',
  ],
  [
    "<table><tr><td>a<td>b<tr><td>c</table>",
    '<div class="scroll" tabindex="0"><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></tbody></table></div>',
  ],
  [
    "{% a %}\n{% b %}\nx\n{% enda %}\n{% endb %}",
    '<p class="unknown"><code>{% b %}</code></p><p>x</p><p class="unknown"><code>{% endb %}</code></p>',
  ],
  [
    '<img src="a" alt="b" data-size="line"> c',
    '<p><img src="a" alt="b" class="raw-image line" loading="lazy" decoding="async"> c</p>',
  ],
  [
    "<table><tr><td>\n\n*a*\n\n</td></tr></table>",
    '<table tabindex="0"><tr><td><p><em>a</em></p></td></tr></table>',
  ],
  [
    "<details open><summary>a</summary>b</details>",
    "<details open><summary>a</summary>b</details>",
  ],
  [
    "a[^1] b[^Note]\n\n[^1]: One\n[^note]: Two\n\n    More",
    '<p>a<sup class="note"><a href="#note-1" aria-label="Note 1">1</a></sup> b<sup class="note"><a href="#note-2" aria-label="Note 2">2</a></sup></p><div class="footnote" id="note-1"><span class="number">1</span><p>One</p></div><div class="footnote" id="note-2"><span class="number">2</span><p>Two</p><p>More</p></div>',
  ],
  ['{% openapi src="a.yaml" %}\na\n\nb\n{% endopenapi %}', "<p>a</p><p>b</p>"],
  ['<p dir="RTL" lang="ar" title="t" class="x">a</p>', '<p dir="RTL" lang="ar" title="t">a</p>'],
  [
    "<details open>\n\n<summary></summary>\n\nc\n\n</details>",
    "<details open><summary>More</summary><p>c</p></details>",
  ],
  [
    "{% hint style='warning' icon=\"x\" %}\na\n\nb\n{% endhint %}",
    '<div class="hint warning"><p class="unseen">Warning</p><p>a</p><p>b</p></div>',
  ],
  [
    '{% prompt description="d" icon="x" %}\na\n{% endprompt %}',
    '<div class="prompt"><p class="title"><strong>d</strong></p><p>a</p></div>',
  ],
  [
    '<details class="x">\n<summary>A</summary>\n\nc\n\n</details>',
    "<details>\n<summary>A</summary><p>c</p></details>",
  ],
  [
    '<mark style="color:red;background-color:blue;">a *b*</mark>',
    '<p><mark class="ink-red ground-blue">a <em>b</em></mark></p>',
  ],
  [
    '<img src="a" alt="b" data-size="original" width="10" height="20"> c',
    '<p><img src="a" alt="b" width="10" height="20" class="raw-image within" loading="lazy" decoding="async"> c</p>',
  ],
  [
    "<table><tr><td><table><tr><td>in</td></tr></table></td><td>b</td></tr></table>",
    '<div class="scroll" tabindex="0"><table><tbody><tr><td><div class="scroll" tabindex="0"><table><tbody><tr><td>in</td></tr></tbody></table></div></td><td>b</td></tr></tbody></table></div>',
  ],
  [
    '<figure><img src="a" alt="b"><figcaption><p>c &amp; d</p></figcaption></figure>',
    '<figure><img src="a" alt="b" loading="lazy" decoding="async"><figcaption>c &amp; d</figcaption></figure>',
  ],
  [
    '<a href="b" class="button secondary" data-icon="rocket" data-size="small">Go</a>',
    '<p><a href="b" class="button secondary">Go</a></p>',
  ],
  [
    '{% openapi-webhook spec="pets" name="n" method="post" %}\nx\n{% endopenapi-webhook %}',
    '<p class="lead api"><strong>POST</strong><span>The specification is not available.</span></p>',
  ],
  [
    '<picture><source srcset="d" media="(prefers-color-scheme: light)"><img src="a"></picture>',
    '<p><img src="a" alt="" class="raw-image" loading="lazy" decoding="async"></p>',
  ],
  [
    '{% openapi-schemas spec="pets" schemas="A,B" grouped="true" %}\nx\n{% endopenapi-schemas %}',
    "",
  ],
  [
    '<a href="gone">a</a> <a name="n">b</a> <a id="n">c</a> <a id="~x">d</a> <a id="a b">e</a>',
    '<p><a>a</a> <a id="n">b</a> <a>c</a> <a>d</a> <a>e</a></p>',
  ],
  [
    "{% stepper %}\n{% step %}\n### a\n\nb\n{% endstep %}\n{% step %}\nc\n{% endstep %}\n{% endstepper %}",
    '<ol class="steps"><li><h2 id="a">a<a class="anchor" href="#a" aria-label="Link to this section"></a></h2><p>b</p></li><li><p>c</p></li></ol>',
  ],
  [
    '<mark style="color:red;">a</mark> <mark>b</mark> <mark style="background-color:green">c</mark>',
    '<p><mark class="plain ink-red">a</mark> <mark>b</mark> <mark class="ground-green">c</mark></p>',
  ],
  [
    '<picture><source srcset="d 2x" media="(prefers-color-scheme: dark)"><img src="a" alt="b"></picture> c',
    '<p><img src="a" alt="b" class="by-day raw-image within" loading="lazy" decoding="async"><img src="d" alt="b" class="by-night raw-image within" loading="lazy" decoding="async"> c</p>',
  ],
  [
    '{% tabs %}\n{% tab title="2024" %}\na\n{% endtab %}\n\n{% tab title="true" %}\nb\n{% endtab %}\n{% endtabs %}',
    '<fieldset class="tabs"><legend class="unseen">Choose one of 2</legend><div class="tab"><label><input type="radio" name="tabs-1" checked><span>2024</span></label><div class="panel" id="id-2024"><p>a</p></div></div><div class="tab"><label><input type="radio" name="tabs-1"><span>true</span></label><div class="panel" id="true"><p>b</p></div></div></fieldset>',
  ],
  [
    "a <b>c <i>d</i></b> <strong>e</strong> <em>f</em> <del>g</del> <s>h</s> <strike>i</strike> <code>j</code>",
    "<p>a <b>c <i>d</i></b> <strong>e</strong> <em>f</em> <del>g</del> <s>h</s> <s>i</s> <code>j</code></p>",
  ],
  [
    '<table><thead><tr><th data-type="rating">H</th></tr></thead><tbody><tr><td>-1.5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td><span class="rating">☆☆☆☆☆<span class="unseen"> 0 of 5</span></span></td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th data-type="number">H</th></tr></thead><tbody><tr><td><a href="">t</a></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col" class="to-right">H</th></tr></thead><tbody><tr><td class="to-right"><span class="nowhere">t</span></td></tr></tbody></table></div>',
  ],
  [
    '{% columns %}\n{% column width="30%" valign="middle" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    '<div class="columns"><div class="wide-4 to-middle"><p>a</p></div><div><p>b</p></div></div>',
  ],
  [
    '<i class="fa-solid fa-rocket" style="color:red">x</i> <i class="fa-brands">x</i> <i class="other">y</i> <i class="fa-duotone fa-solid">z</i>',
    '<p><i class="ink-red"></i> <i></i> <i>y</i> <i></i></p>',
  ],
  [
    '<table data-view="cards"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<ul class="cards"><li class="card"><div class="fields"><div class="title"><span class="nowhere">t</span></div><div>5</div></div></li></ul>',
  ],
  [
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><a href="file:F1">t</a><a href="file:F2">t</a></td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td>Title of file:F1</td></tr></tbody></table></div>',
  ],
  [
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td colspan="2">a</td></tr><tr><td rowspan="9">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    '<table tabindex="0"><thead><tr><th>A</th><th>B</th></tr></thead><tr><td colspan="2">a</td></tr><tr><td rowspan="9">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
  ],
  [
    '<table data-search="true"><thead><tr><th data-type="select">A</th><th>B <i>c</i></th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">B <em>c</em></th></tr></thead><tbody><tr><td><span class="nowhere">t</span></td><td>5</td></tr></tbody></table></div>',
  ],
  [
    '<table data-full-width="true"><thead><tr><th valign="bottom">A</th><th valign="x" width="x">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col" class="to-bottom">A</th><th scope="col">B</th></tr></thead><tbody><tr><td class="to-bottom"><span class="nowhere">t</span></td><td>5</td></tr></tbody></table></div>',
  ],
  [
    '<table data-full-width="true"><thead><tr><th width="100">A</th><th width="20px" align="right">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<div class="scroll" tabindex="0"><table><colgroup><col width="100"><col width="20"></colgroup><thead><tr><th scope="col">A</th><th scope="col" class="to-right">B</th></tr></thead><tbody><tr><td><span class="nowhere">t</span></td><td class="to-right">5</td></tr></tbody></table></div>',
  ],
  [
    '<table data-view="cards"><thead><tr><th data-card-cover>A</th><th data-card-cover-dark data-type="image">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<ul class="cards"><li class="card"><span class="nowhere">[image]</span><div class="fields"></div></li></ul>',
  ],
])("the page %s", (markdown, html) => {
  expect(writePage(parseMarkdown(markdown), surroundings).html).toBe(html);
});
