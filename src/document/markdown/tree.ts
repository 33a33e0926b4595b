/** Markdown syntax trees: CommonMark with GitHub's extensions, template tags and formulas. */
import type { Nodes, PhrasingContent, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";
import type { ConstructRecord, Extension } from "micromark-util-types";
import { findExcessiveNesting } from "./nesting-limit.ts";
import { parsePlainLists } from "./plain-lists.ts";
import { reading, syntax, writing } from "./syntax.ts";

export type AnyNode = Nodes;
export type MarkdownBlock = RootContent;
export type MarkdownInline = PhrasingContent;

/** Disables the second search for URLs in the finished tree, which finds false ones. */
const reads = [...gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension), reading];
const whole = gfm();
/** The search for bare URLs at each letter takes a third of the parsing time. */
const withoutAddresses = { ...whole, text: withoutLiterals(whole.text) };
const mayHaveAddress = /@|www\.|https?:/i;

function withoutLiterals(constructs: Extension["text"]): ConstructRecord {
  const enabled = Object.entries(constructs ?? {}).map(([code, some]) => {
    const all = [some ?? []].flat();
    return [code, all.filter(({ name }) => !name?.endsWith("Autolink"))] as const;
  });
  return Object.fromEntries(enabled.filter(([, all]) => all.length > 0));
}

/** Never fails, because every text is valid Markdown. */
export function parseTree(text: string): Root {
  const off = findExcessiveNesting(text);
  if (off === "all") return { type: "root", children: [{ type: "code", value: text }] };
  const plain = off.length === 0 && parsePlainLists(text, (line) => parseTree(line).children);
  if (plain) return plain;
  const without = off.length === 0 ? [] : [{ disable: { null: [...off] } }];
  const root = fromMarkdown(text, {
    extensions: [mayHaveAddress.test(text) ? whole : withoutAddresses, syntax, ...without],
    mdastExtensions: reads,
  });
  root.children = root.children.flatMap((child) => withTagsApart(child, text));
  return root;
}

/** HTML that ends with a delimiter instead of a blank line: code, comments. */
const ownEnd = /^<(?:pre|script|style|textarea|[!?])/i;
const tagLine = /^ {0,3}\{%(?:(?!%\}).)*%\}[ \t]*$/;

/**
 * HTML continues to the next blank line, but a tag on a line of its own ends it: `</details>` and
 * `{% endupdate %}` below it, as written by the hosted platform.
 */
function withTagsApart(node: MarkdownBlock, source: string): MarkdownBlock[] {
  const { position } = node;
  if (node.type !== "html" || !node.value.includes("{%") || ownEnd.test(node.value)) return [node];
  const offset = position?.start.offset;
  if (!position || offset === undefined || !source.startsWith(node.value, offset)) return [node];
  const blocks: MarkdownBlock[] = [];
  let [at, line] = [offset, position.start.line];
  let html: { text: string; at: number; line: number } | undefined;
  const pointAt = (text: string, from: { at: number; line: number }) => ({
    start: { line: from.line, column: 1, offset: from.at },
    end: {
      line: from.line + text.split("\n").length - 1,
      column: text.length - text.lastIndexOf("\n"),
      offset: from.at + text.length,
    },
  });
  const endHtml = () => {
    if (html && html.text.trim() !== "") {
      blocks.push({ type: "html", value: html.text, position: pointAt(html.text, html) });
    }
    html = undefined;
  };
  for (const text of node.value.split("\n")) {
    if (tagLine.test(text)) {
      endHtml();
      const value = text.trim().slice(2, -2).trim();
      blocks.push({ type: "tag", value, position: pointAt(text, { at, line }) });
    } else if (html) html.text += `\n${text}`;
    else html = { text, at, line };
    at += text.length + 1;
    line++;
  }
  endHtml();
  return blocks;
}

/** Position from one block to another, if they have positions. */
export function spanBetween(
  first: MarkdownBlock,
  last: MarkdownBlock | undefined,
): Pick<MarkdownBlock, "position"> {
  const [start, end] = [first.position?.start, last?.position?.end];
  return start && end ? { position: { start, end } } : {};
}

/** A `_` within a word is literal, so emphasis next to a letter requires `*`. */
const printEmphasis: Handle = (node, parent, state, info) => {
  const { options } = state;
  const besideWord = /[\p{L}\p{N}_]/u.test(info.before + info.after);
  state.options = { ...options, emphasis: besideWord ? "*" : "_" };
  try {
    return defaultHandlers.emphasis(node, parent, state, info);
  } finally {
    state.options = options;
  }
};

/** @returns Markdown that ends with a line break, or an empty text */
export function printTree(root: Root): string {
  return toMarkdown(root, {
    bullet: "*",
    // A different character than that of thematic breaks, which an adjacent list could otherwise
    // not start with.
    bulletOther: "+",
    emphasis: "_",
    fences: true,
    listItemIndent: "one",
    resourceLink: true,
    rule: "*",
    ruleRepetition: 3,
    extensions: [gfmToMarkdown({ tablePipeAlign: true }), writing],
    handlers: {
      emphasis: printEmphasis,
      // Between letters a `_` is literal, so names such as max_size stay readable.
      text: (node, parent, state, info) =>
        defaultHandlers
          .text(node, parent, state, info)
          .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
    },
  });
}
