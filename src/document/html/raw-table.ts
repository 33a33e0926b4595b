/** HTML tables as table blocks, with their column types, widths and cards. */
import { type Html, html } from "./html.ts";
import { parseRawBlocks } from "./raw-blocks.ts";
import { parseRawTree, type RawItem } from "./raw-tree.ts";
import type { HtmlWriter } from "./render-context.ts";

/**
 * @returns undefined for any other HTML, and for a table that the block cannot express: one with
 * cells across columns or rows, or with content in later pieces of HTML
 */
export function renderRawTable(source: string, writing: HtmlWriter): Html | undefined {
  if (!/^\s*<table\b/i.test(source) || !/<\/table\s*>\s*$/i.test(source)) return undefined;
  const node = { object: "block" as const, type: "html", data: { html: source } };
  const items = parseRawTree([node]).filter((item) => !isBlank(item));
  const [only] = items;
  if (items.length !== 1 || only?.kind !== "element" || hasSpan([only])) return undefined;
  const blocks = parseRawBlocks([node], (url) => ({ kind: "url", url }));
  return html`${writing.blocks(blocks)}`;
}

function isBlank(item: RawItem): boolean {
  return item.kind === "text" && item.text.trim() === "";
}

function hasSpan(items: readonly RawItem[]): boolean {
  return items.some(
    (item) =>
      item.kind === "element" &&
      (Number(item.attributes.get("colspan") ?? 1) > 1 ||
        Number(item.attributes.get("rowspan") ?? 1) > 1 ||
        hasSpan(item.children)),
  );
}
