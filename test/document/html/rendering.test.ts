import { expect, test } from "vitest";
import { findEmoji } from "../../../src/document/html/emoji.ts";
import { renderFormula } from "../../../src/document/html/math.ts";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../../src/document/published-blocks.ts";

/** With formulas and emoji; web URLs are unchanged, and `gone` has no target. */
const surroundings: RenderContext = {
  find: (ref) => {
    if (ref.kind === "url") {
      return /gone/.test(ref.url) ? undefined : { address: ref.url, title: `Title of ${ref.url}` };
    }
    if (ref.kind === "file") return { address: `/~files/${ref.file}`, title: "a.pdf", size: 1234 };
    return undefined;
  },
  operation: () => undefined,
  formula: renderFormula,
  emoji: findEmoji,
};

test.each([
  ["***", "<hr>"],
  ["##  ", "<p> </p>"],
  ["5. a", '<ol start="5"><li>a</li></ol>'],
  [
    "- # x",
    '<ul><li><h2 id="x">x<a class="anchor" href="#x" aria-label="Link to this section"></a></h2></li></ul>',
  ],
  [
    "## Über",
    '<h2 id="uber"><span id="über"></span>Über<a class="anchor" href="#uber" aria-label="Link to this section"></a></h2>',
  ],
  ["שלום *x*", '<p dir="auto">שלום <em>x</em></p>'],
  [
    "$$\nx^2\n$$",
    '<div class="math scroll" tabindex="0"><math display="block" class="tml-display"><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></div>',
  ],
  ["a $$y_1$$", "<p>a <math><msub><mi>y</mi><mn>1</mn></msub></math></p>"],
  ["[^only]: x", '<div class="footnote" id="note-1"><span class="number">1</span><p>x</p></div>'],
  ["![a](gone)", '<p><span class="nowhere">[a]</span></p>'],
  ["<b>a\n\nb</b>", "<p><b>a</b></p><p>b</p>"],
  [
    "| a |\n| - |",
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">a</th></tr></thead><tbody></tbody></table></div>',
  ],
  [
    "> שלום\n\n> a",
    '<blockquote dir="rtl"><p dir="auto">שלום</p></blockquote><blockquote><p>a</p></blockquote>',
  ],
  [
    "##  ![i](a) ",
    '<h2 id="i"><img src="a" alt="i" class="inline-image" loading="lazy" decoding="async"><a class="anchor" href="#i" aria-label="Link to this section"></a></h2>',
  ],
  ["$$\n\\frac{\n$$", '<pre class="math" tabindex="0"><code>\\frac{</code></pre>'],
  ["1. a\n2. b\n\n3. c", "<ol><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ol>"],
  [
    "## über\n\n## Über",
    '<h2 id="uber"><span id="über"></span>über<a class="anchor" href="#uber" aria-label="Link to this section"></a></h2><h2 id="uber-1"><span id="über-1"></span>Über<a class="anchor" href="#uber-1" aria-label="Link to this section"></a></h2>',
  ],
  ['{% include "a" %}', ""],
  ["<!-- a --><b>c</b>", "<b>c</b>"],
  ['{% unknown a="b" %}', '<p class="unknown"><code>{% unknown a=&quot;b&quot; %}</code></p>'],
  [
    "```diff\n+ a\n- b\n```",
    '<figure class="code"><span class="language">diff</span><pre tabindex="0"><code>+ a\n- b</code></pre></figure>',
  ],
  [
    "- [x] a\n- [ ] b\n\n  c",
    '<ul class="tasks"><li class="task done"><span class="unseen">Done: </span><p>a</p></li><li class="task"><span class="unseen">Open: </span><p>b</p><p>c</p></li></ul>',
  ],
  ['{% file src="gone.pdf" %}', '<p class="lead file"><strong>gone.pdf</strong></p>'],
  [":smile: `:smile:` \\:smile:", "<p>😄 <code>:smile:</code> 😄</p>"],
  ['<b title="t" lang="de">a</b>', '<p><b title="t" lang="de">a</b></p>'],
  ['<p class="fa-x button">a</p>', "<p>a</p>"],
  ['{% embed url="javascript:x" %}', '<p class="lead embed"><strong>javascript:x</strong></p>'],
  [
    "{% update %}\nx\n{% endupdate %}",
    '<section class="update"><p class="date"></p><p>x</p></section>',
  ],
  ["{% prompt %}\na\n{% endprompt %}", '<div class="prompt"><p>a</p></div>'],
  ["{% columns %}\n{% endcolumns %}", '<div class="columns"></div>'],
  ['<a name="n">a</a><a id="n">b</a>', '<p><a id="n">a</a><a>b</a></p>'],
  [
    "a[^x] b[^x]\n\n[^x]: n\n[^unused]: m",
    '<p>a<sup class="note"><a href="#note-1" aria-label="Note 1">1</a></sup> b<sup class="note"><a href="#note-1" aria-label="Note 1">1</a></sup></p><div class="footnote" id="note-1"><span class="number">1</span><p>n</p></div><div class="footnote" id="note-2"><span class="number">2</span><p>m</p></div>',
  ],
  [
    '## A <a id="x"></a>\n\n<a id="x"></a>',
    '<h2 id="x">A <a></a><a class="anchor" href="#x" aria-label="Link to this section"></a></h2><p><a></a></p>',
  ],
  ["{% unknown %}\na *b*\n{% endunknown %}", "<p>a <em>b</em></p>"],
  [
    '{% file src="a.pdf" %}\nC\n{% endfile %}',
    '<p class="lead file"><a href="a.pdf"><strong>Title of a.pdf</strong></a></p><div class="caption"><p>C</p></div>',
  ],
  ["<section><h2>a</h2><h5>b</h5></section>", "<section><h2>a</h2><h3>b</h3></section>"],
  ['<a data-mention href="b">x<b>y</b></a>z', '<p><a href="b">Title of b</a>z</p>'],
  ['<td scope="row">a</td><th scope="x">b</th>', '<td scope="row">a</td><th>b</th>'],
  [
    "| a | b |\n| :-: | --: |\n| 1 |  |\n| <br> | x |",
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col" class="to-center">a</th><th scope="col" class="to-right">b</th></tr></thead><tbody><tr><td class="to-center">1</td><td class="to-right"></td></tr><tr><td class="to-center"><br></td><td class="to-right">x</td></tr></tbody></table></div>',
  ],
  [
    '{% openapi src="a" path="/x" %}\nx\n{% endopenapi %}',
    '<p class="lead api"><strong>/x</strong><span>The specification is not available.</span></p>',
  ],
  [
    '{% content-ref url="gone" %}\nx\n{% endcontent-ref %}',
    '<p class="lead page"><strong>gone</strong></p>',
  ],
  [
    '<details open id="x"><summary>s</summary></details>',
    '<details open id="x"><summary>s</summary></details>',
  ],
  ['<ol start="12345" type="a"><li value="3">x</li></ol>', '<ol><li value="3">x</li></ol>'],
  [
    '{% openapi src="a" method="get" %}\nx\n{% endopenapi %}',
    '<p class="lead api"><strong>GET</strong><span>The specification is not available.</span></p>',
  ],
  [
    "[a](gone) [b](javascript:x) [c](mailto:x@y) [d](#e) [](f)",
    '<p><span class="nowhere">a</span> <span class="nowhere">b</span> <a href="mailto:x@y" rel="noopener">c</a> <a href="#e">d</a> <a href="f">Title of f</a></p>',
  ],
  [
    '{% content-ref url="https://a.example" %}\nx\n{% endcontent-ref %}',
    '<p class="lead page"><a href="https://a.example" rel="noopener"><strong>Title of https://a.example</strong></a></p>',
  ],
  [
    '<font color="red">a</font> <strike>b</strike> <center>c</center>',
    "<p><span>a</span> <s>b</s> <div>c</div></p>",
  ],
  [
    '<span style="color:#f00">a</span> <p align="RIGHT" dir="ltr">b</p>',
    '<p><span>a</span> <p dir="ltr" class="to-right">b</p></p>',
  ],
  [
    '<i class="fa-star">x</i> <i class="fa-star" style="color:red">y</i>',
    '<p><i></i> <i class="ink-red"></i></p>',
  ],
  ['{% openapi-schemas spec="s" schemas="A" %}\nx\n{% endopenapi-schemas %}', ""],
  [
    '<source srcset="d" media="(prefers-color-scheme: dark)"><img src="a">',
    '<p><img src="a" alt="" class="by-day raw-image" loading="lazy" decoding="async"><img src="d" alt="" class="by-night raw-image" loading="lazy" decoding="async"></p>',
  ],
  [
    '{% api-method method="post" host="https://h" path="/p" %}\n{% endapi-method %}',
    '<section class="operation"><div class="address"><span class="method post">POST</span> <code><span class="server">https://h</span>/p</code></div></section>',
  ],
  [
    '<img src="a" data-size="line"> <img src="javascript:x"> <img src="b" width="x" height="5">',
    '<p><img src="a" alt="" class="raw-image line" loading="lazy" decoding="async"> <span class="nowhere">[image]</span> <img src="b" alt="" height="5" class="raw-image" loading="lazy" decoding="async"></p>',
  ],
  [
    '<table><colgroup><col span="2"></colgroup><tr><th scope="col" colspan="2">a</th></tr></table>',
    '<table tabindex="0"><colgroup><col span="2"></colgroup><tr><th colspan="2" scope="col">a</th></tr></table>',
  ],
  [
    '{% updates format="numeric" %}\n{% update date="2026-01-02" %}\nx\n{% endupdate %}\n{% endupdates %}',
    '<section class="update"><p class="date"><time datetime="2026-01-02">1/2/26</time></p><p>x</p></section>',
  ],
  [
    '<a href="b" class="button secondary" data-icon="star">Go</a> <a href="gone" class="button">N</a>',
    '<p><a href="b" class="button secondary">Go</a> <a class="button primary">N</a></p>',
  ],
  [
    '<picture><source srcset="d" media="(prefers-color-scheme: dark)"><img src="a" alt="b" width="10"></picture>',
    '<p><img src="a" alt="b" width="10" class="by-day raw-image" loading="lazy" decoding="async"><img src="d" alt="b" width="10" class="by-night raw-image" loading="lazy" decoding="async"></p>',
  ],
  [
    '{% columns %}\n{% column width="33.333%" valign="bottom" %}\na\n{% endcolumn %}\n{% column width="66%" %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    '<div class="columns"><div class="wide-4 to-bottom"><p>a</p></div><div class="wide-8"><p>b</p></div></div>',
  ],
  [
    '{% updates format="short" %}\n{% update date="2026-02-30" %}\nx\n{% endupdate %}\n{% update date="2026-02-03T10:00:00Z" %}\nx\n{% endupdate %}\n{% endupdates %}',
    '<section class="update"><p class="date">2026-02-30</p><p>x</p></section><section class="update"><p class="date"><time datetime="2026-02-03T10:00:00Z">Feb 3, 2026</time></p><p>x</p></section>',
  ],
  [
    '<mark style="color:red;background-color:blue">a</mark> <mark style="color:nope">b</mark> <mark>c</mark> <mark style="background-color:default;color:purple">d</mark>',
    '<p><mark class="ink-red ground-blue">a</mark> <mark class="plain">b</mark> <mark>c</mark> <mark class="plain ink-purple">d</mark></p>',
  ],
  [
    '{% tabs %}\n{% tab title="A" %}\n## x\n{% endtab %}\n{% tab title="" %}\nb\n{% endtab %}\n{% tab title="A" icon="i" %}\nc\n{% endtab %}\n{% endtabs %}\n\n{% tabs %}\n{% tab title="D" %}\nd\n{% endtab %}\n{% endtabs %}',
    '<fieldset class="tabs"><legend class="unseen">Choose one of 3</legend><div class="tab"><label><input type="radio" name="tabs-1" checked><span>A</span></label><div class="panel" id="a"><h2 id="x">x<a class="anchor" href="#x" aria-label="Link to this section"></a></h2></div></div><div class="tab"><label><input type="radio" name="tabs-1"><span>Tab 2</span></label><div class="panel"><p>b</p></div></div><div class="tab"><label><input type="radio" name="tabs-1"><span>A</span></label><div class="panel" id="a-1"><p>c</p></div></div></fieldset><fieldset class="tabs"><legend class="unseen">Choose one of 1</legend><div class="tab"><label><input type="radio" name="tabs-2" checked><span>D</span></label><div class="panel" id="d"><p>d</p></div></div></fieldset>',
  ],
  [
    '{% swagger method="get" path="/p" baseUrl="https://h" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n{% swagger-parameter in="path" name="i" type="string" required="true" %}\nx\n{% endswagger-parameter %}\n{% swagger-response status="200" description="ok" %}\n```\na\n```\n{% endswagger-response %}\n{% endswagger %}',
    '<section class="operation"><div class="address"><span class="method get">GET</span> <code><span class="server">https://h</span>/p</code></div><p class="summary">S</p><p>D</p><p class="part">Path parameters</p><dl class="fields"><div class="field"><dt><code>i</code> <span class="type">string</span> <span class="required">required</span></dt><dd><p>x</p></dd></div></dl><p class="part">Responses</p><details class="response" open><summary><span class="status s2">200</span> ok</summary><figure class="code"><pre tabindex="0"><code>a</code></pre></figure></details></section>',
  ],
])("the page %s is rendered", (markdown, html) => {
  expect(writePage(parseMarkdown(markdown), surroundings).html).toBe(html);
});

