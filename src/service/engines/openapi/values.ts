/** Access to values of a specification whose types are not validated. */
import type { Node } from "../../../contract/document.model.ts";
import { isTree } from "../../../contract/openapi-references.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import type { Budget } from "../../../json/budget.ts";

export type SpecificationTree = Readonly<Record<string, unknown>>;

/** Resolves a reference; any other value is returned unchanged. */
export type Follow = (
  value: unknown,
  file: string,
) => { readonly value: unknown; readonly file: string };

const longestText = 10_000;

export type Describe = (text: unknown) => readonly Node[];

/**
 * Descriptions are Markdown and are truncated if they are too long. Each is parsed once, but
 * counted for every use, because many references can repeat it.
 */
export function createDescriber(budget: Budget): Describe {
  const cachedNodes = new Map<string, readonly Node[]>();
  return (text) => {
    if (typeof text !== "string" || text.trim() === "") return [];
    const source = text.slice(0, longestText);
    budget.drawCharacters(source.length);
    const nodes = cachedNodes.get(source) ?? parseMarkdown(source).nodes;
    cachedNodes.set(source, nodes);
    return nodes;
  };
}

export function buildTree(value: unknown): SpecificationTree {
  return isTree(value) ? value : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value, null, 2)).slice(0, longestText);
}
