import { describe, expect, test } from "vitest";
import {
  formatLine,
  isBlock,
  listElements,
  parseWebDocument,
  toText,
} from "../../../src/document/web/elements.ts";

const parse = (html: string) => parseWebDocument(html).body;

describe("elements up to the hundredth level are kept, and the text of deeper ones", () => {
  test.each([98, 99, 100, 150])("%i levels", (levels) => {
    const body = parse(`${"<div>".repeat(levels)}deep${"</div>".repeat(levels)}<p>after`);
    const divs = listElements(body).filter(({ name }) => name === "div");
    expect(divs).toHaveLength(Math.min(levels, 99));
    expect(toText(body)).toBe("deepafter");
    expect(body.children).toHaveLength(2);
  });
});

test.each([
  "script",
  "style",
  "iframe",
  "object",
  "template",
  "textarea",
  "svg",
  "math",
  "select",
  "audio",
  "canvas",
  "video",
])("the content of %s is not part of the text", (name) => {
  expect(toText(parse(`a<${name}>hidden</${name}>b`))).toBe("ab");
});

test("line breaks are part of the text, and spaces are not part of a line", () => {
  const body = parse("<p> a <br>b\n\n<b>c</b> </p>");
  expect(toText(body)).toBe(" a \nb\n\nc ");
  expect(formatLine(body)).toBe("a b c");
});

test("an element knows whether it contains a block at any depth", () => {
  const [outer, inner] = listElements(parse("<span><i><p>x</p></i></span><span><b>y</b></span>"));
  expect([outer?.hasBlock, inner?.hasBlock]).toEqual([true, true]);
  const last = listElements(parse("<span><b>y</b></span>"));
  expect(last.map(({ hasBlock }) => hasBlock)).toEqual([false, false]);
  expect(last.map(isBlock)).toEqual([false, false]);
});

test("the head and the body of any text are found", () => {
  const { head, body } = parseWebDocument("<title>T</title><p lang=de>x");
  expect(listElements(head).map(({ name }) => name)).toEqual(["title"]);
  expect(listElements(body)[0]?.attributes.get("lang")).toBe("de");
  expect(toText(parseWebDocument("").body)).toBe("");
});
