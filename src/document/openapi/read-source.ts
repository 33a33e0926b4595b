/** Parsing of a JSON or YAML file, with exact large numbers and error positions. */
import type { Path } from "../../contract/openapi-references.ts";
import { createWholeNumberMark } from "../../json/exact-writing.ts";
import { measureJson } from "../../json/scan.ts";
import { bounds } from "./bounds.ts";
import { limitExceeded, type OpenApiSource, type TextPosition, Unreadable } from "./source.ts";

/**
 * Parses the text as JSON if possible, otherwise as YAML.
 * @throws Unreadable with every syntax error, or the exceeded limit
 */
export async function readSource(text: string): Promise<OpenApiSource> {
  if (text.length > bounds.fileBytes) {
    throw limitExceeded(`The file is larger than the maximum of ${bounds.fileBytes} bytes.`);
  }
  // A byte order mark, which editors on Windows write.
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (/^\s*[[{]/.test(content)) return readBraced(content);
  return readYaml(content);
}

/** Text in braces may be YAML, whose flow style requires fewer quotes. */
async function readBraced(content: string): Promise<OpenApiSource> {
  try {
    return await readJson(content);
  } catch (error) {
    if (!(error instanceof Unreadable) || error.faults[0]?.code !== "JSON_SYNTAX") throw error;
    return readYaml(content).catch(() => {
      throw error;
    });
  }
}

async function readYaml(content: string): Promise<OpenApiSource> {
  const readCarefully = async () => (await import("./yaml-source.ts")).readYaml(content);
  const { readYamlQuickly } = await import("./yaml-events.ts");
  const quick = readYamlQuickly(content);
  if (quick === undefined) return readCarefully();
  return {
    format: "yaml",
    ...quick,
    toPosition: async (path) => (await readCarefully()).toPosition(path),
  };
}

/** @throws Unreadable */
async function readJson(text: string): Promise<OpenApiSource> {
  refuseExcess(text);
  let positions: Promise<(path: Path) => TextPosition> | undefined;
  return {
    format: "json",
    value: await parse(text),
    hasLargeNumbers: mayHaveLargeNumbers(text),
    toPosition: async (path) => {
      positions ??= import("./json-positions.ts").then(({ createJsonPositions }) =>
        createJsonPositions(text),
      );
      return (await positions)(path);
    },
  };
}

async function parse(text: string): Promise<unknown> {
  try {
    return mayHaveLargeNumbers(text) ? parseExactly(text) : JSON.parse(text);
  } catch {
    const { findJsonSyntaxError } = await import("./json-positions.ts");
    throw new Unreadable([findJsonSyntaxError(text)]);
  }
}

function mayHaveLargeNumbers(text: string): boolean {
  return /\d{16}/.test(text);
}

/** Integers beyond 2^53 become bigints, because `JSON.parse` rounds them. */
function parseExactly(text: string): unknown {
  const mark = createWholeNumberMark();
  const marked = text.replace(
    /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g,
    (token) =>
      token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_name, value) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Checks the limits before parsing. */
function refuseExcess(text: string): void {
  // The count omits the root, which is a value too.
  const { excess } = measureJson(text, { depth: bounds.depth, values: bounds.nodes - 1 });
  if (excess === undefined) return;
  const rule =
    excess.of === "depth"
      ? `The value is nested deeper than ${bounds.depth} levels.`
      : `The file has more than ${bounds.nodes} values.`;
  throw limitExceeded(rule, getPositionAt(text, excess.index));
}

function getPositionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
