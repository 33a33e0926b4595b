import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";

test.each([
  ["{%%}", "\\{%%}\n"],
  ["{%%%}", "{% % %}\n"],
  ["{% %}", "{%  %}\n"],
  ["# A", "# A\n"],
  ["---", "***\n"],
  ["0. a", "0. a\n"],
  ["<hr>", "<hr>\n"],
  ["![](b)", "![](b)\n"],
  ["A $$x$$", "A $$x$$\n"],
  ["## {#b}", "## \\{#b}\n"],
  ["a\\\nb  \nc", "a\\\nb\\\nc\n"],
  ["* a\n\n* b", "* a\n\n* b\n"],
  ["1. [x] a", "1. [x] a\n"],
  ["## A {#b}", '## A <a href="#b" id="b"></a>\n'],
  ["3. a\n4. b", "3. a\n4. b\n"],
  ["+ a\n  > b", "* a\n  > b\n"],
  ["```\na\n```", "```\na\n```\n"],
  ["## A \\{#b}", "## A \\{#b}\n"],
  ["a ***b** c*", "a _**b** c_\n"],
  ["*a ~~b~~* c", "_a ~~b~~_ c\n"],
  ["$$\na + b\n$$", "$$\na + b\n$$\n"],
  ["### `x` {#y}", '### `x` <a href="#y" id="y"></a>\n'],
  ["- a\n\n  b\n- c", "* a\n\n  b\n\n* c\n"],
  ["[*a* **b**](c)", "[_a_ **b**](c)\n"],
  ['{% include "" %}', '{% include "" %}\n'],
  ["**a [b *c*](d) e**", "**a [b _c_](d) e**\n"],
  ['{% file url="x" %}', '{% file url="x" %}\n'],
  ['![a](b) ![c](d "e")', '![a](b) ![c](d "e")\n'],
  ['{% include "a.md" %}', '{% include "a.md" %}\n'],
  ["```js title=x\na\n\nb\n```", "```js title=x\na\n\nb\n```\n"],
  ['{% file src="a.pdf" %}', '{% file src="a.pdf" %}\n'],
  ["<details>\n\nc\n\n</details>", "<details>\n\nc\n\n</details>\n"],
  ['{% page-ref url="a.md" %}', '{% page-ref url="a.md" %}\n'],
  ["{% code %}\na\n{% endcode %}", "{% code %}\na\n{% endcode %}\n"],
  [
    '{% page-ref page="a.md" %}',
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n',
  ],
  ["| *a* | b<br>c |\n| :- | - |", "| _a_ | b<br>c |\n| :-- | ------ |\n"],
  [
    '{% content-ref url="a.md" %}',
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n',
  ],
  ["| a |\n| -: |\n| `x\\|y` |\n|  |", "|      a |\n| -----: |\n| `x\\|y` |\n|        |\n"],
  ["a\n{% hint %}\nb\n{% endhint %}\nc", "a\n\n{% hint %}\nb\n{% endhint %}\n\nc\n"],
  ["| a | b |\n| - | :-: |\n| c | d |", "| a |  b  |\n| - | :-: |\n| c |  d  |\n"],
  ['{% embed url="https://a.example" %}', '{% embed url="https://a.example" %}\n'],
  ["{% hint style=info %}\na\n{% endhint %}", "{% hint style=info %}\na\n{% endhint %}\n"],
  [
    "{% a %}\n{% b %}\nx\n{% enda %}\n{% endb %}",
    "{% a %}\n{% b %}\n\nx\n{% enda %}\n\n{% endb %}\n",
  ],
  [
    '<code class="expression">space.vars.a</code>',
    '<code class="expression">space.vars.a</code>\n',
  ],
  [
    "<details open><summary>a</summary>b</details>",
    "<details open><summary>a</summary>b</details>\n",
  ],
  [
    '{% if visitor.claims.a == "b" %}\na\n{% endif %}',
    '{% if visitor.claims.a == "b" %}\na\n{% endif %}\n',
  ],
  [
    "a[^1] b[^Note]\n\n[^1]: One\n[^note]: Two\n\n    More",
    "a[^1] b[^Note]\n\n[^1]: One\n\n[^note]: Two\n\n    More\n",
  ],
  [
    '<details open="">\n<summary>A</summary>\n\nc\n\n</details>',
    "<details open>\n\n<summary>A</summary>\n\nc\n\n</details>\n",
  ],
  [
    '{% content-ref url="a.md" %}\na\n\nb\n{% endcontent-ref %}',
    '{% content-ref url="a.md" %}\na\n\nb\n{% endcontent-ref %}\n',
  ],
  [
    '{% prompt description="d" icon="x" %}\na\n{% endprompt %}',
    '{% prompt description="d" icon="x" %}\na\n{% endprompt %}\n',
  ],
  [
    "<details>\n\n<summary>A <b>b</b></summary>\n\nc\n\n</details>",
    "<details>\n\n<summary>A <strong>b</strong></summary>\n\nc\n\n</details>\n",
  ],
  [
    '{% embed url="https://a.example" %}\nCaption *x*\n{% endembed %}',
    '{% embed url="https://a.example" %}\nCaption _x_\n{% endembed %}\n',
  ],
  [
    '{% openapi-operation path="/x" %}\nx\n{% endopenapi-operation %}',
    '{% openapi-operation path="/x" %}\nx\n{% endopenapi-operation %}\n',
  ],
  [
    '[a](b "c") [d](e) <https://a.example> [f][g]\n\n[g]: h "i"\n[G]: j',
    '[a](b "c") [d](e) [https://a.example](https://a.example) [f](h "i")\n',
  ],
  [
    '<figure><img src="a" data-x="1"><figcaption>x</figcaption></figure>',
    '<figure><img src="a" data-x="1"><figcaption>x</figcaption></figure>\n',
  ],
  [
    '{% openapi src="a.yaml" path="/x" method="get" %}\n[a](a.yaml)\n{% endopenapi %}',
    '{% openapi src="a.yaml" path="/x" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}\n',
  ],
  [
    '<figure><img src="a" alt="b"><figcaption><p>c &amp; d</p></figcaption></figure>',
    '<figure><img src="a" alt="b"><figcaption><p>c &#x26; d</p></figcaption></figure>\n',
  ],
  [
    '{% openapi-webhook spec="pets" name="n" method="post" %}\nx\n{% endopenapi-webhook %}',
    '{% openapi-webhook spec="pets" method="post" name="n" %}\n[/openapi/pets](/openapi/pets)\n{% endopenapi-webhook %}\n',
  ],
  [
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}\n',
  ],
  [
    '{% openapi-schemas spec="pets" schemas="A,B" grouped="true" %}\nx\n{% endopenapi-schemas %}',
    '{% openapi-schemas spec="pets" grouped="true" schemas="A,B" %}\n[/openapi/pets](/openapi/pets)\n{% endopenapi-schemas %}\n',
  ],
  [
    '{% columns %}\n{% column width="30%" valign="middle" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    '{% columns %}\n{% column valign="middle" width="30%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n',
  ],
])("%s is formatted", (markdown, formatted) => {
  expect(writeMarkdown(parseMarkdown(markdown))).toBe(formatted);
});
