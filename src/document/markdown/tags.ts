/**
 * Template tags: matching, attributes and conversion to blocks. Unknown tags are kept as they are.
 */

import type { Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import { toDescribedData } from "../block-attributes.ts";
import { withSummaries } from "./html-blocks.ts";
import { createBlock, type MarkdownReader } from "./markdown-reader.ts";
import type { TagBlock } from "./syntax.ts";
import { type MarkdownBlock, spanBetween } from "./tree.ts";

type TagAttributes = Record<string, string | number | boolean>;

export function getTagName(value: string): string {
  return value.split(/\s/, 1)[0] ?? "";
}

/** Text after the name. */
export function getTagRest(value: string): string {
  return value.slice(getTagName(value).length).trim();
}

/**
 * The `name="value"` pairs of a tag.
 * @returns undefined if the tag contains anything else
 */
function buildAttributes(value: string): TagAttributes | undefined {
  const attributes: TagAttributes = {};
  const rest = getTagRest(value).replace(
    /(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)')\s*/g,
    (_, name: string, double?: string, single?: string) => {
      if (name !== "__proto__") attributes[name] = parseTyped(name, double ?? single ?? "");
      return "";
    },
  );
  return rest === "" ? attributes : undefined;
}

/** Whether the tag contains only `name="value"` pairs after its name. */
export function hasReadableAttributes(value: string): boolean {
  return buildAttributes(value) !== undefined;
}

/**
 * The pairs of a tag in any notation, also without quotes or with typographic ones, for display
 * only: `httpCode=200`.
 */
export function parseLooseAttributes(value: string): Readonly<Record<string, string>> {
  const pairs = [
    ...getTagRest(value).matchAll(
      /(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)'|[“”]([^“”"]*)[“”"]|([^\s"'“”]+))/g,
    ),
  ].flatMap(([, name = "", ...forms]) => {
    const text = forms.find((form) => form !== undefined);
    return name === "__proto__" || text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(pairs);
}

/** Value of a tag with attributes; undefined ones are omitted. */
export function buildTag(name: string, attributes: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(attributes)
    .toSorted(([one], [other]) => computeRank(one) - computeRank(other) || (one < other ? -1 : 1))
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([key, value]) => {
      const text = String(value);
      return text.includes('"') ? ` ${key}='${text.replaceAll("'", "’")}'` : ` ${key}="${text}"`;
    });
  return name + pairs.join("").replace(/[\r\n]+/g, " ");
}

/** Attributes that come first, in this order; others follow in alphabetical order. */
const firstAttributes = "spec src url path method style title overflow lineNumbers".split(" ");

function computeRank(attribute: string): number {
  const rank = firstAttributes.indexOf(attribute);
  return rank < 0 ? firstAttributes.length : rank;
}

/** Attributes that are text, whatever they contain: a tab may have the title "2024". */
const texts = new Set(
  "title description label name icon style path method spec src url date tags valign width".split(
    " ",
  ),
);

function parseTyped(name: string, text: string): string | number | boolean {
  if (texts.has(name)) return text;
  if (text === "true" || text === "false") return text === "true";
  return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text;
}

/** Combines sibling nodes that form one block in a document. */
export function findSiblings(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  return withSummaries(pairTags(blocks));
}

/** A container tag with its content, if its end tag is a sibling. */
function pairTags(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const ends = findEnds(blocks);
  const result: MarkdownBlock[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    const end = ends.get(at);
    if (block?.type === "tag" && end !== undefined) {
      const children = pairTags(blocks.slice(at + 1, end)) as never[];
      result.push({
        type: "tagBlock",
        value: block.value,
        children,
        ...spanBetween(block, blocks[end]),
      });
      at = end;
    } else if (block) {
      result.push(block);
    }
  }
  return result;
}

/** Position of the end tag for each opening tag among its siblings. */
export function findEnds(blocks: readonly MarkdownBlock[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.type !== "tag") continue;
    const name = getTagName(block.value);
    const opener = name.startsWith("end")
      ? open.findLastIndex((tag) => tag.name === name.slice(3))
      : -1;
    const start = open[opener];
    if (start) {
      ends.set(start.at, at);
      // A tag that is opened inside and not closed stands alone.
      open.length = opener;
    } else if (name !== "") {
      open.push({ name, at });
    }
  }
  return ends;
}

