/** Documents that depend on their reader, because they have conditions or other expressions. */
import { type RawBuilder, sql } from "kysely";
import { containsText } from "../../../core/texts.ts";

const conditionMark = '"type":"if"';

/** In the JSON of a document. A condition without an expression never holds. */
const marks = ['"expression"', conditionMark];

/** @param body the document as JSON */
export function hasExpressions(body: string): boolean {
  return marks.some((mark) => body.includes(mark));
}

/** @param body the document as JSON */
export function hasConditions(body: string): boolean {
  return body.includes(conditionMark);
}

/**
 * Whether an expression of the document may have a value of the page.
 * @param body the document as JSON
 */
export function hasPageValues(body: string): boolean {
  for (const [, written = ""] of body.matchAll(/"expression":("(?:[^"\\]|\\.)*")/g)) {
    // With an escape sequence, a name can be written without its letters.
    if (/page|\\/.test(JSON.parse(written))) return true;
  }
  return false;
}

/** The same as `hasExpressions`, as a condition of a query of documents. */
export function containsExpressions(): RawBuilder<boolean> {
  const conditions = marks.map((mark) => containsText(sql`body`, mark));
  return sql`(${sql.join(conditions, sql` or `)})`;
}
