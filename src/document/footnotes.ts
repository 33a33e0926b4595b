/** Footnotes of a rich text. */
import type { Document, Node } from "../contract/document.model.ts";
import { decodePart } from "./reference-address.ts";
import { listNodes } from "./walk.ts";

export interface Footnote {
  /** Number in the text, from 1. */
  readonly number: number;
  readonly nodes: readonly Node[];
}

/** By name; the first definition of a name counts. */
export function collectFootnotes(document: Document): ReadonlyMap<string, Footnote> {
  const footnotes = new Map<string, Footnote>();
  for (const { node } of listNodes(document)) {
    if (node.type !== "footnote-definition") continue;
    const name = getFootnoteName(node);
    if (!footnotes.has(name)) {
      footnotes.set(name, { number: footnotes.size + 1, nodes: node.nodes ?? [] });
    }
  }
  return footnotes;
}

export function getFootnoteName({ data }: Node): string {
  return String(data?.identifier ?? "");
}

/**
 * The name of the footnote that an HTML link refers to, as the hosted platform writes footnotes in
 * code.
 */
export function parseFootnoteName(address: string): string | undefined {
  const name = /^#user-content-fn-(.+)$/.exec(address)?.[1];
  return name === undefined ? undefined : decodePart(name).toLowerCase();
}
