/** Scan of a JSON text before it is parsed: its size, and duplicate members. */
import { findStringEnd } from "./exact-reading.ts";

export interface JsonBounds {
  readonly depth: number;
  /** Number of objects, lists and their members, to within one for each list. */
  readonly values: number;
}

/** The first character that exceeds a bound, and which bound. */
export interface JsonExcess {
  readonly of: "depth" | "values";
  readonly index: number;
}

export interface JsonMeasure {
  readonly excess: JsonExcess | undefined;
  /** The number of members of all objects; a duplicate counts twice. */
  readonly members: number;
}

/** Invalid JSON is measured too; the parser reports the error. */
export function measureJson(text: string, bounds: JsonBounds): JsonMeasure {
  let members = 0;
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 34 /* " */) {
      index = findStringEnd(text, index);
    } else if (code === 44 /* , */) {
      values++;
    } else if (code === 91 /* [ */ || code === 123 /* { */) {
      depth++;
      values++;
      if (depth > bounds.depth) return { excess: { of: "depth", index }, members };
    } else if (code === 58 /* : */) {
      members++;
    } else if (code === 93 /* ] */ || code === 125 /* } */) {
      depth--;
    }
    if (values > bounds.values) return { excess: { of: "values", index }, members };
  }
  return { excess: undefined, members };
}

/**
 * @param text valid JSON
 * @returns the first duplicate member, and its position
 */
export function findRepeatedMember(
  text: string,
): { readonly name: string; readonly index: number } | undefined {
  /** The member names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123 /* { */) open.push(new Set());
    else if (code === 91 /* [ */) open.push(undefined);
    else if (code === 125 /* } */ || code === 93 /* ] */) open.pop();
    if (code !== 34 /* " */) continue;
    const start = at;
    at = findStringEnd(text, at);
    if (!isName(text, at)) continue;
    const written = text.slice(start + 1, at);
    const name = written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;
    const names = open.at(-1);
    if (names?.has(name)) return { name, index: start };
    names?.add(name);
  }
  return undefined;
}

function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (" \t\n\r".includes(text.charAt(next)) && next < text.length) next++;
  return text.charAt(next) === ":";
}
