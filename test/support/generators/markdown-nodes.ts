/** Nodes of documents that are written as Markdown. */
import type { Node } from "../../../src/contract/document.model.ts";
import { writeMarkdown } from "../../../src/document/markdown.ts";
import { buildBlock } from "./nodes.ts";

/** A reference to a URL. */
export const url = (to: string) => ({ kind: "url", url: to });
export const mark = (type: string, data?: Record<string, unknown>) => ({
  object: "mark" as const,
  type,
  ...(data && { data }),
});
/** Text with marks. */
export const words = (text: string, ...marks: ReturnType<typeof mark>[]): Node => ({
  object: "text",
  leaves: [{ object: "leaf", text, marks }],
});
export const inline = (
  type: string,
  data: Record<string, unknown> = {},
  extra: Partial<Node> = {},
): Node => ({
  object: "inline",
  type,
  data,
  ...extra,
});
export const block = (type: string, data: Record<string, unknown> = {}, ...nodes: Node[]): Node =>
  buildBlock(type, data, nodes);

/** Blocks as Markdown. */
export const write = (...nodes: Node[]) =>
  writeMarkdown({ object: "document", data: { schemaVersion: 1 }, nodes });
