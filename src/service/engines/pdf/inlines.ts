/** Conversion of texts with marks and inline nodes to PDF text runs. */
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { Leaf, Node } from "../../../contract/document.model.ts";
import { textIn } from "../../../document/walk.ts";
import { type BookTarget, type PageContext, resolveLinkTarget } from "./book.ts";
import { codeFont } from "./fonts.ts";

type TextRun = Omit<ContentText, "text"> & { text: string };

const linkColour = "#1155cc";

const marks: Readonly<Record<string, Partial<TextRun>>> = {
  bold: { bold: true },
  italic: { italics: true },
  strikethrough: { decoration: "lineThrough" },
  code: { font: codeFont, background: "#f0f0f0" },
  keyboard: { font: codeFont, background: "#e8e8e8" },
  superscript: { sup: true },
  subscript: { sub: true },
};

/** @returns text runs; an image becomes its alternative text */
export function toRuns(
  nodes: readonly Node[],
  setting: PageContext,
  target?: BookTarget,
): TextRun[] {
  return nodes.flatMap((node) => toNodeRuns(node, setting, target));
}

function toNodeRuns(node: Node, setting: PageContext, target: BookTarget | undefined): TextRun[] {
  if (node.leaves) return node.leaves.map((leaf) => toRun(leaf, target));
  const { type, data = {}, nodes = [] } = node;
  switch (type) {
    case "link":
    case "mention":
    case "button": {
      const ownTarget = resolveLinkTarget(data.ref, setting) ?? target;
      if (nodes.length > 0) return toRuns(nodes, setting, ownTarget);
      return [{ text: clean(String(data.label ?? textIn(node))), ...leadStyle(ownTarget) }];
    }
    case "html":
      return /^<br\s*\/?>$/i.test(String(data.html)) ? [{ text: "\n" }] : [];
    case "inline-image":
      return [{ text: clean(`[${data.alt ?? "image"}]`), color: "#666666", ...leadStyle(target) }];
    case "inline-math":
    case "expression":
      return [{ text: clean(String(data.formula ?? data.expression ?? "")), font: codeFont }];
    case "footnote-reference":
      return [{ text: clean(String(data.label ?? data.identifier ?? "")), sup: true }];
    default:
      return nodes.length > 0
        ? toRuns(nodes, setting, target)
        : [{ text: clean(textIn(node)), ...leadStyle(target) }];
  }
}

function toRun(leaf: Leaf, target: BookTarget | undefined): TextRun {
  const run: TextRun = { text: clean(leaf.text), ...leadStyle(target) };
  for (const { type } of leaf.marks) Object.assign(run, marks[type]);
  return run;
}

function leadStyle(target: BookTarget | undefined): Partial<TextRun> {
  return target ? { ...target, color: linkColour } : {};
}

/** Removes characters without a glyph; a tab becomes four spaces. */
export function clean(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(/(?!\n)\p{Cc}|\p{Cs}|\p{Cn}|\p{Variation_Selector}/gu, "");
}

/** A line of text; an empty line keeps its height. */
export function renderLine(nodes: readonly Node[], setting: PageContext): Content {
  const runs = toRuns(nodes, setting).filter((run) => run.text !== "");
  return { text: runs.length > 0 ? runs : " " };
}
