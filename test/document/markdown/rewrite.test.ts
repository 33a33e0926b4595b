import { expect, test } from "vitest";
import type { Document } from "../../../src/contract/document.model.ts";
import { parseMarkdown, rewriteMarkdown } from "../../../src/document/markdown.ts";
import { changedLines } from "../../support/commands/changed-lines.ts";
import { sample, slowTest, slowTests } from "../../support/generators/amount.ts";
import { addWord, wordsIn } from "../../support/generators/random-edits.ts";

const stay = (document: Document) => document;
const rewritten = (source: string, document: Document) =>
  rewriteMarkdown(source, document, { before: stay, now: stay, written: stay });

const everyBlock = `# Every block

A paragraph with *emphasis*,  __strong words__ and a [link][here],
which goes on.

Second    paragraph   with trailing words.  
A broken line.

- first item
- second item
    - inner item with words

      A second paragraph of it.
* other list

1) numbered first
2) numbered second

- [ ] open task here
- [x] done task here

> Quoted words here,
lazy ones too.
>
> - item in quote

{% hint style="warning" %}

Mind these words.

{% endhint %}

{% tabs %}
{% tab title="One" %}
Tabbed words here.
{% endtab %}

{% tab title="Two" %}
- item in tab
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Step words here

Do some things.
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="30%" %}
Left words here.
{% endcolumn %}
{% endcolumns %}

{% unknown with="anything" %}
Unknown words here.
{% endunknown %}

{% embed url="https://example.com/v" %}

{% code title="a.js" overflow="wrap" lineNumbers="true" %}
\`\`\`js
const a = 1;
\`\`\`
{% endcode %}

| Name | Words of it |
|------|:-----------:|
| one here | first cell words |
| two here | other cell words |

| Padded       | Column words |
| ------------ | ------------ |
| one two      | three four   |

<details>
<summary>Folded words <strong>in bold</strong> here</summary>

Inside words here.

</details>

<table data-view="cards"><thead><tr><th>A</th></tr></thead></table>

<figure><img src="a b.png" alt="A &#x26; B"><figcaption><p>Caption words</p></figcaption></figure>

Setext words here
-----------------

## Heading words with an id {#given}

***

Footnote words[^1] and $$a_b$$ formula.

[^1]: Footnote text words.

[here]: https://example.com/x "Title"
`;

slowTest("a change of a word in any block changes only its line", () => {
  const count = wordsIn(parseMarkdown(everyBlock).nodes).length;
  expect(count).toBeGreaterThan(25);
  for (const at of sample([...Array(count).keys()], 12)) {
    const document = parseMarkdown(everyBlock);
    const leaf = wordsIn(document.nodes)[at];
    if (leaf) addWord(leaf);
    const text = rewritten(everyBlock, document);
    const { added, removed, blocks } = changedLines(everyBlock, text ?? "");
    expect(added.join("\n"), leaf?.text).toContain("zebra");
    expect([blocks, Math.max(added.length, removed.length)], leaf?.text).toEqual([
      1,
      // A paragraph, a quote or a heading of two lines is one block.
      expect.toSatisfy((lines: number) => lines <= 2),
    ]);
  }
});

