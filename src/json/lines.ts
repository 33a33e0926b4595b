/**
 * Line numbers of values in a JSON text, without a syntax tree, which takes many times the memory
 * of the text.
 */
import { findStringEnd } from "./exact-reading.ts";

/** The names and numbers that lead to a value, the outermost first. */
export type Steps = readonly (string | number)[];

/** The paths that continue from a value, and the requested paths that end at it. */
interface PathFork {
  readonly asked: number[];
  readonly next: Map<string, PathFork>;
}

/**
 * The line of each value, from 1: that of its name, if it has one. For a missing value, the line of
 * the nearest enclosing value.
 * @param text valid JSON; of duplicate members, the last one counts
 */
export function findJsonLines(text: string, paths: readonly Steps[]): number[] {
  const root: PathFork = { asked: [], next: new Map() };
  for (const [index, path] of paths.entries()) {
    let fork = root;
    for (const step of path) {
      const next: PathFork = fork.next.get(String(step)) ?? { asked: [], next: new Map() };
      fork.next.set(String(step), next);
      fork = next;
    }
    fork.asked.push(index);
  }
  const positions = paths.map(() => 0);
  const start = skipBlanks(text, text.startsWith("\uFEFF") ? 1 : 0);
  assume(root, start, positions);
  walk(text, start, root, positions);
  return computeLinesAt(text, positions);
}

/** Assigns a position to a value and to all requested values in it until they are found. */
function assume({ asked, next }: PathFork, position: number, positions: number[]): void {
  for (const index of asked) positions[index] = position;
  for (const fork of next.values()) assume(fork, position, positions);
}

/** @returns the position after the value that starts at a position */
function walk(text: string, start: number, fork: PathFork, positions: number[]): number {
  const isObject = text[start] === "{";
  if (fork.next.size === 0 || !(isObject || text[start] === "[")) return skipValue(text, start);
  let at = skipBlanks(text, start + 1);
  for (let n = 0; text[at] !== "}" && text[at] !== "]"; n++) {
    const position = at;
    let name = String(n);
    if (isObject) {
      const end = findStringEnd(text, at) + 1;
      name = JSON.parse(text.slice(at, end)) as string;
      // After the colon.
      at = skipBlanks(text, skipBlanks(text, end) + 1);
    }
    const next = fork.next.get(name);
    if (next) assume(next, position, positions);
    at = skipBlanks(text, next ? walk(text, at, next, positions) : skipValue(text, at));
    if (text[at] === ",") at = skipBlanks(text, at + 1);
  }
  return at + 1;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const sign = text[at];
    if (sign === '"') at = findStringEnd(text, at) + 1;
    else {
      if (sign === "{" || sign === "[") depth++;
      else if (sign === "}" || sign === "]") depth--;
      at++;
    }
    // A number or a word ends where something else begins.
  } while (depth > 0 || !/[\s,}\]]/.test(text[at] ?? ","));
  return at;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

function computeLinesAt(text: string, positions: readonly number[]): number[] {
  const lines: number[] = positions.map(() => 1);
  let line = 1;
  let end = text.indexOf("\n");
  const sorted = [...positions.keys()].sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  for (const index of sorted) {
    while (end !== -1 && end < (positions[index] ?? 0)) {
      line++;
      end = text.indexOf("\n", end + 1);
    }
    lines[index] = line;
  }
  return lines;
}
