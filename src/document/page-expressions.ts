/** Expressions and conditions in the text of pages. */
import type { Node } from "../contract/document.model.ts";
import { findOwn } from "../json/own-members.ts";
import { ConditionFault, type ParsedExpression, parseExpression } from "./condition.ts";

/** The values that an expression can read, by root. */
const scopeNames = {
  page: ["title", "description", "slug", "path", "vars"],
  space: ["title", "language", "vars"],
  visitor: ["claims"],
} as const;

type Names = typeof scopeNames;

/** The values of a page's expressions. Without a page or a visitor, their values are unknown. */
export type PageScope = {
  readonly [Root in keyof Names]?: { readonly [Name in Names[Root][number]]?: unknown };
};

/** Values that contain further ones, and the maximum depth of these. */
const depths = new Map<string, number>([
  ["claims", Number.POSITIVE_INFINITY],
  ["vars", 1],
]);

/** In characters of distinct expressions on a page; their evaluation takes milliseconds. */
export const mostExpressions = 32 * 1024;

/** @throws ConditionFault */
async function parsePageExpression(text: string): Promise<ParsedExpression> {
  return parseExpression(text, Object.keys(scopeNames));
}

/** @returns undefined for an invalid expression */
export async function parseTextExpression(text: string): Promise<ParsedExpression | undefined> {
  try {
    return await parsePageExpression(text);
  } catch (error) {
    if (error instanceof ConditionFault) return undefined;
    throw error;
  }
}

/** The text of an expression or condition. */
export function findExpression({ type, data }: Node): string | undefined {
  const text = type === "expression" || type === "if" ? data?.expression : undefined;
  return typeof text === "string" ? text : undefined;
}

/**
 * Finds the error in an expression: its syntax, or a name without a value.
 * @returns a clause
 */
export async function findExpressionFault(text: string): Promise<string | undefined> {
  try {
    const { paths } = await parsePageExpression(text);
    return paths.map(findPathFault).find((rule) => rule !== undefined);
  } catch (error) {
    if (error instanceof ConditionFault) return error.message;
    throw error;
  }
}

function findPathFault([root = "", name = "", ...rest]: readonly string[]): string | undefined {
  const names: readonly string[] = findOwn<readonly string[]>(scopeNames, root) ?? [];
  const path = `${root}.${name}`;
  if (!names.includes(name)) {
    return `${path} does not exist (${root} has ${names.join(", ")})`;
  }
  const depth = depths.get(name);
  if (depth !== undefined && rest.length === 0) {
    return `${path} must be followed by a name, such as ${path}.${name === "vars" ? "version" : "plan"}`;
  }
  return rest.length > (depth ?? 0)
    ? `${[path, ...rest].join(".")} does not exist (${[path, ...rest.slice(0, depth ?? 0)].join(".")} has no further names)`
    : undefined;
}