slowTest("only changed blocks are printed", () => {
  const source = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} *of* many.\n`).join("\n");
  const changed = source
    .replace("200 *of*", "200 out *of*")
    .replace("\nParagraph 201 *of* many.\n", "");
  let printed = 0;
  const links = { before: stay, now: stay, written: stay, printed: (n: number) => (printed = n) };
  expect(rewriteMarkdown(source, parseMarkdown(changed), links)).toBe(
    changed.replace("out *of*", "out _of_"),
  );
  expect(printed).toBe(1);
});

test("a changed block that keeps its formatting is not counted as reformatted", () => {
  const source = "# One\n\nSome _plain_ words.\n\n- A\n- B\n\nSetext\n======\n";
  const changed = source.replace("plain", "other").replace("- B", "- C\n- D");
  let printed: number | undefined;
  const links = { before: stay, now: stay, written: stay, printed: (n: number) => (printed = n) };
  expect(rewriteMarkdown(source, parseMarkdown(changed), links)).toBe(changed);
  expect(printed).toBe(0);
  const retitled = parseMarkdown(source.replace("Setext", "Other"));
  expect(rewriteMarkdown(source, retitled, links)).toContain("# Other");
  expect(printed).toBe(1);
});

test("an inserted block keeps the blank lines around it", () => {
  const source = "# One\n\n\n\nTwo\n\n\nThree\n";
  const document = parseMarkdown("# One\n\nNew\n\nTwo\n\nThree\n");
  expect(rewritten(source, document)).toBe("# One\n\nNew\n\n\n\nTwo\n\n\nThree\n");
});

test.each([
  ["in the middle", "| three", "| six | x |\n| three", "| six   | x     |\n| three"],
  ["first", "| one", "| six | x |\n| one", "| six   | x     |\n| one"],
  ["that is wider than the others", "| one", "| wide row | x |\n| one", "| wide row | x |\n| one"],
  ["as a new header", "| Name ", "| Title", "| Title"],
])("a row %s has the width of the others if they are padded", (_, text, edited, result) => {
  const padded = "| Name  | Words |\n| ----- | ----- |\n| one   | two   |\n| three | four  |\n";
  expect(rewritten(padded, parseMarkdown(padded.replace(text, edited)))).toBe(
    padded.replace(text, result),
  );
  const dense = padded.replace(/ +(?=\|)/g, " ");
  const [from, to] = [text.trimEnd(), edited.trimEnd()];
  expect(rewritten(dense, parseMarkdown(dense.replace(from, to)))).toBe(dense.replace(from, to));
});

test("a renamed column changes the table header, and a new first row is added below it", () => {
  const table = "| Name | Words |\n|------|:-----:|\n| one | two |\n";
  const document = parseMarkdown(table.replace("Words", "Texts"));
  expect(rewritten(table, document)).toBe(table.replace("Words", "Texts"));
  const longer = parseMarkdown(table.replace("| one", "| zero | none |\n| one"));
  expect(rewritten(table, longer)).toContain("|:-----:|\n| zero |");
});

test("the title of an expandable section keeps its source until it changes", () => {
  const source =
    '<details>\n<summary>Storage for <i>it\'s</i> <a href="a.md">old</a> words</summary>\n\nOne\n\n</details>\n\nTwo\n';
  expect(rewritten(source, parseMarkdown(source.replace("Two", "Three")))).toBe(
    source.replace("Two", "Three"),
  );
  expect(rewritten(source, parseMarkdown(source.replace("One", "None")))).toBe(
    source.replace("One", "None"),
  );
  expect(rewritten(source, parseMarkdown(source.replace("old", "new")))).toBe(
    source.replace("old", "new").replace("<i>it's</i>", "<em>it's</em>"),
  );
});

test("a section that is open by default stays open, and can be opened without changing its title", () => {
  const source = '<details open="">\n<summary>A <i>b</i></summary>\n\nOne\n\n</details>\n';
  const folded = source.replace(' open=""', "");
  expect(parseMarkdown(source).nodes).toMatchObject([
    { type: "expandable", data: { defaultExpanded: true } },
  ]);
  expect(rewritten(source, parseMarkdown(source.replace("One", "Two")))).toBe(
    source.replace("One", "Two"),
  );
  expect(rewritten(source, parseMarkdown(folded))).toBe(folded.replace("<i>b</i>", "<em>b</em>"));
  expect(rewritten(folded, parseMarkdown(source))).toBe(
    source.replace('=""', "").replace("<i>b</i>", "<em>b</em>"),
  );
});

slowTests.each([
  ["\\r\\n throughout", (text: string) => text.replaceAll("\n", "\r\n")],
  ["\\r\\n in places", (text: string) => text.replace(/words\.\n/g, "words.\r\n")],
  ["\\r in places", (text: string) => text.replace(/words\.\n/g, "words.\r")],
  ["no line end at the end", (text: string) => text.trimEnd()],
  ["blank lines at both ends", (text: string) => `\n\n${text}\n\n\n`],
])("lines with %s are unchanged", (_name, change) => {
  const source = change(everyBlock);
  expect(rewritten(source, parseMarkdown(source))).toBe(source);
  const document = parseMarkdown(source);
  const [leaf] = wordsIn(document.nodes).filter(({ text }) => text.startsWith("Tabbed"));
  if (leaf) addWord(leaf);
  expect(rewritten(source, document)).toBe(source.replace("Tabbed words", "Tabbed zebra words"));
});

test.each(["\r", "\r\n", "\n"])("an edited line keeps its line end %j", (end) => {
  const source = `* one\n\n\r\n\n* these fields:\\\n  \`A\`, \`B\`${end}  <br>\n\nLast\n`;
  const changed = source.replace("`B`", "`New`");
  expect(rewritten(source, parseMarkdown(changed))).toBe(changed);
});

