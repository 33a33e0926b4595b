/** Evaluation of the expressions and conditions in a document, for a reader of the page. */
import type { Document, Node } from "../../contract/document.model.ts";
import { outputLimits } from "../../contract/limits.ts";
import type { ConditionScope, ParsedExpression } from "../../document/condition.ts";
import {
  findExpression,
  mostExpressions,
  parseTextExpression,
} from "../../document/page-expressions.ts";
import { listNodes, mapNodes } from "../../document/walk.ts";
import { Budget } from "../../json/budget.ts";

/**
 * `deterministic-only` leaves expressions that depend on the visitor unevaluated; `values` also leaves
 * conditions. `visitor` removes the text of conditions that cannot be evaluated.
 */
export type Evaluation = "true" | "false" | "deterministic-only" | "values" | "visitor";

/** The roots whose values do not depend on the visitor. */
const deterministic = new Set(["page", "space"]);

/**
 * Expressions that cannot be parsed, or exceed the limit of a page, are left unchanged; for a visitor,
 * the text of such conditions is removed.
 * @param budget limits the nodes of the document and the values of expressions
 * @throws BudgetExceededError, also for a single value that is too long
 */
export async function evaluateDocument(
  document: Document,
  scope: ConditionScope,
  evaluation: Evaluation,
  budget: Budget,
): Promise<Document> {
  if (evaluation === "false") return document;
  const expressions = await collectExpressions(document, evaluation);
  const isForVisitor = evaluation === "visitor";
  if (expressions.size === 0 && !isForVisitor) return document;
  const nodes = mapNodes(document.nodes, (node) => {
    budget.drawNodes();
    if (evaluation === "values" && node.type === "if") return node;
    const expression = expressions.get(findExpression(node) ?? "");
    // Without a page, its values are unknown.
    const isKnown = expression && [...expression.roots].every((root) => root in scope);
    if (!isKnown) return isForVisitor && node.type === "if" ? [] : node;
    const value = expression.read(scope);
    if (node.type === "expression") return asText(value, node, budget);
    return value ? (node.nodes ?? []) : [];
  });
  return { ...document, nodes };
}

/** The values of a visitor that the expressions in a document read, as paths that begin with `visitor`. */
export async function listVisitorPaths(document: Document): Promise<(readonly string[])[]> {
  const expressions = await collectExpressions(document, "visitor");
  return [...expressions.values()].flatMap(({ paths }) =>
    paths.filter(([root]) => root === "visitor"),
  );
}

async function collectExpressions(
  document: Document,
  evaluation: Evaluation,
): Promise<Map<string, ParsedExpression>> {
  const expressions = new Map<string, ParsedExpression>();
  const looked = new Set<string>();
  let characters = 0;
  for (const { node } of listNodes(document)) {
    const text = findExpression(node);
    if (text === undefined || looked.has(text)) continue;
    if (evaluation === "values" && node.type === "if") continue;
    looked.add(text);
    characters += text.length;
    if (characters > mostExpressions) break;
    const parsed = await parseTextExpression(text);
    if (!parsed) continue;
    if (
      (evaluation !== "deterministic-only" && evaluation !== "values") ||
      [...parsed.roots].every((root) => deterministic.has(root))
    )
      expressions.set(text, parsed);
  }
  return expressions;
}

function asText(value: unknown, node: Node, budget: Budget): Node {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  new Budget(outputLimits.expression).drawCharacters(text.length);
  budget.drawCharacters(text.length);
  return { object: "text", leaves: [{ object: "leaf", text, marks: node.marks ?? [] }] };
}
