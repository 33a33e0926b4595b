/** Positions in JSON text; loaded only in case of an error. */
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import type { Path } from "../../contract/openapi-references.ts";
import type { SourceError, TextPosition } from "./source.ts";

/** The first syntax error of a text. */
export function jsonSyntaxFault(text: string): SourceError {
  try {
    parse(text, { mode: "json" });
    return { code: "JSON_SYNTAX", message: "The JSON cannot be parsed." };
  } catch (error) {
    const { message, line, column } = error as Error & Partial<TextPosition>;
    const position = line !== undefined && column !== undefined ? { line, column } : undefined;
    // The message of the library ends with the position.
    const what = message
      .replace(/\(\d+:\d+\)$/, "")
      .trimEnd()
      .replace(/\.$/, "");
    return { code: "JSON_SYNTAX", message: `The text is not valid JSON: ${what}.`, position };
  }
}

/** @returns the position of the value at a path, or of the nearest enclosing one */
export function positionsInJson(text: string): (path: Path) => TextPosition {
  const { body } = parse(text, { mode: "json" });
  return (path) => {
    let node: AnyNode = body;
    for (const step of path) {
      const next = child(node, step);
      if (!next) break;
      node = next;
    }
    return { line: node.loc.start.line, column: node.loc.start.column };
  };
}

function child(node: AnyNode, step: string | number): AnyNode | undefined {
  if (node.type === "Array") return node.elements[Number(step)]?.value;
  if (node.type !== "Object") return undefined;
  // Of several members with the same name, the last one counts.
  return node.members.findLast(
    ({ name }) => (name.type === "String" ? name.value : name.name) === String(step),
  )?.value;
}
