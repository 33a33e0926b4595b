/** Lossless YAML without characters that a terminal interprets, and a YAML parser. */
import { replaceUnsafe, runnerOrder } from "../neutralize.ts";
import type { PrintedValue } from "../row.ts";

/** The YAML text of a value, with a line break at the end. */
export async function toYamlText(value: PrintedValue): Promise<string> {
  const { Document, Scalar, visit } = await import("yaml");
  // A repeated object is written twice, because readers of data do not expect aliases.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_key, node) {
      // Only double quotes allow a character to be written as an escape.
      if (typeof node.value === "string" && needsEscape(node.value)) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  const layout = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY };
  return escapeYaml(document.toString(layout));
}

/** Also for `::`, which GitHub Actions interprets at the beginning of a line, where YAML may put it. */
function needsEscape(text: string): boolean {
  return escapeYaml(text) !== text || /(?:^|[\n\r])[^\S\n\r]*::/.test(text);
}

function escapeYaml(text: string): string {
  const spell = (character: string) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  };
  const safe = replaceUnsafe(text, spell, "\n");
  return safe.replace(runnerOrder, "#\\u0023");
}

/**
 * The value of a YAML text; JSON is YAML too.
 * @throws an error with line and column for a syntax error, a duplicate key, or too many aliases
 */
export async function readYaml(text: string): Promise<PrintedValue> {
  const { LineCounter, parseDocument } = await import("yaml");
  const { findRepeatedKey } = await import("../../json/repeated-keys.ts");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, intAsBigInt: true });
  const [fault] = document.errors;
  if (fault) throw fault;
  const repeated = findRepeatedKey(document);
  if (repeated) {
    const { line, col } = lineCounter.linePos(repeated.range?.[0] ?? 0);
    throw new Error(`Map keys must be unique at line ${line}, column ${col}:`);
  }
  const { mayBeUnsafeYaml, refuseUnsafeYaml } = await import("../../json/unsafe-yaml.ts");
  if (mayBeUnsafeYaml(text)) refuseUnsafeYaml(text);
  try {
    return toPlain(document.toJS({ maxAliasCount: mostAliases }));
  } catch (error) {
    if (!(error instanceof ReferenceError) || !/alias count/.test(error.message)) throw error;
    throw new Error(
      `Aliases repeat an anchor more than ${mostAliases} times (limit yaml.aliases).`,
    );
  }
}

/** The number of repetitions of one anchor, multiplied by those of the anchors within it. */
const mostAliases = 100;

/** Converts a bigint to a number if that is exact. */
function toPlain(value: unknown): PrintedValue {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, toPlain(member)]),
    );
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  return null;
}
