/** Merges of collapsible sections, captions, tables, tabs and marks. */
import { expect, test } from "vitest";
import { writeMarkdown } from "../../../src/document/markdown.ts";
import {
  type BlockChoice,
  mergeText,
  type TextConflict,
} from "../../../src/document/merge/merge-text.ts";
import { parseDocument } from "./parse-blocks.ts";

test.each<
  [string, string, string, readonly BlockChoice[], readonly [string, readonly TextConflict[]]]
>([
  [
    "1 **one two** three *four five* six",
    "1 para",
    "",
    [],
    [
      "para",
      [
        {
          id: "1",
          type: "paragraph",
          reason: "deleted",
          base: "**one two** three _four five_ six",
          ours: "para",
        },
      ],
    ],
  ],
  ["1 **one two** three *four five* six", "1 para", "1 para", [], ["para", []]],
  ['1 {% file src="a" %}\ncap tion\n{% endfile %}', "1 para", "1 para", [], ["para", []]],
  [
    "1 **one two** three *four five* six",
    "1 **one two** three *four five* six",
    "1 para",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["para", []],
  ],
  [
    "1 **one two** three *four five* six",
    "1 **one 2** three *four five* six",
    "1 **one two** three *4 five* six",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["**one 2** three _4 five_ six", []],
  ],
  [
    "1 **one two** three *four five* six",
    "1 **one two** three *four five* 6",
    "1 **one 2** three *four five* six",
    [],
    ["**one 2** three _four five_ 6", []],
  ],
  [
    "1 **one two** three *four five* six",
    "1 **two one** three *four five* six",
    "1 **one two** three *four five* 6",
    [],
    ["**two one** three _four five_ 6", []],
  ],
  [
    '1 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
    '1 {% embed url="https://a.example" %}\n{% endembed %}',
    '1 {% embed url="https://a.example" %}\ncaption here\n{% endembed %}',
    [],
    [
      '{% embed url="https://a.example" %}',
      [
        {
          id: "1",
          type: "embed",
          reason: "edited",
          base: '{% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
          ours: '{% embed url="https://a.example" %}',
          theirs: '{% embed url="https://a.example" %}\ncaption here\n{% endembed %}',
        },
      ],
    ],
  ],
  [
    '1 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
    '1 {% embed url="https://a.example" %}\ncap tion there\n{% endembed %}',
    '1 {% embed url="https://a.example" %}\n{% endembed %}',
    [],
    [
      '{% embed url="https://a.example" %}\ncap tion there\n{% endembed %}',
      [
        {
          id: "1",
          type: "embed",
          reason: "edited",
          base: '{% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
          ours: '{% embed url="https://a.example" %}\ncap tion there\n{% endembed %}',
          theirs: '{% embed url="https://a.example" %}',
        },
      ],
    ],
  ],
  [
    '1 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
    '1 {% embed url="https://a.example" %}\ncaption here\n{% endembed %}',
    '1 {% embed url="https://z.example" %}\ncap tion here\n{% endembed %}',
    [],
    ['{% embed url="https://z.example" %}\ncaption here\n{% endembed %}', []],
  ],
  [
    "1 <details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details>",
    "1 <details>\n\n<summary>Sum mary</summary>\n\none two three 4\n\n</details>",
    "1 <details>\n\n<summary>Sum mary</summary>\n\ntwo one three four\n\n</details>",
    [],
    ["<details>\n\n<summary>Sum mary</summary>\n\ntwo one three 4\n\n</details>", []],
  ],
  [
    "1 <details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details>",
    "1 <details>\n\n<summary>Sum mary</summary>\n\none 2 three four\n\n</details>",
    "1 <details>\n\n<summary>Sum mary</summary>\n\nnew\n\none two three four\n\n</details>",
    [{ side: "theirs" }],
    ["<details>\n\n<summary>Sum mary</summary>\n\nnew\n\none 2 three four\n\n</details>", []],
  ],
  [
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | C |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | 4 five six |\n| 5 | 6 |",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      "| A             |      C     |\n| ------------- | :--------: |\n| one two three |      2     |\n| 3             | 4 five six |\n| 5             |      6     |",
      [],
    ],
  ],
  [
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B |\n| - | :-: |\n| one 2 three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B |\n| - | :-: |\n| two one three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    [],
    [
      "| A           |       B       |\n| ----------- | :-----------: |\n| one 2 three |       2       |\n| 3           | four five six |\n| 5           |       6       |",
      [
        {
          id: "9ecff0260fee",
          type: "paragraph",
          reason: "edited",
          base: "one two three",
          ours: "one 2 three",
          theirs: "two one three",
        },
      ],
    ],
  ],
  [
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B |\n| - | :-: |\n| 3 | four five six |\n| 5 | 6 |\n| one two three | 2 |",
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five 6 |\n| 5 | 66 |",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      "| A             |      B      |\n| ------------- | :---------: |\n| 3             | four five 6 |\n| 5             |      66     |\n| one two three |      2      |",
      [],
    ],
  ],
  [
    "1 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B | D |\n| - | :-: | - |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    "1 | A | B |\n| - | :-: |\n| one 2 three | 2 |\n| 3 | four five six |\n| 5 | 6 |",
    [{ side: "theirs" }],
    [
      "| A           |       B       |\n| ----------- | :-----------: |\n| one 2 three |       2       |\n| 3           | four five six |\n| 5           |       6       |",
      [
        {
          id: "1",
          type: "table",
          reason: "edited",
          base: "| A             |       B       |\n| ------------- | :-----------: |\n| one two three |       2       |\n| 3             | four five six |\n| 5             |       6       |",
          ours: "| A             |       B       | D |\n| ------------- | :-----------: | - |\n| one two three |       2       |   |\n| 3             | four five six |   |\n| 5             |       6       |   |",
          theirs:
            "| A           |       B       |\n| ----------- | :-----------: |\n| one 2 three |       2       |\n| 3           | four five six |\n| 5           |       6       |",
        },
      ],
    ],
  ],
  [
    '1 <figure><img src="a" alt="b"><figcaption>cap tion text here</figcaption></figure>',
    '1 <figure><img src="a" alt="b"><figcaption>cap tion text there</figcaption></figure>',
    '1 <figure><img src="a" alt="b"><figcaption>caption text here</figcaption></figure>',
    [],
    [
      '<figure><img src="a" alt="b"><figcaption><p>caption text there</p></figcaption></figure>',
      [],
    ],
  ],
  [
    '1 <figure><img src="a" alt="b"><figcaption>cap tion text here</figcaption></figure>',
    '1 <figure><img src="a" alt="q"><figcaption>cap tion text here</figcaption></figure>',
    '1 <figure><img src="z" alt="b"><figcaption>cap tion text here</figcaption></figure>',
    [],
    [
      '<figure><img src="z" alt="q"><figcaption><p>cap tion text here</p></figcaption></figure>',
      [],
    ],
  ],
  [
    '1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ 2 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 | ¦ 3 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 | ¦ 4 $$x$$ and [a *b* c](u) ![i](j) text end',
    '2 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 | ¦ 1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ 3 | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 | ¦ 4 $$x$$ and [a *b* c](u) ![i](j) text end',
    '1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ - | A | B |\n| - | :-: |\n| one two three | 2 |\n| 3 | four five six |\n| 5 | 6 | ¦ 4 $$x$$ and [a *b* c](u) ![i](j) text end',
    [{ side: "theirs" }],
    [
      '{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}\n\n| A             |       B       |\n| ------------- | :-----------: |\n| one two three |       2       |\n| 3             | four five six |\n| 5             |       6       |\n\n$$x$$ and [a _b_ c](u) ![i](j) text end',
      [],
    ],
  ],
  [
    '1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ 2 {% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %} ¦ 3 {% content-ref url="a" %}\n[a](a)\n{% endcontent-ref %} ¦ 4 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %}',
    '1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ 4 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %} ¦ 2 {% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %} ¦ - {% content-ref url="a" %}\n[a](a)\n{% endcontent-ref %}',
    '4 {% embed url="https://a.example" %}\ncap tion here\n{% endembed %} ¦ 1 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %} ¦ 3 {% content-ref url="a" %}\n[a](a)\n{% endcontent-ref %}',
    [{ side: "theirs" }],
    [
      '{% embed url="https://a.example" %}\ncap tion here\n{% endembed %}\n\n{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}\n\n{% content-ref url="a" %}\n[a](a)\n{% endcontent-ref %}',
      [
        {
          id: "1",
          type: "code",
          reason: "ordered",
          base: '{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
          ours: '{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
          theirs: '{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
        },
      ],
    ],
  ],
  [
    '1 {% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %} ¦ - <details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details> ¦ - **one two** three *four five* six ¦ 4 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
    '1 {% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %} ¦ - <details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details> ¦ - **two one** three *four five* six ¦ 4 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
    '- red green blue ¦ 1 {% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %} ¦ - <details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details> ¦ - **one two** three *four five* six ¦ t0 * n1\n* n2 ¦ 4 {% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
    [],
    [
      'red green blue\n\n{% tabs %}\n{% tab title="t" %}\nin side words here\n{% endtab %}\n\n{% tab title="u" %}\nother\n{% endtab %}\n{% endtabs %}\n\n<details>\n\n<summary>Sum mary</summary>\n\none two three four\n\n</details>\n\n**two one** three _four five_ six\n\n* n1\n* n2\n\n{% code title="a.js" %}\n```js\nx\ny\n```\n{% endcode %}',
      [],
    ],
  ],
])("%j with %j and %j, and the choices %j", (base, ours, theirs, choices, expected) => {
  const { merge } = mergeText({
    base: parseDocument(base),
    ours: parseDocument(ours),
    theirs: parseDocument(theirs),
    choices,
  });
  expect(merge && [writeMarkdown(JSON.parse(merge.document.body)).trim(), merge.conflicts]).toEqual(
    expected,
  );
});
