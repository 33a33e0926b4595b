/** Works out the expressions and conditions of a document, as whoever reads the page sees them. */
import type { Document, Node } from "../../../contract/document.model.ts";
import { mappedNodes, nodesOf } from "../../../document/walk.ts";
import {
  ConditionFault,
  type ParsedExpression,
  parseExpression,
  type Scope,
} from "../../engines/condition.ts";
import type { Tree } from "./tree.ts";
import type { PlacedPage } from "./tree-index.ts";

/** `deterministic-only` leaves alone what depends on the visitor. */
export type Evaluation = "true" | "false" | "deterministic-only";

/** What expressions may read; `visitor` has no claims where nobody is known to read. */
const roots = ["page", "space", "visitor"];
const deterministic = new Set(["page", "space"]);

export function scopeOf(
  tree: Tree,
  { page, path }: PlacedPage,
  space: { readonly title: string; readonly language: string | null },
): Scope {
  const { title, description, slug, variables = {} } = page;
  return {
    page: { title, description, slug, path, vars: variables },
    space: { title: space.title, language: space.language ?? undefined, vars: tree.variables },
    visitor: { claims: {} },
  };
}

/** What cannot be understood stays as it is written. */
export async function evaluated(
  document: Document,
  scope: Scope,
  how: Evaluation,
): Promise<Document> {
  if (how === "false") return document;
  const known = await expressionsIn(document, how);
  if (known.size === 0) return document;
  const nodes = mappedNodes(document.nodes, (node) => {
    const found = known.get(expressionOf(node) ?? "");
    if (!found) return node;
    const value = found.read(scope);
    if (node.type === "expression") return asText(value, node);
    return value ? (node.nodes ?? []) : [];
  });
  return { ...document, nodes };
}

async function expressionsIn(
  document: Document,
  how: Evaluation,
): Promise<Map<string, ParsedExpression>> {
  const known = new Map<string, ParsedExpression>();
  for (const { node } of nodesOf(document)) {
    const text = expressionOf(node);
    if (text === undefined || known.has(text)) continue;
    const parsed = await understood(text);
    if (!parsed) continue;
    if (how === "true" || [...parsed.roots].every((root) => deterministic.has(root)))
      known.set(text, parsed);
  }
  return known;
}

async function understood(text: string): Promise<ParsedExpression | undefined> {
  try {
    return await parseExpression(text, roots);
  } catch (error) {
    if (error instanceof ConditionFault) return undefined;
    throw error;
  }
}

function expressionOf({ type, data }: Node): string | undefined {
  const text = type === "expression" || type === "if" ? data?.expression : undefined;
  return typeof text === "string" ? text : undefined;
}

function asText(value: unknown, node: Node): Node {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  return { object: "text", leaves: [{ object: "leaf", text, marks: node.marks ?? [] }] };
}
