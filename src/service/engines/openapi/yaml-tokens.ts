/** A look at the tokens of YAML before it is parsed: depth and number, in one pass. */
import { Lexer } from "yaml";
import { bounds } from "./bounds.ts";
import { immoderate, type Place } from "./fault.ts";

/** Stand before documents and at the end of brackets, and are not in the text. */
const documentMarks: readonly string[] = ["\u0002", "\u0018"];
/** Stands before a scalar without quotes. */
const scalarMark = "\u001f";

/**
 * Block structures are counted by the columns at which they begin, so a list inside a mapping at
 * the same column counts once; the exact depth is checked when there is a tree.
 * @throws Unreadable
 */
export function refuseImmoderateTokens(text: string): void {
  const columns: number[] = [];
  let flow = 0;
  let parts = 0;
  let offset = 0;
  let lineStart = 0;
  let line = 1;
  const place = (): Place => ({ line, column: offset - lineStart + 1 });
  for (const token of new Lexer().lex(text)) {
    if (token === scalarMark || /^["'*[{,-]/.test(token)) parts++;
    if (parts > bounds.yamlParts) {
      throw immoderate(`It has more than ${bounds.yamlParts} names and values.`, place());
    }
    if (token === scalarMark || documentMarks.includes(token)) continue;
    if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (flow === 0 && !/^[\s#]/.test(token) && token !== ":") {
      const column = offset - lineStart;
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (flow + columns.length > bounds.depth * 2) {
      throw immoderate(`It is nested deeper than ${bounds.depth} levels.`, place());
    }
    offset += token.length;
    const lastBreak = token.lastIndexOf("\n");
    if (lastBreak !== -1) {
      line += token.split("\n").length - 1;
      lineStart = offset - token.length + lastBreak + 1;
    }
  }
}
