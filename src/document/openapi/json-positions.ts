/** Positions in JSON text; loaded only in case of an error. */
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import type { Path } from "../../contract/openapi-references.ts";
import type { SourceError, TextPosition } from "./source.ts";

/** The first syntax error of a text. */
export function findJsonSyntaxError(text: string): SourceError {
  try {
    parse(text, { mode: "json" });
    return { code: "JSON_SYNTAX", message: "The JSON cannot be parsed." };
  } catch (error) {
    const { message, line, column } = error as Error & Partial<TextPosition>;
    const position = line !== undefined && column !== undefined ? { line, column } : undefined;
    const reason = describeReason(message, text);
    return { code: "JSON_SYNTAX", message: `The text is not valid JSON: ${reason}.`, position };
  }
}

/** The names that the library gives to punctuation in its messages. */
const punctuation: ReadonlyMap<string, string> = new Map([
  ["LBrace", "{"],
  ["RBrace", "}"],
  ["LBracket", "["],
  ["RBracket", "]"],
  ["Colon", ":"],
  ["Comma", ","],
]);

/** The message of the library without the position at its end, and with the characters of tokens. */
function describeReason(message: string, text: string): string {
  const token = /^Unexpected token (\w+) found/.exec(message)?.[1];
  if (token === undefined) {
    return message
      .replace(/\(\d+:\d+\)$/, "")
      .trimEnd()
      .replace(/\.$/, "");
  }
  const character = punctuation.get(token);
  if (character === undefined) return `Unexpected ${token.toLowerCase()} found`;
  // For a text that ends early, the library reports its last token.
  const endsEarly = "{[:,".includes(character) && text.trimEnd().endsWith(character);
  return endsEarly ? "Unexpected end of input found" : `Unexpected "${character}" found`;
}

/** @returns the position of the value at a path, or of the nearest enclosing one */
export function createJsonPositions(text: string): (path: Path) => TextPosition {
  const { body } = parse(text, { mode: "json" });
  return (path) => {
    let node: AnyNode = body;
    for (const step of path) {
      const next = findChild(node, step);
      if (!next) break;
      node = next;
    }
    return { line: node.loc.start.line, column: node.loc.start.column };
  };
}

function findChild(node: AnyNode, step: string | number): AnyNode | undefined {
  if (node.type === "Array") return node.elements[Number(step)]?.value;
  if (node.type !== "Object") return undefined;
  // Of several members with the same name, the last one counts.
  return node.members.findLast(
    ({ name }) => (name.type === "String" ? name.value : name.name) === String(step),
  )?.value;
}
