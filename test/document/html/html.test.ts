import { describe, expect, test } from "vitest";
import {
  attribute,
  element,
  endWriting,
  html,
  nothing,
  writeWithin,
} from "../../../src/document/html/html.ts";
import { Budget, BudgetExceededError } from "../../../src/json/budget.ts";

const limit = (characters: number) => new Budget({ name: "page", characters });

describe("text in HTML", () => {
  test.each([
    ["<b>&\"'", "<p>&lt;b&gt;&amp;&quot;&#39;</p>"],
    [5, "<p>5</p>"],
    [undefined, "<p></p>"],
    [nothing, "<p></p>"],
    [html`<b>${"<"}</b>`, "<p><b>&lt;</b></p>"],
    [["<", html`<i>x</i>`, [1, undefined]], "<p>&lt;<i>x</i>1</p>"],
  ])("%j is escaped, unless it is HTML", (part, source) => {
    expect(html`<p>${part}</p>`.source).toBe(source);
  });

  test.each([
    ["x", ' a="x"'],
    ["", ' a=""'],
    ['"<', ' a="&quot;&lt;"'],
    [0, ' a="0"'],
    [true, " a"],
    [false, ""],
    [undefined, ""],
  ])("the attribute %j is written as %j", (value, source) => {
    expect(attribute("a", value).source).toBe(source);
    expect(element("p", attribute("a", value), "x").source).toBe(`<p${source}>x</p>`);
  });
});

describe("the budget of a page", () => {
  test("has each character of the page once", () => {
    const budget = limit(1000);
    const { source } = writeWithin(budget, () => html`<p>${"abc"} ${html`<b>${"de"}</b>`}</p>`);
    expect(budget.characters).toBe(source.length);
  });

  test.each([
    ["text", () => html`${"x".repeat(11)}`],
    ["markup", () => html`<p></p><p></p>`],
    ["an attribute", () => attribute("title", "xxxxxxxx")],
    ["many parts", () => html`${Array.from({ length: 11 }, () => "x")}`],
  ])("limits %s", (_what, write) => {
    expect(() => writeWithin(limit(10), write)).toThrow(BudgetExceededError);
    expect(writeWithin(limit(100), write)).toBeDefined();
    expect(writeWithin(undefined, write)).toBeDefined();
  });

  test("applies again after a page inside, also after one that exceeds its own", () => {
    for (const inner of [100, 1]) {
      const outer = limit(100);
      writeWithin(outer, () => {
        const write = () => writeWithin(limit(inner), () => html`${"x".repeat(20)}`);
        if (inner === 100) write();
        else expect(write).toThrow(BudgetExceededError);
        expect(outer.characters).toBe(0);
        html`${"x".repeat(30)}`;
      });
      expect(outer.characters).toBe(30);
      html`${"x".repeat(40)}`;
      expect(outer.characters).toBe(30);
    }
  });

  test("does not apply to the next page if a time limit ended the writing", () => {
    const ended = limit(100);
    writeWithin(ended, () => {
      endWriting();
      html`${"x".repeat(40)}`;
    });
    expect(ended.characters).toBe(0);
  });
});
