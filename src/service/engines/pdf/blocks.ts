/** Conversion of the blocks of a document to PDF content. */

import type { Content, ContentTable, Margins } from "pdfmake/interfaces.js";
import type { Node } from "../../../contract/document.model.ts";
import { parseLength } from "../../../document/block-attributes.ts";
import { stripTags } from "../../../document/html/strip-tags.ts";
import { listUpdateTags } from "../../../document/update-tags.ts";
import { collectText } from "../../../document/walk.ts";
import { describeTarget, findImage, type PageContext, resolveLinkTarget } from "./book.ts";
import { codeFont } from "./fonts.ts";
import { renderLine, toRuns } from "./inlines.ts";
import { renderTable } from "./tables.ts";
import { toPlainContent, toTextContent } from "./text.ts";

/** Font sizes of the headings within a page; its title is larger. */
const headingSizes = [16, 14, 12, 11, 10, 10];
const below: Margins = [0, 0, 0, 8];
/** The maximum size of an image in points, which is that of a page. */
const largestImage: [number, number] = [480, 620];
/** The maximum size of an image between words, 300 pixels. */
const inlineImage: [number, number] = [225, 620];
/** The size of an image at the height of a line. */
const lineImage: [number, number] = [225, 12];

export function renderBlocks(nodes: readonly Node[], setting: PageContext): Content[] {
  return nodes.flatMap((node) => renderBlock(node, setting));
}

function renderBlock(node: Node, setting: PageContext): Content[] {
  const { type = "", data = {}, nodes = [] } = node;
  const inside = () => renderBlocks(nodes, setting);
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level !== undefined)
    return alignContent([renderHeading(Number(level), nodes, setting)], data.align);
  switch (type) {
    case "paragraph":
      return alignContent(renderParagraph(nodes, setting), data.align);
    case "list-unordered":
    case "list-ordered":
    case "list-tasks":
      return [renderList(node, setting)];
    case "code":
      return [...createTitle(data.title, setting), renderCode(nodes.map(collectText).join("\n"))];
    case "math":
      return [renderCode(String(data.formula ?? ""))];
    case "blockquote":
      return [createBesideLine(inside())];
    case "hint":
      return [createBesideLine(inside(), "#e8a33d")];
    case "divider":
      return [rule];
    case "table":
      return renderTable(node, setting, renderBlocks);
    case "images":
      return nodes.flatMap((image) => renderFigure(image, setting));
    case "image":
    case "drawing":
      return renderFigure(node, setting);
    case "update":
      return [
        ...createTitle([data.date, ...listUpdateTags(data.tags)].join(" · "), setting),
        ...inside(),
      ];
    case "prompt":
      return [...createTitle(data.description, setting), ...inside()];
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return [
        ...createTitle([data.method, data.path].filter(Boolean).join(" "), setting),
        ...renderLead(node, setting),
      ];
    case "expandable":
      return renderExpandable(node, setting);
    case "tabs-item":
    case "stepper-step":
      return [...createTitle(data.title, setting), ...inside()];
    case "footnote-definition":
      return [
        {
          columns: [{ text: `${data.label ?? data.identifier}.`, width: 20 }, inside()],
          fontSize: 8,
        },
      ];
    case "html":
      return renderPlainText(stripTags(String(data.html ?? ""), " ").trim());
    default:
      return nodes.length > 0 ? inside() : renderLead(node, setting);
  }
}

function alignContent(content: Content[], align: unknown): Content[] {
  if (align !== "center" && align !== "end") return content;
  return [{ stack: content, alignment: align === "end" ? "right" : "center" }];
}

function renderHeading(level: number, nodes: readonly Node[], setting: PageContext): Content {
  const line = renderLine(nodes, setting);
  const fontSize = headingSizes[level - 1] ?? 10;
  return { stack: [line], fontSize, bold: true, margin: [0, 8, 0, 4] };
}

/** Images of the book are placed between the surrounding texts. */
function renderParagraph(nodes: readonly Node[], setting: PageContext): Content[] {
  const parts: Content[] = [];
  let text: Node[] = [];
  const isVisible = (node: Node) => toRuns([node], setting).some((run) => run.text.trim() !== "");
  const isAlone = nodes.every((node) => node.type === "inline-image" || !isVisible(node));
  const end = () => {
    if (text.some(isVisible)) {
      parts.push({ stack: [renderLine(text, setting)], margin: below });
    }
    text = [];
  };
  for (const node of nodes) {
    const image = node.type === "inline-image" ? findImage(node.data?.ref, setting) : undefined;
    if (image === undefined) {
      text.push(node);
    } else {
      end();
      const fit = node.data?.size === "line" ? lineImage : isAlone ? largestImage : inlineImage;
      parts.push({ image, fit, margin: below });
    }
  }
  end();
  return parts;
}

