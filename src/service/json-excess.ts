/** Measures a JSON text in one pass over its characters, before anything is built of it. */

export interface JsonBounds {
  readonly depth: number;
  /** Objects, lists and their members, to within one for each list. */
  readonly values: number;
}

/** The first character that goes beyond a bound, and which. */
export interface JsonExcess {
  readonly of: "depth" | "values";
  readonly index: number;
}

/** What is no JSON is measured all the same, and left to the reader. */
export function jsonExcess(text: string, bounds: JsonBounds): JsonExcess | undefined {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inText) {
      if (code === 92 /* \ */) index++;
      else if (code === 34 /* " */) inText = false;
      continue;
    }
    if (code === 34 /* " */) {
      inText = true;
    } else if (code === 44 /* , */) {
      values++;
    } else if (code === 91 /* [ */ || code === 123 /* { */) {
      depth++;
      values++;
      if (depth > bounds.depth) return { of: "depth", index };
    } else if (code === 93 /* ] */ || code === 125 /* } */) {
      depth--;
    }
    if (values > bounds.values) return { of: "values", index };
  }
  return undefined;
}
