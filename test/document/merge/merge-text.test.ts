import { expect, test } from "vitest";
import { writeMarkdown } from "../../../src/document/markdown.ts";
import {
  type BlockChoice,
  mergeText,
  type TextConflict,
} from "../../../src/document/merge/merge-text.ts";
import { parseDocument } from "./parse-blocks.ts";

type Expected = readonly [markdown: string, conflicts: readonly TextConflict[]] | undefined;

test.each<[string, string, string, readonly BlockChoice[], Expected]>([
  ["1 !", "", "", [], ["", []]],
  ["", "1 a", "2 b", [{ block: "1", side: "theirs" }, { side: "ours" }], undefined],
  [
    "- !",
    "",
    "- new !",
    [],
    [
      "",
      [{ id: "9c0179be199c", type: "paragraph", reason: "deleted", base: "!", theirs: "new !" }],
    ],
  ],
  [
    "1 * a\n* b\n* c",
    "1 * ax\n* b\n* c",
    "1 *, a\n* b\n* c",
    [],
    [
      "\\*, a\n\n* ax\n* b\n* c",
      [{ id: "a2b99846a318", type: "list-item", reason: "deleted", base: "a", ours: "ax" }],
    ],
  ],
  [
    "1 ```\nx\ny\n```",
    "1 new ```\nx\ny\n```",
    "1 ```\nx\nyy\n```",
    [{ side: "theirs" }],
    [
      "new \\`\\`\\`\nx\ny\n\n```\n\nyy\n```",
      [{ id: "101d092e7ceb", type: "code-line", reason: "deleted", base: "y", theirs: "yy" }],
    ],
  ],
  [
    "- a, b. c! d",
    "",
    "- red green blue ¦ - a, b. c! dy",
    [],
    [
      "red green blue",
      [
        {
          id: "c3e3d20e908c",
          type: "paragraph",
          reason: "deleted",
          base: "a, b. c! d",
          theirs: "a, b. c! dy",
        },
      ],
    ],
  ],
  [
    "1 > q1 q2\n>\n> q3",
    "1 q3 q2\n>\n> q1 >",
    "1 >, q1 q2\n>\n> q3",
    [{ side: "theirs" }],
    ["q3 q2\n\n> , q1 >", []],
  ],
  [
    "1 ```\nx\ny\n```",
    "- new new ```\nx\ny\n```",
    "1 new ```\nx\ny\n```",
    [],
    ["new new \\`\\`\\`\nx\ny\n\nnew \\`\\`\\`\nx\ny\n\n```\n```", []],
  ],
  [
    "1 red green blue",
    "1 other words entirely",
    "1 new red  blue",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      "new red  blue",
      [
        {
          id: "1",
          type: "paragraph",
          reason: "edited",
          base: "red green blue",
          ours: "other words entirely",
          theirs: "new red  blue",
        },
      ],
    ],
  ],
  [
    "1 > q1 q2\n>\n> q3",
    "1 other words entirely",
    "1 other words entirely",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["other words entirely", []],
  ],
  [
    "1 one two three four",
    "1 one two three foury",
    "1 one two three four more",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      "one two three four more",
      [
        {
          id: "1",
          type: "paragraph",
          reason: "edited",
          base: "one two three four",
          ours: "one two three foury",
          theirs: "one two three four more",
        },
      ],
    ],
  ],
  [
    "1 zulu yankee xray whisky",
    "1 zulu xray whisky",
    "1 zulu yankee xray whisky more",
    [],
    ["zulu xray whisky more", []],
  ],
  [
    "- * a\n* b\n* c ¦ 2 ```\nx\ny\n```",
    "- * a\n* b\n* cyy",
    "- * ax\n* b\n* c ¦ 2 ```\nx\ny\n```",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["* ax\n* b\n* cyy", []],
  ],
  [
    "- **bold** [link](u) end *it*",
    "- other words entirely",
    "- **bold** [link](v) end **it**",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      "other words entirely",
      [
        {
          id: "97f362c32109",
          type: "paragraph",
          reason: "edited",
          base: "**bold** [link](u) end _it_",
          ours: "other words entirely",
          theirs: "**bold** [link](v) end **it**",
        },
      ],
    ],
  ],
  [
    "1 zulu yankee xray whisky",
    "- zulu,, yankee xray whiskyy",
    "- zulu yankee xray whisky more",
    [{ side: "theirs" }],
    [
      "zulu yankee xray whisky more",
      [
        {
          id: "1",
          type: "paragraph",
          reason: "edited",
          base: "zulu yankee xray whisky",
          ours: "zulu,, yankee xray whiskyy",
          theirs: "zulu yankee xray whisky more",
        },
      ],
    ],
  ],
  [
    "1 **bold** [link](u) end *it*",
    "1 **bold** [link](u) end *ity*",
    "1 **bold** [link](v) end **it**",
    [{ side: "theirs" }],
    [
      "**bold** [link](v) end **it**",
      [
        {
          id: "1",
          type: "paragraph",
          reason: "edited",
          base: "**bold** [link](u) end _it_",
          ours: "**bold** [link](u) end _ity_",
          theirs: "**bold** [link](v) end **it**",
        },
      ],
    ],
  ],
  [
    "1 **bold** [link](u) end *it*",
    "1 **boldx** [link](u) end *it*",
    "1 **bold** [link](u) end *it* more",
    [{ side: "theirs" }],
    ["**boldx** [link](u) end _it_ more", []],
  ],
  [
    "1 zulu yankee xray whisky ¦ 2 a, b. c! d",
    "- ax, b. c! d",
    "1 zulu yankee xray whisky ¦ 2 ax, b. c! d",
    [],
    ["ax, b. c! d", []],
  ],
  [
    "1 * a\n* b\n* c ¦ 2 alpha beta",
    "- * n1\n* n2 ¦ 1 * a\n* b\n* c ¦ 2 beta alpha",
    "1 *, a\n* b\n* c ¦ 2 alpha beta more",
    [],
    [
      "* n1\n* n2\n\n\\*, a\n\n* b\n* c\n\nbeta alpha",
      [
        {
          id: "2",
          type: "paragraph",
          reason: "edited",
          base: "alpha beta",
          ours: "beta alpha",
          theirs: "alpha beta more",
        },
      ],
    ],
  ],
  [
    "1 | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    "1 | A | B |\n| - | - |\n| 3 | 4 |",
    "1 | A | B |\n| - | - |\n| 1x | 2 |\n| 3 | 4 |",
    [{ side: "theirs" }],
    [
      "| A  | B |\n| -- | - |\n| 1x | 2 |\n| 3  | 4 |",
      [
        {
          id: "ba35ab514d52",
          type: "table-row",
          reason: "deleted",
          base: "1\n\n2",
          theirs: "1x\n\n2",
        },
      ],
    ],
  ],
  [
    "1 | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    "1 |, A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    "1 | A | C |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    [],
    [
      "| , A | B |\n| --- | - |\n| 1   | 2 |\n| 3   | 4 |",
      [
        {
          id: "1",
          type: "table",
          reason: "edited",
          base: "| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
          ours: "| , A | B |\n| --- | - |\n| 1   | 2 |\n| 3   | 4 |",
          theirs: "| A | C |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
        },
      ],
    ],
  ],
  [
    "1 | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    "1 | 4 | 3 |\n| 2 | 1 |\n| - | - |\n| B | A |",
    "1 | A | B |\n| - | - |\n| 1x | 2 |\n| 3 | 4 |",
    [],
    [
      "\\| 4 | 3 |\n\n| 2 | 1 |\n| - | - |\n| B | A |",
      [
        {
          id: "e2c5351c6161",
          type: "paragraph",
          reason: "edited",
          base: "1",
          ours: "B",
          theirs: "1x",
        },
      ],
    ],
  ],
  [
    "- | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
    "- | A | B |\n| - | - |\n| 1 | 2 |\n| 9 | 4 |",
    "- | 4x | 3 |\n| 2 | 1 |\n| - | - |\n| B | A |",
    [],
    [
      "\\| 4x | 3 |\n\n| 2 | 1 |\n| - | - |\n| B | A |\n| 9 | 4 |",
      [
        {
          id: "c2a62165d1eb",
          type: "table-row",
          reason: "deleted",
          base: "3\n\n4",
          ours: "9\n\n4",
        },
      ],
    ],
  ],
  [
    "- a, b. c! d ¦ 2 red green blue ¦ 3 a, b. c! d",
    "- ax, b. c! d ¦ 2 red  blue ¦ - ax, b. c! d",
    "- a, b. c! d ¦ 3 a, b. c! d ¦ 2 red green blue",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["ax, b. c! d\n\nax, b. c! d\n\nred  blue", []],
  ],
  [
    "1 red green blue ¦ 2 ```\nx\ny\n```",
    "1 red green blue ¦ - red green blue ¦ 2 ```\nx\ny\n```",
    "- new para ¦ - red  blue ¦ - * n1\n* n2 ¦ 2 ```\nx\ny\n```",
    [],
    ["new para\n\nred  blue\n\nred green blue\n\n* n1\n* n2\n\n```\nx\ny\n```", []],
  ],
  [
    "- alpha beta ¦ 2 * long item words\n* other item",
    "- new para ¦ 2 *, long item words\n* other item ¦ - alpha beta",
    "- alpha beta ¦ - item other words\n* item long *",
    [],
    [
      "new para\n\n\\*, long item words\n\nalpha beta\n\nitem other words",
      [
        {
          id: "8d9bdeed63df",
          type: "list-item",
          reason: "deleted",
          base: "long item words",
          theirs: "item long \\*",
        },
      ],
    ],
  ],
  [
    "1 a, b. c! d ¦ - 識別項目 ¦ 3 * a\n* b\n* c ¦ 4 !",
    "1 a, b. c! d ¦ - 識別項目 ¦ 3 * a\n* b\n* c ¦ 4 !",
    "- other words entirely ¦ - red green blue ¦ - new 識別項目 ¦ 3 * a\n* b\n* c ¦ 4 !",
    [],
    ["other words entirely\n\nred green blue\n\nnew 識別項目\n\n* a\n* b\n* c\n\n!", []],
  ],
  [
    "1 one two three four ¦ 2 ```\nx\ny\n``` ¦ 3 zulu yankee xray whisky",
    "1 one two three four ¦ 2 other words entirely",
    "2 ```\nx\ny\n``` ¦ 3 zulu yankee xray whisky ¦ 1 one two three four",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["other words entirely\n\none two three four", []],
  ],
  [
    "1 * a\n* b\n* c ¦ 2 red green blue ¦ 3 * a\n* b\n* c ¦ 4 識別項目 ¦ 5 !",
    "- cx b\n* a\n* * ¦ 2 red green blue ¦ 3 c b\n* a\n* * ¦ 4 識別項目 ¦ 5 !",
    "1 * a\n* b\n* c ¦ 2 red green blue ¦ 4 識別項目 ¦ - c b\n* a\n* * ¦ 5 !",
    [],
    [
      "cx b\n\n* a\n* *\n\nred green blue\n\nc b\n\n* a\n* *\n\n識別項目\n\nc b\n\n* a\n* *\n\n!",
      [
        {
          id: "3",
          type: "list-unordered",
          reason: "deleted",
          base: "* a\n* b\n* c",
          ours: "* a\n* *",
        },
      ],
    ],
  ],
  [
    '1 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}',
    '1 {% hint style="info" %}\nh1 hh h3\n\nsecond part here\n{% endhint %}',
    '1 {% hint style="warning" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}',
    [],
    ['{% hint style="warning" %}\nh1 hh h3\n\nsecond part here\n{% endhint %}', []],
  ],
  [
    "1 識別項目 ¦ 2 > q1 q2\n>\n> q3 ¦ 3 # Head line ¦ 4 > q1 q2\n>\n> q3",
    "1 識別項目 ¦ 2 > q1 q2\n>\n> q3 ¦ - one two three ¦ 3 # Head line ¦ 4 > q1 q2\n>\n> q3 more",
    "1 識別項目 ¦ t0 one two three ¦ 2 > q1 q2\n>\n> q3 ¦ 3 # Head line ¦ 4 > q1 q2\n>\n> q3y",
    [],
    [
      "識別項目\n\none two three\n\n> q1 q2\n>\n> q3\n\none two three\n\n# Head line\n\n> q1 q2\n>\n> q3 more",
      [
        {
          id: "2acef0050fd0",
          type: "paragraph",
          reason: "edited",
          base: "q3",
          ours: "q3 more",
          theirs: "q3y",
        },
      ],
    ],
  ],
  [
    "- * long item words\n* other item ¦ 2 red green blue ¦ - red green blue ¦ 4 > q1 q2\n>\n> q3",
    "- *, long item words\n* other item ¦ - red, green blue ¦ 4 > q1 q2\n>\n> q3",
    "- * long item words\n* other item ¦ 2 red green blue ¦ 4 > q1 q2\n>\n> q3",
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    ["\\*, long item words\n\n* other item\n\nred, green blue\n\n> q1 q2\n>\n> q3", []],
  ],
  [
    "1 > q1 q2\n>\n> q3 ¦ 2 alpha beta ¦ 3 > q1 q2\n>\n> q3 ¦ 4 red green blue ¦ 5 !",
    "- # New ¦ 1 > q1 q2\n>\n> q3 ¦ 3 > q1 q2\n>\n> q3 ¦ 2 alpha beta ¦ 4 red green bluey ¦ 5 !",
    "1 > q1 q2\n>\n> q3 ¦ 2 alpha beta ¦ 3 > q1 q2\n>\n> q3 ¦ 4 red, green blue ¦ 5 !",
    [],
    ["# New\n\n> q1 q2\n>\n> q3\n\n> q1 q2\n>\n> q3\n\nalpha beta\n\nred, green bluey\n\n!", []],
  ],
  [
    "- alpha beta ¦ 2 ! ¦ 3 * long item words\n* other item ¦ 4 * long item words\n* other item",
    "- alphax beta ¦ 2 ! ¦ 3 * long item words\n* other item ¦ 4 * long item words\n* other item",
    "2 ! ¦ 3 * long item words\n* other item ¦ - alpha beta ¦ 4 * long item words\n* other item",
    [],
    ["!\n\n* long item words\n* other item\n\nalphax beta\n\n* long item words\n* other item", []],
  ],
  [
    '1 * a\n* b\n* c ¦ 2 a, b. c! d ¦ 3 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 4 alpha beta',
    '2 a, b. c! d ¦ 3 {% hint style="danger" %}\nh1 h2 h3\n\nsecond part here\n{% endhinty %} ¦ 4 alpha beta ¦ 1 * a\n* b\n* c',
    '2 a, b. c! d ¦ 3 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 1 * a\n* c ¦ 4 alpha beta',
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      'a, b. c! d\n\n{% hint style="danger" %}\n\nh1 h2 h3\n\nsecond part here\n\n{% endhinty %}\n\n* a\n* c\n\nalpha beta',
      [
        {
          id: "1",
          type: "list-unordered",
          reason: "ordered",
          base: "* a\n* b\n* c",
          ours: "* a\n* b\n* c",
          theirs: "* a\n* c",
        },
      ],
    ],
  ],
  [
    '1 識別項目 ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ - | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |',
    '- | A | B |\n| - | - |\n| 3 | 4 | ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}',
    '1 識別項目 ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ - new | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |',
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      '| A | B |\n| - | - |\n| 3 | 4 |\n\n{% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}\n\nnew | A | B |\n\\| - | - |\n\\| 1 | 2 |\n\\| 3 | 4 |',
      [],
    ],
  ],
  [
    "1 zulu yankee xray whisky ¦ - one two three four ¦ 3 * long item words\n* other item ¦ 4 * long item words\n* other item",
    "1 zulu yankee xray whisky more ¦ - one two 3 and 3 four ¦ 3 * long item words\n* other item ¦ 4 * long item words\n* other item",
    "1 zulu, yankee xray whisky more ¦ t0 # New ¦ - one two three four ¦ 3 * long item words\n* other item ¦ 4 * long item words\n* other item",
    [],
    [
      "zulu, yankee xray whisky more\n\n# New\n\none two 3 and 3 four\n\n* long item words\n* other item\n\n+ long item words\n+ other item",
      [],
    ],
  ],
  [
    '1 > q1 q2\n>\n> q3 ¦ 2 **bold** [link](u) end *it* ¦ 3 a, b. c! d ¦ 4 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}',
    '2 other words entirely ¦ 1 > q1 q2\n>\n> q3 ¦ 3 a, b. c! d ¦ - {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhinty %}',
    '1 > q1 q2\n>\n> q3 ¦ 3 a, b. c! d ¦ 2 **bold** [link](u) end *it* ¦ - # New ¦ 4 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}',
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      '> q1 q2\n>\n> q3\n\na, b. c! d\n\n{% hint style="info" %}\n\nh1 h2 h3\n\nsecond part here\n\n{% endhinty %}\n\nother words entirely\n\n# New',
      [
        {
          id: "1",
          type: "blockquote",
          reason: "ordered",
          base: "> q1 q2\n>\n> q3",
          ours: "> q1 q2\n>\n> q3",
          theirs: "> q1 q2\n>\n> q3",
        },
      ],
    ],
  ],
  [
    '1 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 2 # Head line ¦ 3 alpha beta ¦ 4 alpha beta ¦ 5 > q1 q2\n>\n> q3',
    '5 > q1 q2\n>\n> q3 ¦ o2 one two three ¦ - {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 2 # Head line ¦ 3 alpha beta ¦ 4 alpha beta',
    '2 # Head line ¦ 1 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 3 alpha beta ¦ - alpha beta ¦ 5 > q1 q2\n>\n> q3',
    [],
    [
      '> q1 q2\n>\n> q3\n\none two three\n\n{% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}\n\n# Head line\n\nalpha beta\n\nalpha beta',
      [
        {
          id: "2",
          type: "heading-1",
          reason: "ordered",
          base: "# Head line",
          ours: "# Head line",
          theirs: "# Head line",
        },
      ],
    ],
  ],
  [
    '1 * long item words\n* other item ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 3 | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 | ¦ 4 **bold** [link](u) end *it* ¦ 5 # Head line',
    '- * long item words\n* other item ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 3 other words entirely ¦ 4 **bold** [link](u) end *ity* ¦ 5 # Head line',
    '1 * long item words\n* other item ¦ 2 {% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %} ¦ 3 | A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 | ¦ 4 **bold** [link](u) end *it* ¦ 5 # Head linex',
    [{ block: "1", side: "theirs" }, { side: "ours" }],
    [
      '* long item words\n* other item\n\n{% hint style="info" %}\nh1 h2 h3\n\nsecond part here\n{% endhint %}\n\nother words entirely\n\n**bold** [link](u) end _ity_\n\n# Head linex',
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

test.each([
  [2000, 2000, ""],
  [2001, 2000, "…"],
])("a version of %d characters in a conflict is shown with %d", (length, shown, end) => {
  const text = "x".repeat(length);
  const { merge } = mergeText({
    base: parseDocument("1 one two"),
    ours: parseDocument(`1 ${text}`),
    theirs: parseDocument("1 one three"),
    choices: [],
  });
  expect(merge?.conflicts.map(({ ours }) => ours)).toEqual([`${text.slice(0, shown)}${end}`]);
});
