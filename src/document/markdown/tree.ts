/** Markdown as a syntax tree, and back: CommonMark with GitHub's extensions, template tags and formulas. */
import type { Nodes, PhrasingContent, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, toMarkdown } from "mdast-util-to-markdown";
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

/** @returns Markdown that ends with a line break, or nothing at all */
export function printTree(root: Root): string {
  return toMarkdown(root, {
    bullet: "*",
    // Not the sign of a rule, which a list beside another could then not begin with.
    bulletOther: "+",
    emphasis: "*",
    fences: true,
    listItemIndent: "one",
    rule: "-",
    ruleRepetition: 3,
    extensions: [gfmToMarkdown({ tablePipeAlign: false }), writing],
    handlers: {
      // Between letters a `_` is only itself: names such as max_size stay readable.
      text: (node, parent, state, info) =>
        defaultHandlers
          .text(node, parent, state, info)
          .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
    },
  });
}
