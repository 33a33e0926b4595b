import { describe, expect, test } from "vitest";
import { parseWebDocument } from "../../../src/document/web/elements.ts";
import { listChildInlines } from "../../../src/document/web/web-inlines.ts";

function readInlines(source: string, within?: "text" | "cell") {
  return listChildInlines(parseWebDocument(source).body.children, within);
}

describe("the URL of an image", () => {
  /** The values of an attribute, and the URL that they give. */
  const forms: readonly (readonly [written: string, url: string])[] = [
    ["", ""],
    ["=''", ""],
    ["=b", "b"],
  ];
  const cases = forms.flatMap(([src, first]) =>
    forms.map(([lazy, second]): [string, string] => [
      `${src === "" ? "" : `src${src} `}${lazy === "" ? "" : `data-src${lazy.replace("b", "c")}`}`,
      first || second.replace("b", "c"),
    ]),
  );

  test.each(cases)("of <img %s> is '%s'", (attributes, url) => {
    expect(readInlines(`<img alt=a ${attributes}>`)).toEqual(
      url === "" ? [] : [{ type: "image", url, alt: "a" }],
    );
  });

  test.each(["data:image/png;base64,AA", "DATA:x"])(
    "%s is left out, however it is written",
    (url) => {
      expect(readInlines(`<img src='${url}'>`)).toEqual([]);
      expect(readInlines(`<img src='' data-src='${url}'>`)).toEqual([]);
    },
  );
});

test.each([
  ["<a href=' /a '>b</a>", "/a"],
  ["<a href='data:x'>b</a>", undefined],
  ["<a href='JavaScript:x'>b</a>", undefined],
  ["<a href=' javascript:x'>b</a>", undefined],
  ["<a href=''>b</a>", undefined],
])("the link in %s leads to %s", (source, url) => {
  const text = { type: "text", value: "b" };
  expect(readInlines(source)).toEqual(
    url === undefined ? [text] : [{ type: "link", url, children: [text] }],
  );
});

test.each(["", "#", "¶", "§", "🔗", "Link to this heading", "Permalink"])(
  "the link '%s' to its own heading is left out, and kept to another page",
  (label) => {
    expect(readInlines(`a<a href='#a'>${label}</a>`)).toEqual([{ type: "text", value: "a" }]);
    const kept = readInlines(`a<a href='/a'>${label}</a>`).some(({ type }) => type === "link");
    expect(kept).toBe(label !== "");
  },
);

test.each([
  ["<a href=x>a <a href=y>b</a></a>", ["x", "y"]],
  ["<a href=x>a <object></object><b>b</b></a>", ["x"]],
])("no link in %s contains another one", (source, urls) => {
  const links = readInlines(source).flatMap((one) => (one.type === "link" ? [one] : []));
  expect(links.map(({ url }) => url)).toEqual(urls);
  expect(links.flatMap(({ children }) => children).some(({ type }) => type === "link")).toBe(false);
});

test.each(["b", "strong", "i", "em", "s", "del", "strike"])(
  "spaces at the edges of <%s> are outside of the mark, and inside of nothing else",
  (name) => {
    const [before, marked, after] = readInlines(`x<${name}> a </${name}>y`);
    expect([before, after]).toEqual([
      { type: "text", value: "x " },
      { type: "text", value: " y" },
    ]);
    expect(marked).toMatchObject({ children: [{ type: "text", value: "a" }] });
    expect(readInlines(`x<${name}> </${name}>y`)).toEqual([{ type: "text", value: "x y" }]);
    // The same mark inside has no effect.
    const [only, ...others] = readInlines(`<${name}>a<${name}>b</${name}></${name}>`);
    expect([only, others]).toMatchObject([{ children: [{ type: "text" }, { type: "text" }] }, []]);
  },
);

test.each([
  ["a<br>b", "a b"],
  ["<code>a\n b</code>", "a b"],
  ["<kbd>a<br>b</kbd>", "a b"],
])("%s is one line in a cell", (source, line) => {
  const texts = readInlines(source, "cell").map((one) => ("value" in one ? one.value : ""));
  expect(texts).toEqual([line]);
});

test.each(["hidden", "aria-hidden=true"])("an element with %s is left out", (attribute) => {
  expect(readInlines(`a<span ${attribute}>b</span>`)).toEqual([{ type: "text", value: "a" }]);
});

test("line breaks and spaces at the edges are left out", () => {
  expect(readInlines("<br> <br> a <br>b <br> ")).toEqual([
    { type: "text", value: "a " },
    { type: "break" },
    { type: "text", value: "b" },
  ]);
});