/** A tag without content. */
export function readTag(value: string): Node {
  const attributes = buildAttributes(value);
  const name = getTagName(value);
  if (attributes) {
    const { url, src, ...rest } = attributes;
    if (name === "embed" && typeof url === "string") {
      return createBlock("embed", { isVoid: true, data: { ...rest, url } });
    }
    if (name === "file" && typeof src === "string") {
      return createBlock("file", {
        isVoid: true,
        data: { ...rest, ref: { kind: "url", url: src } },
      });
    }
    if (name === "content-ref" && typeof url === "string") {
      return createBlock("content-ref", {
        isVoid: true,
        data: { ...rest, ref: { kind: "url", url } },
      });
    }
    // The former name of a content reference.
    const { page, ...others } = attributes;
    if (name === "page-ref" && typeof page === "string") {
      return createBlock("content-ref", {
        isVoid: true,
        data: { ...others, ref: { kind: "url", url: page } },
      });
    }
  }
  const included = name === "include" && /^"([^"]+)"$/.exec(getTagRest(value))?.[1];
  if (included) {
    const data = { ref: { kind: "url", url: included } };
    return createBlock("reusable-content", { isVoid: true, data });
  }
  return createBlock("tag", { isVoid: true, data: { tag: value } });
}

/** Containers whose attributes are data, by tag name. */
const containers: Readonly<Record<string, string>> = {
  hint: "hint",
  tabs: "tabs",
  tab: "tabs-item",
  stepper: "stepper",
  step: "stepper-step",
  columns: "columns",
  column: "column",
  updates: "updates",
  update: "update",
  prompt: "prompt",
};

export function readTagBlock(node: TagBlock, reading: MarkdownReader): Node[] {
  return [readTagContent(node.value, reading.readBlocks(node.children as never[], reading))];
}

/**
 * @param value the tag, without delimiters
 * @param nodes its content
 * @returns a block of the type `tag-block` for an unknown tag
 */
export function readTagContent(value: string, nodes: Node[]): Node {
  const name = getTagName(value);
  const attributes = buildAttributes(value);
  if (name === "if" && getTagRest(value) !== "") {
    return createBlock("if", { data: { expression: getTagRest(value) }, nodes });
  }
  return (attributes && createKnownTag(name, attributes, nodes)) ?? createUnknownTag(value, nodes);
}

const columnNode = { object: "block", type: "column" } as const;

function createKnownTag(name: string, attributes: TagAttributes, nodes: Node[]): Node | undefined {
  const type = findOwn(containers, name);
  if (type) {
    const data =
      type === "column" ? toDescribedData({ ...columnNode, data: attributes }) : attributes;
    return createBlock(type, { data, nodes });
  }
  const [only] = nodes;
  if (name === "code" && nodes.length === 1 && only?.type === "code") {
    return { ...only, data: { ...attributes, ...only.data, tagged: true } };
  }
  const { url, src, ...rest } = attributes;
  // The text inside repeats the target's title, for readers without template support.
  if (name === "content-ref" && typeof url === "string" && nodes.length <= 1) {
    return createBlock("content-ref", {
      isVoid: true,
      data: { ...rest, ref: { kind: "url", url } },
    });
  }
  if (name === "embed" && typeof url === "string") {
    return createBlock("embed", { isVoid: true, data: { ...rest, url }, ...createCaption(nodes) });
  }
  if (name === "file" && typeof src === "string") {
    const data = { ...rest, ref: { kind: "url", url: src } };
    return createBlock("file", { isVoid: true, data, ...createCaption(nodes) });
  }
  if (name === "openapi" && typeof src === "string" && nodes.length <= 1) {
    return createBlock("swagger", {
      isVoid: true,
      data: { ...rest, ref: { kind: "url", url: src } },
    });
  }
  const { spec, schemas, ...others } = attributes;
  if (specificationBlocks.has(name) && typeof spec === "string" && nodes.length <= 1) {
    const list = schemas === undefined ? {} : { schemas: String(schemas).split(",") };
    const data = { ...others, ...list, ref: { kind: "openapi", spec } };
    return createBlock(name, { isVoid: true, data });
  }
  return undefined;
}

/** Blocks of a specification of the organization; the link inside is for other readers. */
const specificationBlocks = new Set(["openapi-operation", "openapi-schemas", "openapi-webhook"]);

/** The content of an embed or file is its caption. */
function createCaption(nodes: Node[]): Pick<Node, "fragments"> {
  if (nodes.length === 0) return {};
  return { fragments: [{ object: "fragment", fragment: "caption", type: "caption", nodes }] };
}

function createUnknownTag(tag: string, nodes: Node[]): Node {
  return createBlock("tag-block", { data: { tag }, nodes });
}
