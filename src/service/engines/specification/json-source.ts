/** Reads JSON: exact about large numbers, and about where a fault is. */

import { wholeNumberMark } from "../../../contract/exact-json.ts";
import type { Path } from "../../../contract/openapi-references.ts";
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

/** One pass over the characters, before anything is built of them. */
function refuseImmoderate(text: string): void {
  let depth = 0;
  let nodes = 1;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inText) {
      if (code === 92 /* \ */) index++;
      else if (code === 34 /* " */) inText = false;
    } else if (code === 34 /* " */) {
      inText = true;
    } else if (code === 44 /* , */) {
      nodes++;
    } else if (code === 91 /* [ */ || code === 123 /* { */) {
      depth++;
      nodes++;
      if (depth > bounds.depth) {
        throw immoderate(`It is nested deeper than ${bounds.depth} levels.`, placeAt(text, index));
      }
    } else if (code === 93 /* ] */ || code === 125 /* } */) {
      depth--;
    }
    if (nodes > bounds.nodes) {
      throw immoderate(`It has more than ${bounds.nodes} values.`, placeAt(text, index));
    }
  }
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