test.each([
  ["Names such as snake_case and a 2 * 3", "Names such as snake_case and a 2 * 3 new"],
  ["See w. a&b and [x] here", "See w. a&b and [x] here new"],
  ["Really \\*not\\* emphasis", "Really \\*not\\* emphasis new"],
  ["An [address](https://a.b/?c=1&amp=2)", "An [address](https://a.b/?c=1&amp=2) new"],
])("%s is printed without unnecessary backslashes", (before, after) => {
  const document = parseMarkdown(`${before} new\n`);
  expect(rewritten(`${before}\n`, document)).toBe(`${after}\n`);
});

test.each(["| one | either `x|y` | $1600 |", "| one | a | b | c | d |", "| one |"])(
  "a row with other cells than the header keeps its source: %s",
  (row) => {
    const source = `| Op | Meaning | Price |\n| --- | --- | --- |\n${row}\n| two | plain | $12 |\n`;
    const text = JSON.stringify(parseMarkdown(source)).replace('"plain"', '"changed"');
    expect(rewritten(source, JSON.parse(text))).toBe(source.replace("plain", "changed"));
  },
);

test.each<[string, string, string | undefined, number | undefined]>([
  ["", "***\n", "***\n", 0],
  ["***\n", "", "\n", 0],
  ["***\n", "New\n", "New\n", 0],
  ["   \n  ", "A\n", "   \nA\n", 0],
  ["[x]: y\n", "A\n", "[x]: y\n\nA\n", 0],
  ["  x\n", "  x\n\n***\n", "  x\n\n***\n", 0],
  ["> a\n>\n> b\n", "> a\n", "> a\n", 0],
  ["# T #\n", "New\n\n# T #\n", "New\n\n# T #\n", 0],
  ["    code\n", "    code\n", "    code\n", 0],
  ["   a\\\nb\n", "   zed\\\nb\n", "zed\\\nb\n", 1],
  ["    code\n", "    codzed\n", "```\ncodzed\n```\n", 1],
  ["", '[d]: https://e.x "t"\n', "", 0],
  ["1) x\n2) y\n", "1) x\n2) yed\n", "1) x\n2) yed\n", 0],
  ["# T #\n\n***\n", "***\n\n# T #\n", "***\n\n# T #\n", 0],
  ["- a\n\n* b\n", "- a\n\n* b\n\n+ c\n", "- a\n\n* b\n\n- c\n", 0],
  ["   * a\n* b\n", "   * zed\n* b\n", "   * zed\n* b\n", 0],
  ["- [ ] a\n- [x] b\n", "- a\n- b\n", "- a\n- b\n", 0],
  ["a\n\n    c\n", "- x\n\n```\nc\n```\n", "* x\n\n```\nc\n```\n", 0],
  ["A [l][x]\n\n[x]: y\n\nB\n", "A\n\nB\n", "A\n\n[x]: y\n\nB\n", 0],
  ["* a\n* b\n\n***\n", "***\n\n* a\n* b\n", "***\n\n* a\n* b\n", 0],
  ["> - i\n>\n> j\n", "> new - i\n>\n> j\n", "> new - i\n>\n> j\n", 0],
  ["a\\\nb\n\n\n\n\n***\n", "a\\\nb\n\nNew\n\n***\n", "a\\\nb\n\nNew\n\n\n\n\n***\n", 0],
  ["- a\n- b\n- c\n", "* a\n* b\n\nX\n\n* c\n", "- a\n- b\n\nX\n\n* c\n", 0],
  ["- a\n\n\n- b\n- c\n", "- zed\n\n\n- b\n- c\n", "- zed\n\n\n- b\n- c\n", 0],
  ["- a\n- b\n- c\n", "- a\n  - n\n- b\n- c\n", "- a\n  * n\n- b\n- c\n", 0],
  ["> - a\n> - b\n", "> - a\n> - x\n> - b\n", "> - a\n> - x\n> - b\n", 0],
  [
    "    code\n\n- a\n  - b\n  - c\n",
    "- a\n  - b\n  - c\n\n    code\n",
    "- a\n  * b\n\n  * c\n\n    code\n",
    1,
  ],
  [
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n",
    "| A | B |\n| --- | --- |\n| 0 | 0 |\n| 1 | 2 |\n",
    "| A | B |\n| --- | --- |\n| 0 | 0 |\n| 1 | 2 |\n",
    0,
  ],
  [
    "| A | B |\n|--|:-:|\n| 1 | 2 |\n| 3 | 4 |\n",
    "| zed | B |\n|--|:-:|\n| 1 | 2 |\n| 3 | 4 |\n",
    "| zed |  B  |\n|--|:-:|\n| 1 | 2 |\n| 3 | 4 |\n",
    1,
  ],
  [
    '{% hint style="info" %}\na\n{% endhint %}\n',
    '{% hint style="danger" %}\na\n{% endhint %}\n',
    '{% hint style="danger" %}\na\n{% endhint %}\n',
    0,
  ],
  [
    "| Aa  | Bb  |\n| --- | --- |\n| 1   | 2   |\n",
    "| Aa  | Bb  |\n| --- | --- |\n| 1   | 22   |\n",
    "| Aa  | Bb  |\n| --- | --- |\n| 1 | 22 |\n",
    1,
  ],
  [
    "- a\n  - b\n  - c\n\n    code\n\n- k\n  - b\n  - c\n",
    "    code\n\n- k\n  - b\n  - c\n\n- a\n  - b\n  - c\n",
    "```\ncode\n```\n\n- k\n  - b\n  - c\n\n- a\n\n  * b\n  * c\n",
    0,
  ],
  [
    "<details>\n<summary>S</summary>\n\na\n\n</details>\n",
    "<details>\n<summary>T</summary>\n\na\n\n</details>\n",
    "<details>\n<summary>T</summary>\n\na\n\n</details>\n",
    0,
  ],
  [
    "<details >\n<summary>S</summary>\n\na\n\n</details>\n",
    "<details>\n<summary>T</summary>\n\na\n\n</details>\n",
    "<details >\n<summary>T</summary>\n\na\n\n</details>\n",
    0,
  ],
  [
    "<details>\n<summary>S</summary>\n\na\n\n</details>\n",
    "<details open>\n<summary>S</summary>\n\na\n\n</details>\n",
    "<details open>\n<summary>S</summary>\n\na\n\n</details>\n",
    0,
  ],
  [
    "<details>\n<summary>S <i>s</i></summary>\n\nin\n\n</details>\n",
    "<detailzed>\n<summary>S <i>s</i></summary>\n\nin\n\n</details>\n",
    undefined,
    undefined,
  ],
  [
    "<details>\n<summary>S <i>s</i></summary>\n\nin\n\n</details>\n",
    "<details>\n<summary>S <i>s</i></summary>\n\nin\n\n</detailsed>\n",
    "<details>\n<summary>S <i>s</i></summary>\n\nin\n\n</detailsed>\n",
    0,
  ],
  [
    '{% tabs %}\n{% tab title="x" %}\na\n{% endtab %}\n{% endtabs %}\n',
    '{% tabzed %}\n{% tab title="x" %}\na\n{% endtab %}\n{% endtabs %}\n',
    undefined,
    undefined,
  ],
])("%j becomes %j with as few changes as possible", (source, target, expected, blocks) => {
  let printed: number | undefined;
  const links = { before: stay, now: stay, written: stay, printed: (n: number) => (printed = n) };
  expect(rewriteMarkdown(source, parseMarkdown(target), links)).toBe(expected);
  expect(printed).toBe(blocks);
});

