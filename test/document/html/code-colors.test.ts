/**
 * Highlighted code: the tokens of a grammar in every supported language, without executable HTML.
 */
import { expect, test, vi } from "vitest";
import type { Document } from "../../../src/contract/document.model.ts";
import { outputLimits } from "../../../src/contract/limits.ts";
import { colorCode } from "../../../src/document/html/code-colors.ts";
import { writePage } from "../../../src/document/html/page.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { writeHtml } from "../../../src/service/engines/page-worker.ts";
import { tryWithin } from "../../../src/service/engines/threads/time-limit.ts";
import { slowTest } from "../../support/generators/amount.ts";

const page = (markdown: string) =>
  writePage(parseMarkdown(markdown), {
    find: () => undefined,
    operation: () => undefined,
    color: colorCode,
  }).html;

const getText = (html: string) => html.replace(/<[^>]*>/g, "");

test("keywords, strings and comments are highlighted, and interpolations are code", () => {
  expect(colorCode('if a == "x#{b}" # c', "rb")).toEqual([
    { text: "if", kind: "keyword" },
    { text: " a == ", kind: "plain" },
    { text: '"x', kind: "string" },
    { text: "#{b}", kind: "plain" },
    { text: '"', kind: "string" },
    { text: " ", kind: "plain" },
    { text: "# c", kind: "comment" },
  ]);
});

test("an option of a shell command is one token, whatever its name means elsewhere", () => {
  const options = (line: string) =>
    (colorCode(line, "sh") ?? []).filter(({ kind }) => kind === "property").map(({ text }) => text);
  expect(options("helm install lumen --set a=1 -f values.yaml --log-level debug")).toEqual([
    ...["--set", "-f", "--log-level"],
  ]);
  expect(options("git-lfs track a-set # --no-option")).toEqual([]);
});

slowTest(
  "languages are recognized by names and short names in any case, and others and long code stay plain",
  () => {
    const known = ["JSON", "yml", "console", "html", "jsx", "docker", "ps1", "toml", "http", "rs"];
    const plain = known.filter(
      (name) => !/class="is-/.test(page(`\`\`\`${name}\n${sample}\n\`\`\``)),
    );
    expect(plain).toEqual([]);
    expect(page("```klingon\n<b> x\n```")).toContain("<code>&lt;b&gt; x</code>");
    expect(colorCode("1 ".repeat(5001), "js")).toBe(undefined);
  },
);

/** A sample for each of the languages. */
const sample =
  'FROM "a"\n$ fn main() { let a = 1; }\n<a href="b">c</a>\nGET / HTTP/1.1\nname: "x" # y\n[part]\nwhile ($true) {}';

test("code of any kind keeps its text, escaped, line by line", () => {
  const code = '</code></pre><script>alert("1")</script>\n/* a\n & b */\n\n`<img onerror=x>';
  for (const language of ["html", "js", "php", "md", "sh", "nothing"]) {
    for (const tag of ["{% code %}", '{% code lineNumbers="true" %}']) {
      const html = page(`${tag}\n\`\`\`${language}\n${code}\n\`\`\`\n{% endcode %}`);
      expect(html).not.toMatch(/<script|<img/);
      const shown = /<code>(.*)<\/code>/s.exec(html)?.[1] ?? "";
      const text = getText(shown).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
      const plain = text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
      expect([language, tag, plain.trimEnd()]).toEqual([language, tag, code]);
    }
  }
});

test("a page with code is highlighted", async () => {
  const document: Document = parseMarkdown("```json\n[1]\n```");
  const request = { body: JSON.stringify(document), included: [], targets: [], operations: [] };
  const scope = { page: {}, space: {}, visitor: { claims: {} } };
  const written = await writeHtml({ input: { ...request, scope }, limits: outputLimits.page });
  expect("result" in written && written.result.html).toContain('<span class="is-number">1</span>');
});

slowTest(
  "code is highlighted after the time limit has ended the first use of its grammar",
  async () => {
    const samples = [
      ["ts", "const a: string = `x`; // c"],
      ["php", '<?php echo "a $b"; ?>'],
      ["swift", 'let a = "x\\(b)" // c'],
      ["ruby", 'if a == "x#{b}" # c'],
      ["perl", "my $a = 'b'; # c"],
      ["cpp", '#include <a>\nint b = 1; // "c"'],
    ] as const;
    for (const [language, code] of samples) {
      for (const milliseconds of [1, 2, 3]) {
        vi.resetModules();
        const { colorCode: interrupted } = await import(
          "../../../src/document/html/code-colors.ts"
        );
        tryWithin(milliseconds, () => interrupted(code, language) ?? "plain");
        expect([language, interrupted(code, language)]).toEqual([
          language,
          colorCode(code, language),
        ]);
      }
    }
  },
);
