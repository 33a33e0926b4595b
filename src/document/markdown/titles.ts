/** Titles of collapsible sections, which are HTML: conversion to inline nodes and back. */
import { findOwn } from "../../json/own-members.ts";
import { decodeCharacters, encodeAttributeValue, encodeCharacters } from "../html/characters.ts";
import type { MarkdownInline } from "./tree.ts";

/** Formatting tags; one of each kind is used for writing. */
const formatting: Readonly<Record<string, "emphasis" | "strong" | "delete">> = {
  em: "emphasis",
  i: "emphasis",
  strong: "strong",
  b: "strong",
  del: "delete",
  s: "delete",
};
const written = { emphasis: "em", strong: "strong", delete: "del" } as const;

/** Inline tags. Tags other than formatting are kept as they are. */
const allowedTags = new Set(
  (
    "a abbr b bdi bdo br cite code del dfn em font h1 h2 h3 h4 h5 h6 i img ins kbd mark picture q s " +
    "samp small source span strike strong sub sup time u var wbr"
  ).split(" "),
);

const tagForm =
  /<(\/?)([a-z][a-z\d]*)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/gi;

/** Maximum depth of nested formatting. */
const deepest = 12;

/** An open tag with the content after it. */
interface UnclosedTag {
  readonly source: string;
  readonly name: string;
  readonly children: MarkdownInline[];
}

/** @returns undefined for HTML that is not a single line of text */
export function readTitle(html: string): MarkdownInline[] | undefined {
  const outermost: UnclosedTag = { source: "", name: "", children: [] };
  const open = [outermost];
  const add = (nodes: readonly MarkdownInline[]) => {
    const { children } = open.at(-1) ?? outermost;
    for (const node of nodes) children.push(node);
  };
  /** Tags that are open at this point have no end tag, so they are not formatting. */
  const giveUp = (from: number) => {
    for (const { source, children } of open.splice(from)) add([createRawHtml(source), ...children]);
  };
  let at = 0;
  for (const { 0: source, index, 1: slash, 2: letters = "", 3: attributes } of html.matchAll(
    tagForm,
  )) {
    const name = letters.toLowerCase();
    const text = html.slice(at, index);
    if (!allowedTags.has(name) || text.includes("<")) return undefined;
    if (text !== "") add([toText(text)]);
    at = index + source.length;
    const start = slash ? open.findLastIndex((one) => one.name === name) : -1;
    if (start > 0) {
      giveUp(start + 1);
      const [closed] = open.splice(start);
      if (closed) add(createFormatted(closed, source));
    } else if (!slash && attributes === "" && (name in formatting || name === "code")) {
      if (open.length > deepest) return undefined;
      open.push({ source, name, children: [] });
    } else {
      add([createRawHtml(source)]);
    }
  }
  const rest = html.slice(at);
  if (rest.includes("<")) return undefined;
  if (rest !== "") add([toText(rest)]);
  giveUp(1);
  return outermost.children;
}

function toText(html: string): MarkdownInline {
  return { type: "text", value: decodeCharacters(html) };
}

function createRawHtml(value: string): MarkdownInline {
  return { type: "html", value };
}

function createFormatted({ source, name, children }: UnclosedTag, end: string): MarkdownInline[] {
  const type = findOwn(formatting, name);
  const text = children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const isText = children.every((child) => child.type === "text");
  if (type && children.length > 0) return [{ type, children }];
  // Code contains no formatting.
  if (!type && isText && text !== "") return [{ type: "inlineCode", value: text }];
  return [createRawHtml(source), ...children, createRawHtml(end)];
}

/** On one line, because a blank line ends HTML. */
export function writeTitle(title: readonly MarkdownInline[]): string {
  return title.map(toHtml).join("").replace(/\s+/g, " ").trim();
}

function toHtml(node: MarkdownInline): string {
  switch (node.type) {
    case "text":
    case "formula":
      return encodeCharacters(node.value);
    case "html":
      return node.value;
    case "inlineCode":
      return `<code>${encodeCharacters(node.value)}</code>`;
    case "emphasis":
    case "strong":
    case "delete": {
      const name = written[node.type];
      return `<${name}>${node.children.map(toHtml).join("")}</${name}>`;
    }
    case "break":
      return "<br>";
    case "link":
      return `<a href="${encodeAttributeValue(node.url)}">${node.children.map(toHtml).join("")}</a>`;
    case "image":
      return `<img src="${encodeAttributeValue(node.url)}" alt="${encodeAttributeValue(node.alt ?? "")}">`;
    default:
      return "";
  }
}
