/** Plain text of blocks: every word that a reader sees, one block a line. */

import type { Node } from "../contract/document.model.ts";
import type { ResolveUrl } from "./html/raw-tree.ts";
import { toReadableNodes } from "./readable-blocks.ts";
import { asReference } from "./references.ts";
import { sortRows } from "./row-order.ts";
import { listUpdateTags } from "./update-tags.ts";
import { collectText } from "./walk.ts";

/**
 * @param nodes a sequence of blocks
 * @param find resolves URLs in HTML
 */
export function writePlainText(nodes: readonly Node[], find: ResolveUrl = toUrl): string {
  return toReadableNodes(nodes, find)
    .map(writeBlock)
    .filter((text) => text.trim() !== "")
    .join("\n");
}

function toUrl(url: string): ReturnType<ResolveUrl> {
  return { kind: "url", url };
}

function writeBlock(node: Node): string {
  const { type, nodes = [], fragments = [] } = node;
  if (type === "table") return writeTable(node);
  if (type === "code") return joinLines([getLabel(node), nodes.map(collectText).join("\n")]);
  const below = [...nodes, ...fragments.flatMap((fragment) => fragment.nodes ?? [])];
  const hasBlocks = below.some(({ object }) => object === "block");
  // A void block has no text of its own.
  const own = hasBlocks || node.isVoid === true ? "" : collectText(node);
  const formula = type === "math" ? collectText(node) : "";
  return joinLines([getLabel(node), own, formula, ...(hasBlocks ? below.map(writeBlock) : [])]);
}

/** Words in the settings of a block that a reader sees. */
export function getLabel({ type, data = {} }: Node): string {
  const [ref] = asReference(data.ref);
  const url = ref?.kind === "url" ? ref.url : "";
  switch (type) {
    case "tabs-item":
    case "stepper-step":
    case "code":
      return getText(data.title);
    case "prompt":
      return getText(data.description);
    case "update":
      return [getText(data.date), ...listUpdateTags(data.tags)].join(" ").trim();
    case "image":
      return getText(data.alt);
    case "embed":
      return [getText(data.title), getText(data.url)].join(" ").trim();
    case "file":
    case "content-ref":
      return getText(data.name) || url;
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return [getText(data.method), getText(data.path) || url].join(" ").trim();
    default:
      return "";
  }
}

function writeTable({ data = {}, fragments = [] }: Node): string {
  const texts = new Map(fragments.map((fragment) => [fragment.fragment, fragment]));
  const definition = toRecord(data.definition);
  const view = toRecord(data.view);
  const columns = Array.isArray(view.columns) ? view.columns.map(String) : Object.keys(definition);
  const titles = columns.map((id) => getText(toRecord(definition[id]).title));
  const rows: readonly { readonly orderIndex?: unknown; readonly values?: unknown }[] =
    Object.values(toRecord(data.records)).map(toRecord);
  const lines = sortRows(rows).map((row) => {
    const values = toRecord(row.values);
    return columns.map((id) => writeCell(values[id], toRecord(definition[id]), texts));
  });
  return [titles, ...lines]
    .map((cells) => cells.filter((cell) => cell !== "").join("\t"))
    .filter((line) => line !== "")
    .join("\n");
}

function writeCell(
  value: unknown,
  column: Readonly<Record<string, unknown>>,
  texts: ReadonlyMap<string | undefined, Node>,
): string {
  const cellText = typeof value === "string" ? texts.get(value) : undefined;
  if (cellText) return joinLines((cellText.nodes ?? []).map(writeBlock));
  if (Array.isArray(value)) return value.map((one) => writeCell(one, column, texts)).join(" ");
  const [ref] = asReference(value);
  if (ref) return ref.kind === "url" ? ref.url : "";
  const options: readonly unknown[] = Array.isArray(column.options) ? column.options : [];
  const option = options.map(toRecord).find((one) => one.value === value);
  return getText(option?.label ?? value);
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}

function getText(value: unknown): string {
  return ["string", "number"].includes(typeof value) ? String(value) : "";
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
