/** Strict reading of JSON or YAML for a check in a pipeline: errors include line and column. */
import { UsageError } from "../../errors.ts";

/**
 * @param name name of the file, for messages
 * @throws UsageError for a syntax error, a duplicate key, and multiple documents
 */
export async function readStrictly(
  name: string,
  text: string,
): Promise<{ readonly value: unknown; readonly isJson: boolean }> {
  const { readSource } = await import("../../document/openapi/read-source.ts");
  const { Unreadable } = await import("../../document/openapi/source.ts");
  try {
    const { value, format } = await readSource(text);
    const isJson = format === "json";
    if (isJson) await refuseRepeatedName(name, text);
    else if (isMeantAsJson(name, text)) {
      const { jsonSyntaxFault } = await import("../../document/openapi/json-positions.ts");
      throw new Unreadable([jsonSyntaxFault(text)]);
    }
    return { value, isJson };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const [first, ...others] = error.faults.map(({ message, position }) => {
      const { line, column } = position ?? { line: 1, column: 1 };
      return `${name}:${line}:${column}: ${message}`;
    });
    throw new UsageError(first ?? `${name}:1:1: The text cannot be read.`, undefined, others);
  }
}

/** Invalid JSON can be YAML with another meaning: a comment becomes part of the next key. */
function isMeantAsJson(name: string, text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  return /\.json$/i.test(name) || /(?:^|[,{[])[ \t]*\/[/*]/m.test(text);
}

async function refuseRepeatedName(name: string, text: string): Promise<void> {
  const { findRepeatedMember } = await import("../../json/scan.ts");
  const duplicate = findRepeatedMember(text);
  if (duplicate === undefined) return;
  const before = text.slice(0, duplicate.index);
  const line = before.split("\n").length;
  const column = duplicate.index - before.lastIndexOf("\n");
  throw new UsageError(
    `${name}:${line}:${column}: Duplicate key ${duplicate.name} in this object.`,
  );
}
