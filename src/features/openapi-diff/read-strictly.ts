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
