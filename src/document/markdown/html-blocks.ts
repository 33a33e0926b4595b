/** Blocks that are HTML in Markdown: figures and collapsible sections. */
import type { Node } from "../../contract/document.model.ts";
import { parseSize } from "../block-attributes.ts";
import { decodeCharacters } from "../html/characters.ts";
import { createBlock, type MarkdownReader } from "./markdown-reader.ts";
import { readInlines, toText } from "./read-inlines.ts";
import { readTitle, writeTitle } from "./titles.ts";
import { type MarkdownBlock, type MarkdownInline, spanBetween } from "./tree.ts";
import { writeInlines } from "./write-inlines.ts";

/** An image with a caption. @returns undefined for any other HTML */
export function asFigure(html: string): Node | undefined {
  const [, attributes, caption] =
    /^<figure><img((?: [\w-]+="[^"<>]*")*)\s*\/?>(?:<figcaption>(?:<p>)?([^<>]*)(?:<\/p>)?<\/figcaption>)?<\/figure>$/.exec(
      html.trim(),
    ) ?? [];
  if (attributes === undefined) return undefined;
  const { src, alt, ...rest } = Object.fromEntries(
    [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      decodeCharacters(value ?? ""),
    ]),
  );
  const size = parseSize(rest.width, rest.height);
  // Other attributes and units stay HTML.
  if (!src || Object.keys(size).length !== Object.keys(rest).length) return undefined;
  const data = { ref: { kind: "url", url: src }, ...(alt && { alt }), ...size };
  const fragments =
    caption === undefined || caption === ""
      ? []
      : [buildCaption("caption", [toText(decodeCharacters(caption))])];
  return createBlock("images", {
    isVoid: false,
    data: {},
    nodes: [createBlock("image", { isVoid: true, data, fragments })],
  });
}

function buildCaption(fragment: string, text: Node[]): Node {
  const nodes = [createBlock("paragraph", { nodes: text })];
  return { object: "fragment", fragment, type: fragment, nodes };
}

/** Combines `<details>` with its summary and content, if they are siblings. */
export function readExpandables(
  blocks: readonly MarkdownBlock[],
  reading: MarkdownReader,
): (MarkdownBlock | Node)[] {
  const result: (MarkdownBlock | Node)[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const match = readExpandableAt(blocks, at);
    const here = blocks[at];
    if (match) {
      const body = reading.readBlocks(blocks.slice(match.from, match.end), reading);
      result.push(createExpandable(match, body));
      at = match.end;
    } else if (here) {
      result.push(here);
    }
  }
  return result;
}

function createExpandable({ title, isOpen }: DetailsStart, nodes: Node[]): Node {
  return createBlock("expandable", {
    isVoid: true,
    data: isOpen ? { defaultExpanded: true } : {},
    fragments: [
      buildCaption("expandable-title", title),
      { object: "fragment", fragment: "expandable-body", type: "expandable-body", nodes },
    ],
  });
}

function readExpandableAt(blocks: readonly MarkdownBlock[], at: number) {
  const opening = readOpening(toHtml(blocks[at]) ?? "");
  if (opening === undefined) return undefined;
  const from = at + 1;
  let depth = 1;
  for (let end = from; end < blocks.length; end++) {
    const html = toHtml(blocks[end]);
    if (/^<details[\s>]/.test(html ?? "")) depth++;
    if (html === "</details>" && --depth === 0) return { ...opening, from, end };
  }
  return undefined;
}

/** Opening of a collapsible section. */
interface DetailsStart {
  readonly title: Node[];
  /** Whether it is initially open. */
  readonly isOpen: boolean;
}

const details = /^<details(\s+open(?:="(?:open)?")?)?\s*>/;
const summary = /^\s*<summary>(.*)<\/summary>$/s;

/** Both tags. */
function readOpening(html: string): DetailsStart | undefined {
  const [tag, open] = details.exec(html) ?? [];
  const written = tag === undefined ? undefined : summary.exec(html.slice(tag.length))?.[1];
  const title = written === undefined ? undefined : readTitle(written.trim());
  return title && { title: readInlines(title, new Map()), isOpen: open !== undefined };
}

/** Opening tag of a collapsible section. */
export function formatOpeningTag(title: readonly MarkdownInline[], isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}>\n\n<summary>${writeTitle(title)}</summary>`;
}

/** Combines `<details>` and its summary in every notation. */
export function withSummaries(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const result: MarkdownBlock[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const [here, next] = blocks.slice(at, at + 2);
    const html = toHtml(here);
    const isAlone = html !== undefined && details.exec(html)?.[0] === html;
    const isApart = isAlone && toHtml(next)?.startsWith("<summary>") === true;
    const opening = readOpening(isApart ? `${html}${toHtml(next)}` : (html ?? ""));
    if (here && opening) {
      result.push({
        type: "html",
        value: formatOpeningTag(writeInlines(opening.title), opening.isOpen),
        ...spanBetween(here, isApart ? next : here),
      });
      if (isApart) at++;
    } else if (here) {
      result.push(here);
    }
  }
  return result;
}

function toHtml(node: MarkdownBlock | undefined): string | undefined {
  return node?.type === "html" ? node.value.trim() : undefined;
}
