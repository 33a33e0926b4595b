/** The HTML that documentation uses for blocks of its own: figures, and sections that fold away. */
import type { Node } from "../../contract/document.model.ts";
import { textOf } from "./read-inlines.ts";
import { block, type Reading } from "./reading.ts";
import type { Block } from "./tree.ts";

/** An image with a caption. @returns absent for any HTML that is more than that */
export function asFigure(html: string): Node | undefined {
  const [, attributes, caption] =
    /^<figure><img((?: [\w-]+="[^"<>]*")*)\s*\/?>(?:<figcaption>(?:<p>)?([^<>]*)(?:<\/p>)?<\/figcaption>)?<\/figure>$/.exec(
      html.trim(),
    ) ?? [];
  if (attributes === undefined) return undefined;
  const { src, alt, ...rest } = Object.fromEntries(
    [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      decoded(value ?? ""),
    ]),
  );
  if (!src || Object.keys(rest).some((name) => name !== "width" && name !== "height")) {
    return undefined;
  }
  const data = { ref: { kind: "url", url: src }, ...(alt && { alt }), ...rest };
  const fragments =
    caption === undefined || caption === "" ? [] : [captionOf("caption", decoded(caption))];
  return block("images", {
    isVoid: false,
    data: {},
    nodes: [block("image", { isVoid: true, data, fragments })],
  });
}

function captionOf(fragment: string, text: string): Node {
  const nodes = [block("paragraph", { nodes: [textOf(text)] })];
  return { object: "fragment", fragment, type: fragment, nodes };
}

/** Combines `<details>` with its summary and content, if all of them are siblings. */
export function expandables(blocks: readonly Block[], reading: Reading): (Block | Node)[] {
  const result: (Block | Node)[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const found = expandableAt(blocks, at);
    const here = blocks[at];
    if (found) {
      const body = reading.readBlocks(blocks.slice(found.from, found.end), reading);
      result.push(expandable(found.title, body));
      at = found.end;
    } else if (here) {
      result.push(here);
    }
  }
  return result;
}

function expandable(title: string, nodes: Node[]): Node {
  return block("expandable", {
    isVoid: true,
    data: {},
    fragments: [
      captionOf("expandable-title", title),
      { object: "fragment", fragment: "expandable-body", type: "expandable-body", nodes },
    ],
  });
}

function expandableAt(blocks: readonly Block[], at: number) {
  const first = htmlOf(blocks[at]);
  if (first === undefined || !first.startsWith("<details>")) return undefined;
  const apart = first === "<details>";
  const head = apart ? htmlOf(blocks[at + 1]) : first.slice("<details>".length).trim();
  const title = /^<summary>([^<>]*)<\/summary>$/.exec(head ?? "")?.[1];
  if (title === undefined) return undefined;
  const from = at + (apart ? 2 : 1);
  let depth = 1;
  for (let end = from; end < blocks.length; end++) {
    const html = htmlOf(blocks[end]);
    if (html?.startsWith("<details>")) depth++;
    if (html === "</details>" && --depth === 0) return { title: decoded(title.trim()), from, end };
  }
  return undefined;
}

function htmlOf(node: Block | undefined): string | undefined {
  return node?.type === "html" ? node.value.trim() : undefined;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Text as written in HTML, between tags and in attributes. */
export function encoded(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