test.each<[string, readonly object[]]>([
  [
    "# A\n\n## B\n\n#### C\n\n## B",
    [
      { id: "a", title: "A", level: 2 },
      { id: "b", title: "B", level: 3 },
      { id: "b-1", title: "B", level: 3 },
    ],
  ],
  ['## A <a id="x"></a>\n\n<a id="x"></a>', [{ id: "x", title: "A", level: 2 }]],
  ['<a href="b" data-mention></a> <a href="gone" data-mention>g</a>', []],
  ['<span style="color:#f00">a</span> <p align="RIGHT" dir="ltr">b</p>', []],
  [
    '{% stepper %}\n{% step %}\n## in\n{% endstep %}\n{% endstepper %}\n\n{% tabs %}\n{% tab title="x" %}\n## hidden\n{% endtab %}\n{% endtabs %}',
    [{ id: "in", title: "in", level: 2 }],
  ],
])("the outline of %s is %j", (markdown, outline) => {
  expect(writePage(parseMarkdown(markdown), surroundings).outline).toEqual(outline);
});

test.each([
  ["<u>a</b></u>", "<p>a</p>"],
  ["a[^x] b[^x]\n\n[^x]: n\n[^unused]: m", "<p>a<sup>1</sup> b<sup>1</sup></p>"],
  ['<code class="expression">a.b</code>', "<p><code>a.b</code></p>"],
  ['<a data-mention href="b">x<b>y</b></a>z', '<p><a href="b">Title of b</a>z</p>'],
  ['{% prompt description="" %}\na\n{% endprompt %}', '<div class="prompt"><p>a</p></div>'],
  [
    '{% prompt description="d" %}\na\n{% endprompt %}',
    '<div class="prompt"><p class="title"><strong>d</strong></p><p>a</p></div>',
  ],
  [
    "| [a](b) | ![c](d) |\n| - | - |\n| $$x$$ | `y` |",
    '<div class="scroll" tabindex="0"><table><thead><tr><th scope="col"><a href="b">a</a></th><th scope="col"><img src="d" alt="c" class="inline-image" loading="lazy" decoding="async"></th></tr></thead><tbody><tr><td><math><mi>x</mi></math></td><td><code>y</code></td></tr></tbody></table></div>',
  ],
  [
    "<details open><summary>**a**</summary>\n\nb\n\n</details>",
    '<details id="a" open><summary>**a**</summary><p>b</p></details>',
  ],
  ["<unknown>a</unknown><script>b</script><style>c</style>", "<p>a</p>"],
  [
    '{% hint style="danger" icon="x" %}\n## h\n\na\n{% endhint %}',
    '<div class="hint danger"><p class="unseen">Danger</p><h2 id="h">h<a class="anchor" href="#h" aria-label="Link to this section"></a></h2><p>a</p></div>',
  ],
  ['{% openapi src="a" method="" path="" %}\nx\n{% endopenapi %}', ""],
  [
    '<a href="b" data-mention></a> <a href="gone" data-mention>g</a>',
    '<p><a href="b">Title of b</a> <span class="nowhere">gone</span></p>',
  ],
  [
    '{% code overflow="wrap" expandable="true" %}\n```\na\n```\n{% endcode %}',
    '<figure class="code"><pre tabindex="0" class="wrapped"><code>a</code></pre></figure>',
  ],
  [
    '<div align="center"><figure><img src="a"><figcaption></figcaption></figure></div>',
    '<div class="to-center"><figure><img src="a" alt="" loading="lazy" decoding="async"></figure></div>',
  ],
  [
    '<figure><img src="a" width="300" height="20%"><figcaption>c</figcaption></figure>',
    '<figure><img src="a" alt="" width="300" loading="lazy" decoding="async"><figcaption>c</figcaption></figure>',
  ],
  [
    '{% code title="t" lineNumbers="true" overflow="wrap" %}\n```js\na\nb\n```\n{% endcode %}',
    '<figure class="code"><figcaption>t</figcaption><span class="language">js</span><pre tabindex="0" class="numbered wrapped"><code><span class="line">a\n</span><span class="line">b\n</span></code></pre></figure>',
  ],
  [
    "{% stepper %}\n{% step %}\na\n{% endstep %}\n{% step %}\n## h\n{% endstep %}\n{% endstepper %}",
    '<ol class="steps"><li><p>a</p></li><li><h2 id="h">h<a class="anchor" href="#h" aria-label="Link to this section"></a></h2></li></ol>',
  ],
  [
    '<img src="a" data-size="line"> <img src="javascript:x"> <img src="b" width="x" height="5">',
    '<p><img src="a" alt="" class="inline-image line" loading="lazy" decoding="async"> <span class="nowhere">[image]</span> <img src="b" alt="" height="5" class="inline-image" loading="lazy" decoding="async"></p>',
  ],
  [
    '{% updates %}\n{% update date="2026-01-02" tags="a, b" %}\nx\n{% endupdate %}\n{% endupdates %}',
    '<section class="update"><p class="date"><time datetime="2026-01-02">January 2, 2026</time> <span class="option">a</span> <span class="option">b</span></p><p>x</p></section>',
  ],
  [
    '<button data-action="search" data-query="q">S</button> <button data-action="ask">A</button>',
    '<p><span class="nowhere">S</span> <span class="nowhere">A</span></p>',
  ],
  [
    '<table><colgroup><col span="2"></colgroup><tr><th scope="col" colspan="2">a</th></tr></table>',
    '<div class="scroll" tabindex="0"><table><tbody><tr><td>a</td><td></td></tr></tbody></table></div>',
  ],
  [
    '<a href="b" class="button secondary" data-icon="star">Go</a> <a href="gone" class="button">N</a>',
    '<p><a href="b" class="button secondary">Go</a> <span class="nowhere">N</span></p>',
  ],
  [
    '<div data-with-frame="true"><figure><img src="a"><figcaption><p>c</p></figcaption></figure></div>',
    '<div class="framed"><figure><img src="a" alt="" loading="lazy" decoding="async"><figcaption>c</figcaption></figure></div>',
  ],
  [
    '<mark style="color:red;background-color:blue">a</mark> <mark style="color:nope">b</mark> <mark>c</mark> <mark style="background-color:default;color:purple">d</mark>',
    '<p><span class="ink-red ground-blue">a</span> b c <span class="ink-purple">d</span></p>',
  ],
])("the HTML in %s is rendered as published", (markdown, html) => {
  const published = inPublishedBlocks(parseMarkdown(markdown), (url) =>
    url.startsWith("file:") ? { kind: "file", file: url.slice(5) } : { kind: "url", url },
  );
  expect(writePage(published, surroundings).html).toBe(html);
});
