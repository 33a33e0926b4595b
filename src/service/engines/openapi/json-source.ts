/** Reads JSON: exact about large numbers, and about where a fault is. */

import type { Path } from "../../../contract/openapi-references.ts";
import { wholeNumberMark } from "../../../json/exact.ts";
import { measureJson } from "../../../json/excess.ts";
import { bounds } from "./bounds.ts";
import { immoderate, type Place, Unreadable } from "./fault.ts";
import type { Source } from "./source.ts";

/** @throws Unreadable */
export async function readJson(text: string): Promise<Source> {
  refuseImmoderate(text);
  let places: Promise<(path: Path) => Place> | undefined;
  return {
    format: "json",
    value: await parse(text),
    hasLargeNumbers: mayHaveLargeNumbers(text),
    placeOf: async (path) => {
      places ??= import("./json-places.ts").then(({ placesInJson }) => placesInJson(text));
      return (await places)(path);
    },
  };
}

async function parse(text: string): Promise<unknown> {
  try {
    return mayHaveLargeNumbers(text) ? parseExactly(text) : JSON.parse(text);
  } catch {
    const { jsonSyntaxFault } = await import("./json-places.ts");
    throw new Unreadable([jsonSyntaxFault(text)]);
  }
}

function mayHaveLargeNumbers(text: string): boolean {
  return /\d{16}/.test(text);
}

/** Whole numbers beyond 2^53 become bigints: `JSON.parse` would round them. */
function parseExactly(text: string): unknown {
  const marked = text.replace(
    /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g,
    (token) =>
      token.startsWith('"') || Number.isSafeInteger(Number(token))
        ? token
        : `"${wholeNumberMark}${token}"`,
  );
  return JSON.parse(marked, (_name, value) =>
    typeof value === "string" && value.startsWith(wholeNumberMark)
      ? BigInt(value.slice(wholeNumberMark.length))
      : value,
  );
}

/** Before anything is built of the text. */
function refuseImmoderate(text: string): void {
  // The whole is a value too, which nothing in the text announces.
  const { excess } = measureJson(text, { depth: bounds.depth, values: bounds.nodes - 1 });
  if (excess === undefined) return;
  const rule =
    excess.of === "depth"
      ? `It is nested deeper than ${bounds.depth} levels.`
      : `It has more than ${bounds.nodes} values.`;
  throw immoderate(rule, placeAt(text, excess.index));
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
