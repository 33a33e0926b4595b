import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import {
  findElements,
  getRawText,
  isIconClass,
  parseRawTree,
  type RawItem,
} from "../../../src/document/html/raw-tree.ts";

const toHtml = (html: string): Node => ({ object: "block", type: "html", data: { html } });
const paragraph: Node = { object: "block", type: "paragraph", nodes: [] };

/** The tree in a short form: `ul(li(a) li(b))`; a node of the text is `#`. */
function write(items: readonly RawItem[]): string {
  return items
    .map((item) => {
      if (item.kind === "text") return item.text.trim();
      if (item.kind === "node") return "#";
      return item.children.length === 0 ? item.name : `${item.name}(${write(item.children)})`;
    })
    .filter((text) => text !== "")
    .join(" ");
}

const parse = (...html: readonly string[]) => parseRawTree(html.map(toHtml));

describe("an end tag", () => {
  test.each([
    ["<p>a</p>b", "p(a) b"],
    ["<b><i>a</b>b", "b(i(a)) b"],
    ["a</p>b", "a b"],
    ["<b>a</i>b</b>", "b(a b)"],
    // A nested table does not close the cell around it.
    ["<table><tr><td><table>a</td>b</table>c</td></tr></table>", "table(tr(td(table(a b) c)))"],
    ["<table><tr><td><table></tr>a</table>b</table>", "table(tr(td(table(a) b)))"],
    ["<b><table><tr><td>a</b>c</table>d</b>e", "b(table(tr(td(a c))) d) e"],
    ["<table><tr><td><b>a</table>c", "table(tr(td(b(a)))) c"],
  ])("in %s gives %s", (html, tree) => {
    expect(write(parse(html))).toBe(tree);
  });
});

describe("a start tag closes", () => {
  test.each([
    ["<ul><li>a<li>b</ul>", "ul(li(a) li(b))"],
    ["<ul><li>a<ul><li>b</ul><li>c</ul>", "ul(li(a ul(li(b))) li(c))"],
    ["<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a) dd(b) dt(c))"],
    ["<table><tr><td>a<th>b<tr><td>c</table>", "table(tr(td(a) th(b)) tr(td(c)))"],
    [
      "<table><thead><tr><th>a<tbody><tr><td>b<tfoot><tr><td>c</table>",
      "table(thead(tr(th(a))) tbody(tr(td(b))) tfoot(tr(td(c))))",
    ],
    ["<p>a<p>b<div>c</div>", "p(a) p(b) div(c)"],
    ["<p>a<b>b<p>c", "p(a b(b p(c)))"],
    ["<p>a<span>b</span>", "p(a span(b))"],
  ])("the elements that it ends: %s is %s", (html, tree) => {
    expect(write(parse(html))).toBe(tree);
  });
});

test.each(["br", "hr", "img", "wbr", "input", "source", "col"])("<%s> has no content", (name) => {
  expect(write(parse(`<${name}>a`))).toBe(`${name} a`);
});

test.each([
  ["<a id='x'/>b", "a b"],
  ["<a id='x'>b", "a(b)"],
  ["<b/>c", "b(c)"],
])("%s is %s, because only anchors are closed by a slash", (html, tree) => {
  expect(write(parse(html))).toBe(tree);
});

test("an element contains the nodes up to its end tag, also in later HTML", () => {
  const nodes = [toHtml("<div>a"), paragraph, toHtml("b</div>c")];
  expect(write(parseRawTree(nodes))).toBe("div(a # b) c");
});

test("elements deeper than 64 levels are left out, and their content is kept", () => {
  const tree = parse(`${"<b>".repeat(100)}a${"</b>".repeat(100)}`);
  const text = write(tree);
  expect(text.split("b(").length - 1).toBe(63);
  expect(getRawText(tree)).toBe("a");
});

test("elements are found below others, and not in a nested table", () => {
  const items = parse("<b>1<i>2</i></b><table><tr><td><i>3</i></table><i>4<i>5</i></i>");
  expect(findElements(items, ["i"]).map((one) => getRawText([one]))).toEqual(["2", "45"]);
  expect(findElements(items, ["table", "b"]).map(({ name }) => name)).toEqual(["b", "table"]);
  expect(getRawText(items)).toBe("12345");
});

test.each([
  ["fa-rocket", true],
  ["fa-solid fa-rocket", true],
  ["x fa-a1-b", true],
  ["fa", false],
  ["fa-", false],
  ["xfa-rocket", false],
  ["fa-Rocket", false],
  ["", false],
])("the class %j is an icon: %s", (names, isIcon) => {
  expect(isIconClass(names)).toBe(isIcon);
});
