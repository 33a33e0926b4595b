/** Documents that depend on their reader, because they have conditions or other expressions. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containsText } from "../../../core/texts.ts";

const conditionMark = '"type":"if"';

/** In the JSON of a document. A condition without an expression never holds. */
const marks = ['"expression"', conditionMark];

/** @param body the document as JSON */
export function hasExpressions(body: string): boolean {
  return marks.some((mark) => body.includes(mark));
}

/** A condition of a query, for documents with conditions. */
export function containsConditions(): RawBuilder<SqlBool> {
  return containsText(sql`body`, conditionMark);
}

/**
 * The texts of the expressions in a document.
 * @param body the document as JSON
 */
export function listExpressions(body: string): ReadonlySet<string> {
  const expressions = new Set<string>();
  for (const [, written = ""] of body.matchAll(/"expression":("(?:[^"\\]|\\.)*")/g)) {
    expressions.add(JSON.parse(written));
  }
  return expressions;
}
