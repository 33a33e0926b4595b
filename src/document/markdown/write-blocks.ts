/** Conversion of document blocks to a syntax tree. */
import type { Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { formatTextAlignment, toTagAttributes } from "../block-attributes.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";
import { collectText } from "../walk.ts";
import { formatOpeningTag } from "./html-blocks.ts";
import { buildTag } from "./tags.ts";
import type { MarkdownBlock, MarkdownInline } from "./tree.ts";
import { formatImages, formatInlines } from "./write-html-tables.ts";
import { writeInlines } from "./write-inlines.ts";
import { writeTable } from "./write-tables.ts";

/** Tags of containers by block type. */
const containers: Readonly<Record<string, string>> = {
  hint: "hint",
  tabs: "tabs",
  "tabs-item": "tab",
  stepper: "stepper",
  "stepper-step": "step",
  columns: "columns",
  column: "column",
  updates: "updates",
  update: "update",
  prompt: "prompt",
};

export function writeBlocks(nodes: readonly Node[]): MarkdownBlock[] {
  return nodes.flatMap(writeBlock);
}

function writeBlock(node: Node): MarkdownBlock[] {
  const { type = "", data = {}, nodes = [] } = node;
  const container = findOwn(containers, type);
  if (container)
    return [createTagBlock(buildTag(container, toTagAttributes(node)), writeBlocks(nodes))];
  const depth = /^heading-([1-6])$/.exec(type)?.[1];
  const alignment = formatTextAlignment(data.align);
  // Markdown has no alignment of text.
  if (alignment !== "" && (depth !== undefined || type === "paragraph")) {
    const name = depth === undefined ? "p" : `h${depth}`;
    return [html(`<${name}${alignment}>${formatInlines(nodes)}</${name}>`)];
  }
  if (depth !== undefined) {
    const children = writeInlines(nodes);
    return [{ type: "heading", depth: Number(depth) as 1, children }];
  }
  switch (type) {
    case "paragraph":
      return [{ type: "paragraph", children: writeInlines(nodes) }];
    case "divider":
      return [{ type: "thematicBreak" }];
    case "blockquote":
      return [{ type: "blockquote", children: writeBlocks(nodes) as never[] }];
    case "code":
      return [writeCode(data, nodes)];
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return [writeList(node)];
    case "table":
      return [writeTable(node)];
    case "html":
      return [{ type: "html", value: String(data.html ?? "") }];
    case "math":
      return [createParagraph([{ type: "formula", value: `\n${data.formula ?? ""}\n` }])];
    case "if":
      return [createTagBlock(`if ${data.expression}`, writeBlocks(nodes))];
    case "tag":
      return [{ type: "tag", value: String(data.tag ?? "") }];
    case "tag-block":
      return [createTagBlock(String(data.tag ?? ""), writeBlocks(nodes))];
    case "embed":
      return [writeCaptioned(buildTag("embed", data), node)];
    case "images":
      return [html(formatImages(node))];
    case "expandable":
      return writeExpandable(node);
    case "footnote-definition":
      return [
        {
          type: "footnoteDefinition",
          identifier: String(data.identifier ?? ""),
          label: String(data.label ?? data.identifier ?? ""),
          children: writeBlocks(nodes) as never[],
        },
      ];
    default:
      return writeReference(node) ?? writeBlocks(nodes);
  }
}

/** A tag that stands alone, or contains its caption. */
function writeCaptioned(tag: string, { fragments = [] }: Node): MarkdownBlock {
  const caption = fragments.flatMap(({ nodes = [] }) => nodes);
  return caption.length === 0
    ? { type: "tag", value: tag }
    : createTagBlock(tag, writeBlocks(caption));
}

/** Blocks that refer to other content. */
function writeReference(node: Node): MarkdownBlock[] | undefined {
  const { type, data = {} } = node;
  const [ref] = asReference(data.ref);
  if (!ref) return undefined;
  const { ref: _, ...rest } = data;
  const url = getAddress(ref);
  const link = (): MarkdownBlock =>
    createParagraph([{ type: "link", url, children: [{ type: "text", value: url }] }]);
  switch (type) {
    case "file":
      return [writeCaptioned(buildTag("file", { src: url, ...rest }), node)];
    case "content-ref":
      return [createTagBlock(buildTag("content-ref", { url, ...rest }), [link()])];
    case "reusable-content":
      return [{ type: "tag", value: `include "${url.replaceAll('"', "%22")}"` }];
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      if (ref.kind !== "openapi") {
        return [createTagBlock(buildTag("openapi", { src: url, ...rest }), [link()])];
      }
      return [
        createTagBlock(
          buildTag(type, { spec: ref.spec, ...toTagAttributes({ ...node, data: rest }) }),
          [link()],
        ),
      ];
    case "drawing":
      return [createParagraph([{ type: "image", url, alt: "" }])];
    default:
      return undefined;
  }
}

function createTagBlock(value: string, children: readonly MarkdownBlock[]): MarkdownBlock {
  return { type: "tagBlock", value, children: [...children] as never[] };
}

function createParagraph(children: MarkdownInline[]): MarkdownBlock {
  return { type: "paragraph", children };
}

function writeCode(data: Record<string, unknown>, lines: readonly Node[]): MarkdownBlock {
  const { syntax, meta, tagged, ...attributes } = data;
  const code: MarkdownBlock = {
    type: "code",
    lang: typeof syntax === "string" ? syntax : null,
    meta: typeof meta === "string" ? meta : null,
    value: lines.map(collectText).join("\n"),
  };
  const wrapped = tagged === true || Object.keys(attributes).length > 0;
  return wrapped ? createTagBlock(buildTag("code", attributes), [code]) : code;
}

function writeList({ type, data = {}, nodes = [] }: Node): MarkdownBlock {
  const spread = data.loose === true;
  return {
    type: "list",
    ordered: type === "list-ordered",
    start: type === "list-ordered" ? Number(data.start ?? 1) : null,
    spread,
    children: nodes.map((item) => ({
      type: "listItem",
      spread,
      checked: typeof item.data?.checked === "boolean" ? item.data.checked : null,
      children: writeBlocks(item.nodes ?? []) as never[],
    })),
  };
}

/** In one line, because a blank line would end the HTML. */
function html(value: string): MarkdownBlock {
  return {
    type: "html",
    value: value.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space)),
  };
}

function writeExpandable({ data = {}, fragments = [] }: Node): MarkdownBlock[] {
  const part = (name: string) => fragments.find(({ fragment }) => fragment === name);
  const title = (part("expandable-title")?.nodes ?? []).flatMap((node) => node.nodes ?? []);
  return [
    { type: "html", value: formatOpeningTag(writeInlines(title), data.defaultExpanded === true) },
    ...writeBlocks(part("expandable-body")?.nodes ?? []),
    { type: "html", value: "</details>" },
  ];
}