test.each<
  [
    string,
    string,
    Readonly<Record<string, string>>,
    string,
    number,
    readonly (readonly [string, string])[],
  ]
>([
  ["", "B **x**\n", { "B **x**": "B __x__" }, "B __x__\n", 0, []],
  ["A\n\nB __x__\n", "A\n", {}, "A\n", 0, [["B **x**", "B __x__"]]],
  ["- a\n- b __x__\n", "- a\n", {}, "- a\n", 0, [["* a\n* b **x**", "- a\n- b __x__"]]],
  [
    "- A\n",
    "- A\n\n  B **x**\n",
    { "B **x**": "B __x__" },
    "* A\n\n  B **x**\n",
    1,
    [["* A", "- A"]],
  ],
  [
    "> A\n",
    "> A\n>\n> B **x**\n",
    { "B **x**": "B __x__" },
    "> A\n>\n> B __x__\n",
    0,
    [["> A", "> A"]],
  ],
  ["A\n\nB __x__\n\nC\n", "B **x**\n\nC\n\nA\n", {}, "B __x__\n\nC\n\nA\n", 0, [["A", "A"]]],
  // Without its definition, a link is text; the other blocks keep their source anyway.
  ...[
    ["[a](b)", "[a][c]"],
    ["![a](b)", "![a][c]"],
    ["A [a](b) **x**", "A [a] __x__"],
    ["> [a](b)", "> [a][c]"],
  ].flatMap(
    ([other = "", letters = ""]): [
      string,
      string,
      Record<string, string>,
      string,
      number,
      [],
    ][] => [
      [
        "",
        `${other}\n\nB **x**\n`,
        { [other]: letters, "B **x**": "B __x__" },
        `${other}\n\nB __x__\n`,
        0,
        [],
      ],
      [
        "A\n",
        `A\n\nB **x**\n\n${other}\n`,
        { [other]: letters, "B **x**": "B __x__" },
        `A\n\nB __x__\n\n${other}\n`,
        0,
        [],
      ],
    ],
  ),
])(
  "%j becomes %j with the source of moved blocks %j",
  (source, target, known, expected, blocks, removed) => {
    let printed: number | undefined;
    const left: [string, string][] = [];
    const moves = {
      left: (formatted: string, letters: string) => void left.push([formatted, letters]),
      found: (formatted: string) => known[formatted],
    };
    const text = rewriteMarkdown(source, parseMarkdown(target), {
      ...{ before: stay, now: stay, written: stay, moves },
      printed: (n) => (printed = n),
    });
    expect([text, printed, left]).toEqual([expected, blocks, removed]);
  },
);

