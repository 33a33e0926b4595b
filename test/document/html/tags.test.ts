import { describe, expect, test } from "vitest";
import { buildPieces } from "../../../src/document/html/tags.ts";

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
    ["<a title='a > b'>", { title: "a > b" }],
    ['<a href="&amp;&lt;">', { href: "&<" }],
    ["<a/href=/x/>", { href: "/x/" }],
    // The first of several attributes with the same name counts.
    ['<a href="/x" href="/y">', { href: "/x" }],
    ["<a href=/x HREF='/y' title=z Title>", { href: "/x", title: "z" }],
    ["<a href href=/y>", { href: "" }],
    ['<a href="/x', { href: "/x" }],
    ["<a href=", { href: "" }],
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
    ["a<svg/>b", ['"a"', '"b"']],
    ["a</script>b", ['"a"', '"b"']],
  ])("%s", (source, expected) => {
    expect(show(source)).toEqual(expected);
  });
});
