import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { readCode, renderCode, renderPlainCode } from "../../../src/document/html/code.ts";
import type { ColorCode, Token } from "../../../src/document/html/code-tokens.ts";

/** A block with these lines. */
function createCode(source: string, data: Record<string, unknown> = {}): Node {
  return {
    object: "block",
    type: "code",
    data,
    nodes: source.split("\n").map((text) => ({
      object: "block",
      type: "code-line",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    })),
  };
}

/** Words are keywords, and everything else is plain. */
const color: ColorCode = (code, language) =>
  language === "words"
    ? (code.match(/[a-z\n]+|[^a-z\n]+/g) ?? []).map(
        (text): Token => ({ text, kind: /[a-z]/.test(text) ? "keyword" : "plain" }),
      )
    : undefined;

describe("lines with numbers contain their text and a line break", () => {
  test.each(["a", "a\nb", "", "a\n\nb", "\n", "a\n", "\n\na 1 b\n\nc", "1\n2"])("%j", (source) => {
    const data = { lineNumbers: true, syntax: "Words" };
    const { source: html } = renderCode(createCode(source, data), color);
    expect(html).toContain('<pre tabindex="0" class="numbered">');
    const lines = [...html.matchAll(/<span class="line">([\s\S]*?)\n<\/span>/g)].map(
      ([, line = ""]) => line,
    );
    expect(lines.map((line) => line.replace(/<[^>]*>/g, ""))).toEqual(source.split("\n"));
    for (const line of lines) expect(line).not.toContain('<span class="is-keyword"></span>');
  });
});

test.each<[Record<string, unknown>, string, string]>([
  [{}, "", ""],
  [{ title: "a.js" }, "<figcaption>a.js</figcaption>", ""],
  [{ title: "" }, "", ""],
  [{ title: 1 }, "", ""],
  [{ syntax: "js" }, '<span class="language">js</span>', ""],
  [{ syntax: "x".repeat(31) }, `<span class="language">${"x".repeat(30)}</span>`, ""],
  [{ syntax: 1 }, "", ""],
  [{ overflow: "wrap" }, "", ' class="wrapped"'],
  [{ overflow: "scroll" }, "", ""],
  [{ lineNumbers: false }, "", ""],
  [
    { title: "<a>", syntax: "b" },
    '<figcaption>&lt;a&gt;</figcaption><span class="language">b</span>',
    "",
  ],
])("a block with the settings %j has %j", (data, head, name) => {
  expect(renderCode(createCode("<x>", data), undefined).source).toBe(
    `<figure class="code">${head}<pre tabindex="0"${name}><code>&lt;x&gt;</code></pre></figure>`,
  );
});

test("lines have numbers and are wrapped", () => {
  const { source } = renderCode(createCode("a", { lineNumbers: true, overflow: "wrap" }), color);
  expect(source).toContain('class="numbered wrapped"');
});

test("the language selects the colors regardless of its case, and is shown as written", () => {
  const node = createCode("a 1", { syntax: "WORDS" });
  expect(readCode(node)).toEqual({ source: "a 1", language: "WORDS" });
  expect(renderCode(node, color).source).toContain('<span class="is-keyword">a</span> 1');
  expect(renderPlainCode("a <1", "Words", color).source).toBe(
    '<span class="is-keyword">a</span> &lt;1',
  );
  expect(renderPlainCode("a <1", "other", color).source).toBe("a &lt;1");
});
