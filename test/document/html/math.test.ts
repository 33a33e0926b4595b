import { expect, test } from "vitest";
import { renderFormula } from "../../../src/document/html/math.ts";

test.each<[string, string]>([
  ["\\textcolor{red}{x}", '<mi mathcolor="#ff0000">x</mi>'],
  ["\\colorbox{red}{x}", '<mrow mathbackground="#ff0000"><mtext>x</mtext></mrow>'],
  ["\\rule{1em}{2em}", '<mspace mathbackground="black" width="1em" height="2em"></mspace>'],
  ["\\text{<b>}", "<mtext>&lt;b&gt;</mtext>"],
  ["\\cancel{x}", '<menclose notation="updiagonalstrike">'],
  ["\\begin{matrix}a&b\\end{matrix}", "<mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"],
])("the formula %s keeps its colors, sizes and texts", (formula, expected) => {
  expect(renderFormula(formula, false)?.source).toContain(expected);
  expect(renderFormula(formula, false)?.source).not.toContain("style=");
});

test.each([
  "",
  "  \n",
  "\\frac{",
  "\\nosuchcommand",
  "\\href{http://a}{b}",
  "\\class{a}{b}",
  "\\includegraphics{a}",
])("%j is not a formula", (formula) => {
  expect(renderFormula(formula, true)).toBeUndefined();
});

test("a block is displayed as a block", () => {
  expect(renderFormula("x", true)?.source).toMatch(/^<math display="block"/);
  expect(renderFormula("x", false)?.source).toMatch(/^<math>/);
});

test("a formula has up to 4000 characters", () => {
  expect(renderFormula("x".repeat(4000), false)).toBeDefined();
  expect(renderFormula("x".repeat(4001), false)).toBeUndefined();
});

test.each([
  [40, true],
  [300, false],
])("of %i levels of a formula, the innermost is displayed: %s", (levels, isShown) => {
  const formula = `${"\\sqrt{".repeat(levels)}x${"}".repeat(levels)}`;
  expect(renderFormula(formula, false)?.source.includes("<mi>x</mi>")).toBe(isShown);
});

test("a definition in one formula has no effect in another", () => {
  expect(renderFormula("\\gdef\\mine{y}\\mine", false)?.source).toContain("<mi>y</mi>");
  expect(renderFormula("\\mine", false)).toBeUndefined();
});
