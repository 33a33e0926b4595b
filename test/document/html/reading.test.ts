/** Formulas, emoji, directions, typed columns and icons on pages. */
import { describe, expect, test } from "vitest";
import { findEmoji } from "../../../src/document/html/emoji.ts";
import { renderFormula } from "../../../src/document/html/math.ts";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";

const write = (markdown: string, context: Partial<RenderContext> = {}) =>
  writePage(parseMarkdown(markdown), {
    find: (ref) => (ref.kind === "url" ? { address: ref.url, title: "Target" } : undefined),
    operation: () => undefined,
    formula: renderFormula,
    emoji: findEmoji,
    ...context,
  }).html;

describe("formulas", () => {
  test("are MathML, in text and as a block", () => {
    expect(write("A $$x^2$$ b")).toContain("A <math><msup><mi>x</mi><mn");
    expect(write("$$\n\\frac{1}{2}\n$$")).toMatch(
      /<div class="math scroll" tabindex="0"><math display="block"/,
    );
  });

  test.each(["\\frac{", "\\unknowncommand{x}", "\\left(", "{".repeat(300), "x".repeat(5000)])(
    "an invalid one is source: %#",
    (formula) => expect(write(`$$${formula}$$`)).toContain('<code class="math">'),
  );

  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\class{a}{x} \\id{b}{x} \\style{color:red}{x} \\data{a=b}{x}",
    "\\includegraphics{http://example.com/a.png}",
    "\\text{<img src=x onerror=alert(1)>}",
    '\\color{red"onload=alert(1)}{x}',
    "\\def\\a{\\a\\a}\\a",
  ])("hostile TeX has no effect: %j", (formula) => {
    const page = write(`$$${formula.replaceAll("_", "\\_")}$$`);
    expect(page).not.toMatch(/<(?!\/?(?:p|code|math|m[a-z]+)\b)/);
    expect(page).not.toMatch(/<[^>]*\s(?:href|src|style|id|on\w+|data-\w+)=/);
  });
});

describe("emoji", () => {
  test("replace their short codes, but not in code and times", () => {
    expect(write("# :rocket: Go\n\nA :tada:, :+1: `:tada:` 10:30:00 :no-such: a:tada:b")).toContain(
      "A 🎉, 👍 <code>:tada:</code> 10:30:00 :no-such: a:tada:b",
    );
    expect(write("```\n:tada:\n```")).toContain(":tada:");
    expect(write("<div>:tada:</div>")).toContain("🎉");
  });
});

test("an icon shows no text, and a mention shows the title of its target", () => {
  const page = write('<i class="fa-rocket">:rocket:</i> A <a data-mention href="a.md">a.md</a> b');
  expect(page).toContain('<i></i> A <a href="a.md">Target</a> b');
  const block = write(
    '<div><i class="fa-star">:star:</i> <a data-mention href="a.md">a.md</a></div>',
  );
  expect(block).toContain('<a href="a.md">Target</a>');
  expect(block).not.toMatch(/star|⭐/);
});

describe("texts from right to left", () => {
  test("have the direction of their first letter", () => {
    const page = write("# مرحبا\n\nشكرا English\n\nEnglish\n\n* عنصر\n\n> اقتباس");
    expect(page).toMatch(/<h2[^>]* dir="auto"/);
    expect(page).toContain('<p dir="auto">شكرا English</p>');
    expect(page).toContain("<p>English</p>");
    expect(page).toContain('<ul dir="rtl">');
    expect(page).toContain('<blockquote dir="rtl">');
  });

  test("decide the direction of a table by its header, and of other blocks by most letters", () => {
    const page = write(
      "| שדה | תיאור |\n| - | - |\n| `DocumentType` | int |\n| `Subject` | string |\n\n* API של המערכת\n* ועוד\n\n> The word שלום in an English sentence",
    );
    expect(page).toContain('<div class="scroll" tabindex="0" dir="rtl"><table>');
    expect(page).toContain('<ul dir="rtl">');
    expect(page).toContain('<blockquote dir="ltr">');
  });

  test("in a language from right to left, other texts have their own direction", () => {
    const page = write("English\n\n* Item", { isRightToLeft: true });
    expect(page).toContain('<p dir="auto">English</p>');
    expect(page).toContain('<ul dir="ltr">');
  });
});

describe("an HTML table", () => {
  test("has column types and widths", () => {
    const page = write(
      '<table><thead><tr><th width="120.5">A</th><th data-type="checkbox">B</th><th data-type="rating" data-max="3">C</th><th data-type="select">D</th><th data-type="files">E</th><th data-type="users">F</th><th>G</th></tr></thead><tbody><tr><td>one</td><td>true</td><td>2</td><td><span data-option="x">Open</span></td><td><a href="f.txt">f.txt</a></td><td>Ann</td><td><ul><li>x</li></ul></td></tr></tbody></table>',
    );
    expect(page).toContain('<colgroup><col width="120"><col>');
    for (const part of [
      "☑",
      "★★☆",
      '<span class="option">Open</span>',
      '<a href="f.txt">',
      "Ann",
      "<ul><li>x</li></ul>",
    ]) {
      expect(page).toContain(part);
    }
  });

  test("keeps cells across columns and rows", () => {
    const page = write(
      '<table><tr><th colspan="2">A</th></tr><tr><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td></tr></table>',
    );
    expect(page).toContain('<th colspan="2">A</th>');
    expect(page).toContain('<td rowspan="2">b</td>');
  });
});