function renderList({ type, data = {}, nodes = [] }: Node, setting: PageContext): Content {
  if (type === "list-ordered") {
    const items = nodes.map((item) => ({ stack: renderBlocks(item.nodes ?? [], setting) }));
    return { ol: items, start: Number(data.start ?? 1), margin: [0, 0, 0, 4] };
  }
  const items = nodes.map((item): Content => {
    const { checked } = item.data ?? {};
    const stack = renderBlocks(item.nodes ?? [], setting);
    if (typeof checked !== "boolean") return { stack };
    const box = { text: checked ? "☑" : "☐", width: 14 };
    return { columns: [box, stack], ...({ listType: "none" } as const) };
  });
  return { ul: items, margin: [0, 0, 0, 4] };
}

function renderCode(text: string): Content {
  const code = {
    text: text === "" ? " " : toPlainContent(text),
    font: codeFont,
    fontSize: 8.5,
    preserveLeadingSpaces: true,
  };
  return {
    table: { widths: ["*"], body: [[code]] },
    layout: {
      defaultBorder: false,
      fillColor: "#f5f5f5",
      paddingLeft: () => 8,
      paddingRight: () => 8,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
    margin: below,
  };
}

/** With a line at the left side. */
function createBesideLine(content: Content[], color = "#cccccc"): ContentTable {
  return {
    table: { widths: ["*"], body: [[{ stack: content }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index) => (index === 0 ? 2 : 0),
      vLineColor: () => color,
      paddingLeft: () => 10,
    },
    margin: below,
  };
}

const rule: Content = {
  canvas: [
    {
      type: "line",
      x1: 0,
      y1: 4,
      x2: largestImage[0],
      y2: 4,
      lineWidth: 0.5,
      lineColor: "#999999",
    },
  ],
  margin: [0, 4, 0, 10],
};

function renderFigure({ data = {}, fragments = [] }: Node, setting: PageContext): Content[] {
  const caption = fragments.flatMap((fragment) => fragment.nodes ?? []);
  const image = findImage(data.ref, setting);
  const content: Content[] =
    image === undefined
      ? describeMissingImage(data, setting)
      : [{ image, fit: computeFit(data.width) }];
  const lines = caption
    .filter((block) => collectText(block).trim() !== "")
    .map(
      (block): Content => ({
        stack: [renderLine(block.nodes ?? [block], setting)],
        fontSize: 8,
        italics: true,
      }),
    );
  return [{ stack: [...content, ...lines], margin: below }];
}

/** The written width in points, within the largest size. */
function computeFit(width: unknown): [number, number] {
  const [most, high] = largestImage;
  const length = parseLength(width);
  const wide = typeof length === "number" && length > 0 ? (length * 3) / 4 : most;
  return [Math.min(most, wide), high];
}

function describeMissingImage(data: Record<string, unknown>, setting: PageContext): Content[] {
  const target = resolveLinkTarget(data.ref, setting);
  return [{ text: toPlainContent(`[${data.alt || "image"}]`), color: "#666666", ...target }];
}

function renderExpandable({ fragments = [] }: Node, setting: PageContext): Content[] {
  const part = (name: string) => fragments.find(({ fragment }) => fragment === name);
  const title = renderBlocks(part("expandable-title")?.nodes ?? [], setting);
  return [
    ...(title.length > 0 ? [{ stack: title, bold: true }] : []),
    ...renderBlocks(part("expandable-body")?.nodes ?? [], setting),
  ];
}

function createTitle(title: unknown, setting: PageContext): Content[] {
  return typeof title === "string" && title !== ""
    ? [{ text: toTextContent(title, setting), bold: true, margin: [0, 4, 0, 4] }]
    : [];
}

function renderPlainText(text: string): Content[] {
  return text === "" ? [] : [{ text: toPlainContent(text), margin: below }];
}

/** Embeds, files and cards become a line with a link, above their caption. */
function renderLead({ type, data = {}, fragments = [] }: Node, setting: PageContext): Content[] {
  const target = type === "embed" ? { kind: "url", url: data.url } : data.ref;
  const words = describeTarget(target, setting);
  const line =
    words === undefined
      ? []
      : [
          {
            text: toTextContent(words, setting),
            color: "#1155cc",
            ...resolveLinkTarget(target, setting),
            margin: below,
          },
        ];
  return [...line, ...fragments.flatMap(({ nodes = [] }) => renderBlocks(nodes, setting))];
}
