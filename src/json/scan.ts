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

/** In characters; a text of this length is parsed in a few milliseconds. */
export const pieceLength = 128 * 1024;
/** Deeper objects and lists are parsed as a whole. */
const outlinedDepth = 4;

/** An object or list that is longer than a piece. */
export interface LongContainer {
  readonly start: number;
  /** The position of the closing bracket. */
  end: number;
  /** The positions of the commas between its elements. */
  readonly commas: number[];
  /** The long objects and lists among its elements. */
  readonly children: LongContainer[];
}

export interface JsonOutline {
  readonly excess: JsonExcess | undefined;
  /** The number of members of all objects; a duplicate counts twice. */
  readonly members: number;
  /** The first object or list of the text. */
  readonly root: LongContainer | undefined;
}

/**
 * Measures a text, and finds its long objects and lists. Invalid JSON is measured too; the parser
 * reports the error. Pauses after each piece.
 * @param length of a piece, in characters
 */
export function* outlineJson(
  text: string,
  bounds: JsonBounds,
  length = pieceLength,
): Generator<void, JsonOutline> {
  const open: LongContainer[] = [];
  let root: LongContainer | undefined;
  let members = 0;
  let depth = 0;
  let values = 0;
  let pause = length;
  for (let index = 0; index < text.length; index++) {
    if (index >= pause) {
      yield;
      pause = index + length;
    }
    const code = text.charCodeAt(index);
    if (code === 34 /* " */) {
      index = findStringEnd(text, index);
    } else if (code === 44 /* , */) {
      values++;
      if (open.length === depth) open.at(-1)?.commas.push(index);
    } else if (code === 91 /* [ */ || code === 123 /* { */) {
      depth++;
      values++;
      if (depth > bounds.depth) return { excess: { of: "depth", index }, members, root };
      if (depth <= outlinedDepth) {
        open.push({ start: index, end: text.length, commas: [], children: [] });
      }
    } else if (code === 58 /* : */) {
      members++;
    } else if (code === 93 /* ] */ || code === 125 /* } */) {
      const closed = open.length === depth ? open.pop() : undefined;
      depth--;
      if (closed) {
        closed.end = index;
        if (depth === 0) root ??= closed;
        else if (index - closed.start > length) open.at(-1)?.children.push(closed);
      }
    }
    if (values > bounds.values) return { excess: { of: "values", index }, members, root };
  }
  return { excess: undefined, members, root };
}

/** The same without pauses. */
export function measureJson(text: string, bounds: JsonBounds): JsonOutline {
  return runAtOnce(outlineJson(text, bounds));
}

/** The result of steps, without pauses between them. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
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
