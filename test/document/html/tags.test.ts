import { describe, expect, test } from "vitest";
import {
  buildPieces,
  findSilentEnd,
  findUnclosedSilent,
  listStartTags,
} from "../../../src/document/html/tags.ts";

/** The attributes of the first tag. */
function readAttributes(source: string): Readonly<Record<string, string>> | undefined {
  for (const piece of buildPieces(source)) {
    if (piece.kind === "open") return Object.fromEntries(piece.attributes);
  }
  return undefined;
}

describe("attributes are read as a browser reads them", () => {
  test.each([
    ["<a>", {}],
    ['<a href="/x">', { href: "/x" }],
    ["<a href='/x' title=y>", { href: "/x", title: "y" }],
    ["<a HREF = /x >", { href: "/x" }],
    ["<a disabled title>", { disabled: "", title: "" }],
    [`<a title="" href="/x" id='' class='y'>`, { title: "", href: "/x", id: "", class: "y" }],
    ["<a title='a > b'>", { title: "a > b" }],
    ['<a href="&amp;&lt;">', { href: "&<" }],
    ["<a/href=/x/>", { href: "/x/" }],
    // The first of several attributes with the same name counts.
    ['<a href="/x" href="/y">', { href: "/x" }],
    ["<a href=/x HREF='/y' title=z Title>", { href: "/x", title: "z" }],
    ["<a href href=/y>", { href: "" }],
    ['<a href="/x', { href: "/x" }],
    ["<a href=", { href: "" }],
    ["<a\thref=/x\ttitle\t=\ty\tid>", { href: "/x", title: "y", id: "" }],
    ["<a\r\nhref=/x\r\ntitle\r\n=\r\ny\r\nid>", { href: "/x", title: "y", id: "" }],
    ["<a\fhref=/x\ftitle\f=\fy\fid>", { href: "/x", title: "y", id: "" }],
    ["<a href='/x'title='y'>", { href: "/x", title: "y" }],
    ["<a =x>", { "=x": "" }],
  ])("%s", (source, expected) => {
    expect(readAttributes(source)).toEqual(expected);
  });
});

describe("tags and texts", () => {
  const show = (source: string) =>
    buildPieces(source).map((piece) => {
      if (piece.kind === "text") return JSON.stringify(piece.text);
      return piece.kind === "close" ? `/${piece.name}` : piece.name + (piece.isClosed ? "/" : "");
    });

  test.each([
    ["a < b", ['"a < b"']],
    ["<b>x</B>", ["b", '"x"', "/b"]],
    ["<br/><hr />", ["br/", "hr/"]],
    ["a<!-- <b> -->c", ['"a"', '"c"']],
    ["a<!-- <b>", ['"a"']],
    ["<!doctype html><p>x", ["p", '"x"']],
    ["<?xml a?>x", ['"x"']],
    ["a</ b>", ['"a</ b>"']],
    ["<1>x", ['"<1>x"']],
    ["<my-tag:x>", ["my-tag:x"]],
    // The content of these elements is no text of the page.
    ["a<script>if (a < b) '<b>'</SCRIPT >c", ['"a"', '"c"']],
    ["a<style>b</styled></style>c", ['"a"', '"c"']],
    ["a<script>b", ['"a"']],
    ["a<!----><b>", ['"a"', "b"]],
    ["a<embed>b<select><option>c</select>d", ['"a"', '"b"', '"d"']],
    ["<br/ ><br / x><br x/>", ["br", "br", "br/"]],
    ["a<b", ['"a"', "b"]],
    ["a<", ['"a<"']],
    ["a<svg/>b", ['"a"', '"b"']],
    ["a</script>b", ['"a"', '"b"']],
  ])("%s", (source, expected) => {
    expect(show(source)).toEqual(expected);
  });
});

test.each([
  ["", []],
  ["a < b <1 <", []],
  [
    "<a>x</a><b c=d>",
    [
      [0, {}],
      [8, { c: "d" }],
    ],
  ],
  [
    "< <a><<b>",
    [
      [2, {}],
      [6, {}],
    ],
  ],
  [
    "<!-- <a> --><b><?x?><c><!y><d>",
    [
      [12, {}],
      [20, {}],
      [27, {}],
    ],
  ],
  // Those in silent elements count, too.
  [
    "<object><param name=x></object>",
    [
      [0, {}],
      [8, { name: "x" }],
    ],
  ],
  [
    "<a title='<b>'><c",
    [
      [0, { title: "<b>" }],
      [15, {}],
    ],
  ],
])("the start tags of %j", (source, tags) => {
  const found = listStartTags(source).map(({ at, attributes }) => [
    at,
    Object.fromEntries(attributes),
  ]);
  expect(found).toEqual(tags);
});

test.each([
  ["<script>a</script>b", 8, "script", 18],
  ["<script>a</SCRIPT\n x>b", 8, "script", 21],
  ["<script>a</scripts></script>", 8, "script", 28],
  ["<script>a</script-x></script>", 8, "script", 29],
  ["<svg>a</b></svg>", 5, "svg", 16],
  ["<svg>a</svg></svg>", 12, "svg", 18],
  ["<svg>a</svg", 5, "svg", 11],
  ["<svg>a</</svg>b", 5, "svg", 14],
  ["<svg>a</sv>", 5, "svg", undefined],
  ["<svg>a", 5, "svg", undefined],
])("in %j from %d, the element %s ends at %s", (source, from, name, end) => {
  expect(findSilentEnd(source, from, name)).toBe(end);
});

test.each([
  ["a<script>b", { name: "script", at: 1 }],
  ["a<style>b</style><Canvas>c", { name: "canvas", at: 17 }],
  ["a<script>b</script>", undefined],
  ["a<svg/>b", undefined],
  ["a<embed>b", undefined],
  ["<p>a", undefined],
])("the element of %j without an end tag is %j", (source, unclosed) => {
  expect(findUnclosedSilent(source)).toEqual(unclosed);
});
