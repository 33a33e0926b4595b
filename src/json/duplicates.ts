/** Finds the member that an object of a JSON text has twice, of which a parser would keep the last. */
import { endOfString } from "./exact-reading.ts";

/** @param text is JSON @returns the name of the first such member */
export function memberGivenTwice(text: string): string | undefined {
  /** The names of each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    if (character !== '"') continue;
    const start = at;
    at = endOfString(text, at);
    if (!isName(text, at)) continue;
    const name: string = JSON.parse(text.slice(start, at + 1));
    const names = open.at(-1);
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return undefined;
}

function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (" \t\n\r".includes(text.charAt(next)) && next < text.length) next++;
  return text.charAt(next) === ":";
}