test.each([
  ["is inserted", "10) a\n11) b\n", "10) a\n11) x\n12) b\n"],
  ["is inserted at the start", "10) a\n11) b\n", "10) x\n11) a\n12) b\n"],
  ["is appended", "10) a\n11) b\n", "10) a\n11) b\n12) x\n"],
  ["is appended to a single one", "5. a\n", "5. a\n6. x\n"],
  ["is inserted into a nested list", "- q\n  1) a\n  2) b\n", "- q\n  1) a\n  2) x\n  3) b\n"],
  ["is inserted into a quote", "> 10) a\n> 11) b\n", "> 10) a\n> 11) x\n> 12) b\n"],
  ["is inserted behind an empty one", "1)\n2) b\n", "1)\n2) x\n3) b\n"],
  ["is inserted behind code", "1)     c\n2) b\n", "1)     c\n2) x\n3) b\n"],
  ["is inserted between wide markers", "1.  a\n2.  b\n", "1.  a\n2.  x\n    * y\n3.  b\n"],
  ["is removed", "10) a\n11) b\n12) c\n", "10) a\n11) c\n"],
  ["is removed at the start", "1) a\n2) b\n3) c\n", "1) b\n2) c\n"],
  ["is moved", "1) a\n2) b\n3) c\n", "1) c\n2) a\n3) b\n"],
  ["becomes a task", "10) a\n11) b\n", "10) a\n11) [x] b\n"],
  ["is replaced", "1) a\n   1) n\n2) b\n", "1) x\n2) a\n   1) n\n3) b\n"],
  ["is merged from another list", "1) a\n\nt\n\n3) c\n4) d\n", "1) a\n2) c\n3) d\n"],
  ["is merged from bullets", "1) a\n\nt\n\n- c\n", "1) a\n2) c\n"],
  ["gets another number", "10) a\n11) b\n", "5) a\n6) b\n"],
  ["of the same number is inserted", "5. a\n5. b\n", "5. a\n5. x\n5. b\n"],
  ["of the same number gets another one", "1. a\n1. b\n", "2. a\n2. b\n"],
  ["is inserted between any numbers", "3. a\n2. b\n1. c\n", "3. a\n2. b\n5. x\n1. c\n"],
  ["is moved between any numbers", "3. a\n2. b\n1. c\n", "3. c\n3. a\n2. b\n"],
  ["follows one with a zero", "01. a\n02. b\n", "01. a\n2. x\n3. b\n"],
  ["follows the largest number", "999999999) a\n", "999999999) a\n999999999) x\n"],
  ["becomes loose", "1) a\n2) b\n", "1) a\n\n2) b\n"],
  ["becomes loose in a list", "- q\n  1) a\n  2) b\n", "- q\n  1) a\n\n  2) b\n"],
  ["becomes loose, with a period", "1. a\n2. b\n", "1. a\n\n2. b\n"],
  ["becomes loose below another list", "1. a\n\n1) c\n2) d\n", "1. a\n\n1) c\n\n2) d\n"],
  ["becomes a bullet", "1) a\n2) b\n", "* a\n* b\n"],
  ["was a bullet", "* a\n* b\n", "10. a\n11. b\n"],
  [
    "gets a wider number",
    "8. a\n\n   p\n\n9. b\n\n   ```\n   c\n\n     d\n   ```\n",
    "8. a\n\n   p\n\n9. x\n\n10. b\n\n    ```\n    c\n\n      d\n    ```\n",
  ],
  [
    "gets a narrower number",
    "100. a\n\n101. b\n\n     ```\n     c\n       d\n     ```\n",
    "9. a\n\n10. b\n\n    ```\n    c\n      d\n    ```\n",
  ],
  [
    "with lines that are not indented gets a wider number",
    "> 9. a\n> b\nc\n>\n>    d\n",
    "> 10. a\n> b\nc\n>\n>     d\n",
  ],
  [
    "in an indented list gets a wider number",
    "  9. a\n     p\n\n     q\n",
    "  10. a\n      p\n\n      q\n",
  ],
])("numbers stay in order when an item %s: %j", (_change, source, expected) => {
  const text = rewritten(source, parseMarkdown(expected));
  expect(text).toBe(expected);
});
