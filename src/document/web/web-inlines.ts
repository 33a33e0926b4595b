/** Conversion of a web page's inline content to Markdown, with marks, links and images. */
import type { PhrasingContent } from "mdast";
import { findOwn } from "../../json/own-members.ts";
import { formatLine, isBlock, toText, type WebElement, type WebNode } from "./elements.ts";

type WebInline = PhrasingContent;
type WebMark = "strong" | "emphasis" | "delete";

const marks: Readonly<Record<string, WebMark>> = {
  strong: "strong",
  b: "strong",
  em: "emphasis",
  i: "emphasis",
  del: "delete",
  s: "delete",
  strike: "delete",
};
const codes = new Set(["code", "kbd", "samp", "tt"]);
/** Labels of links from a heading to itself. */
const ownLinks = new Set(["", "#", "¶", "§", "🔗", "Link to this heading", "Permalink"]);

/** @param within in a table cell a line break becomes a space */
export function listChildInlines(
  nodes: readonly WebNode[],
  within: "text" | "cell" = "text",
): WebInline[] {
  return trimInlines(mergeTexts(nodes.flatMap((node) => toInlines(node, within))));
}

function toInlines(node: WebNode, within: "text" | "cell"): WebInline[] {
  if (typeof node === "string")
    return [{ type: "text", value: node.replace(/[\t\n\r\f ]+/g, " ") }];
  const { name, attributes } = node;
  if (attributes.has("hidden") || attributes.get("aria-hidden") === "true") return [];
  const inner = () => mergeTexts(node.children.flatMap((child) => toInlines(child, within)));
  const mark = findOwn(marks, name);
  if (mark) {
    // A mark inside the same mark has no effect.
    const plain = inner().flatMap((child) => (child.type === mark ? child.children : [child]));
    return withBlanksOutside(plain, (children) => ({ type: mark, children }));
  }
  if (codes.has(name)) {
    const value = within === "cell" ? formatLine(node) : toText(node).replace(/\s+/g, " ");
    return value.trim() === "" ? [] : [{ type: "inlineCode", value }];
  }
  if (name === "br") return [within === "cell" ? { type: "text", value: " " } : { type: "break" }];
  if (name === "img") return toImage(node);
  if (name === "a") return toLink(node, inner());
  if (name === "button" || name === "input") return [];
  // In inline content, a block is separated by spaces.
  const blank: WebInline = { type: "text", value: " " };
  return isBlock(node) ? [blank, ...inner(), blank] : inner();
}

function toImage({ attributes }: WebElement): WebInline[] {
  const url = attributes.get("src") || attributes.get("data-src") || "";
  const alt = (attributes.get("alt") ?? "").replace(/\s+/g, " ");
  return url === "" || /^data:/i.test(url) ? [] : [{ type: "image", url, alt }];
}

function toLink(link: WebElement, children: WebInline[]): WebInline[] {
  const url = (link.attributes.get("href") ?? "").trim();
  if (url.startsWith("#") && ownLinks.has(formatLine(link))) return [];
  if (url === "" || /^(?:javascript|data):/i.test(url)) return children;
  // A link inside a link has no effect.
  const plain = children.flatMap((child) => (child.type === "link" ? child.children : [child]));
  return withBlanksOutside(plain, (inside) => ({ type: "link", url, children: inside }));
}

/** Moves spaces out of marks: `**word** ` instead of `**word **`. */
function withBlanksOutside(
  children: WebInline[],
  made: (children: never[]) => WebInline,
): WebInline[] {
  const inside = trimInlines(children);
  const blank: WebInline = { type: "text", value: " " };
  if (inside.length === 0) return children.length > 0 ? [blank] : [];
  const isBlank = (one: WebInline | undefined, sign: RegExp) =>
    one?.type === "text" && sign.test(one.value);
  return [
    ...(isBlank(children[0], /^ /) ? [blank] : []),
    made(inside as never[]),
    ...(isBlank(children.at(-1), / $/) ? [blank] : []),
  ];
}

/** Merges adjacent texts, with one space between words. */
function mergeTexts(inlines: readonly WebInline[]): WebInline[] {
  const result: WebInline[] = [];
  for (const one of inlines) {
    const last = result.at(-1);
    if (one.type !== "text" || last?.type !== "text") result.push(one);
    else
      result[result.length - 1] = {
        type: "text",
        value: (last.value + one.value).replace(/ {2,}/g, " "),
      };
  }
  return result;
}

/** Removes spaces and line breaks at both ends. */
function trimInlines(inlines: readonly WebInline[]): WebInline[] {
  const result = [...inlines];
  const isNothing = (one: WebInline | undefined) =>
    one?.type === "break" || (one?.type === "text" && one.value.trim() === "");
  while (isNothing(result[0])) result.shift();
  while (isNothing(result.at(-1))) result.pop();
  const [first, last] = [result[0], result.at(-1)];
  if (first?.type === "text") result[0] = { type: "text", value: first.value.trimStart() };
  const end = result.at(-1);
  if (last?.type === "text" && end?.type === "text") {
    result[result.length - 1] = { type: "text", value: end.value.trimEnd() };
  }
  return result;
}
