/** Markdown as a syntax tree, and back: CommonMark with GitHub's extensions, template tags and formulas. */
import type { Nodes, PhrasingContent, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";
import { excessive } from "./excess.ts";
import { reading, syntax, writing } from "./syntax.ts";

export type AnyNode = Nodes;
export type Block = RootContent;
export type Inline = PhrasingContent;

/** Without the second search for addresses in the finished tree, which finds some that are none. */
const reads = [...gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension), reading];
const extensions = [gfm(), syntax];

/** Every text is some Markdown: this never fails. */
export function parseTree(text: string): Root {
  const off = excessive(text);
  if (off === "all") return { type: "root", children: [{ type: "code", value: text }] };
  const without = off.length === 0 ? [] : [{ disable: { null: [...off] } }];
  return fromMarkdown(text, { extensions: [...extensions, ...without], mdastExtensions: reads });
}

/** The position from one block to another, if they have positions. */
export function between(first: Block, last: Block | undefined): Pick<Block, "position"> {
  const [start, end] = [first.position?.start, last?.position?.end];
  return start && end ? { position: { start, end } } : {};
}

/** A `_` within a word is only itself, so that emphasis beside a letter needs a `*`. */
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

/** @returns Markdown that ends with a line break, or nothing at all */
export function printTree(root: Root): string {
  return toMarkdown(root, {
    bullet: "*",
    // Not the sign of a rule, which a list beside another could then not begin with.
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
      // Between letters a `_` is only itself: names such as max_size stay readable.
      text: (node, parent, state, info) =>
        defaultHandlers
          .text(node, parent, state, info)
          .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
    },
  });
}
