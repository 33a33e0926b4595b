/** Conversion of texts with marks and inline nodes to PDF text runs. */
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { Leaf, Node } from "../../../contract/document.model.ts";
import { withEmoji } from "../../../document/html/short-codes.ts";
import { collectText } from "../../../document/walk.ts";
import { findOwn } from "../../../json/own-members.ts";
import { type BookTarget, type PageContext, resolveLinkTarget } from "./book.ts";
import { codeFont } from "./fonts.ts";
import { toFontRuns } from "./text.ts";

type TextRun = Omit<ContentText, "text"> & { text: string };

const linkColor = "#1155cc";

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
  if (node.leaves) return node.leaves.flatMap((leaf) => toLeafRuns(leaf, setting, target));
  const { type, data = {}, nodes = [] } = node;
  switch (type) {
    case "link":
    case "mention":
    case "button": {
      const ownTarget = resolveLinkTarget(data.ref, setting) ?? target;
      if (nodes.length > 0) return toRuns(nodes, setting, ownTarget);
      return toRunsOfText(
        withEmoji(String(data.label ?? collectText(node)), setting),
        getLinkStyle(ownTarget),
      );
    }
    case "html":
      return /^<br\s*\/?>$/i.test(String(data.html)) ? [{ text: "\n" }] : [];
    case "inline-image": {
      const ownTarget = target ?? resolveLinkTarget(data.ref, setting);
      return toRunsOfText(`[${data.alt || "image"}]`, {
        ...getLinkStyle(ownTarget),
        color: "#666666",
      });
    }
    case "inline-math":
    case "expression":
      return toRunsOfText(String(data.formula ?? data.expression ?? ""), { font: codeFont });
    case "footnote-reference":
      return toRunsOfText(String(data.label ?? data.identifier ?? ""), { sup: true });
    default:
      return nodes.length > 0
        ? toRuns(nodes, setting, target)
        : toRunsOfText(collectText(node), getLinkStyle(target));
  }
}

function toLeafRuns(leaf: Leaf, setting: PageContext, target: BookTarget | undefined): TextRun[] {
  const style = getLinkStyle(target);
  for (const { type } of leaf.marks) Object.assign(style, findOwn(marks, type));
  const isCode = leaf.marks.some(({ type }) => type === "code" || type === "keyboard");
  return toRunsOfText(isCode ? leaf.text : withEmoji(leaf.text, setting), style);
}

/** Emoji keep their font in a text of any style. */
function toRunsOfText(text: string, style: Partial<TextRun>): TextRun[] {
  return toFontRuns(text).map((run) => ({ ...style, ...run }));
}

function getLinkStyle(target: BookTarget | undefined): Partial<TextRun> {
  return target ? { ...target, color: linkColor } : {};
}

/** A line of text; an empty line keeps its height. */
export function renderLine(nodes: readonly Node[], setting: PageContext): Content {
  const runs = toRuns(nodes, setting).filter((run) => run.text !== "");
  return { text: runs.length > 0 ? runs : " " };
}
