/** Markers of list items that are written over a source: bullets, numbers and delimiters. */
import { trimEndCharacter } from "../../json/trim.ts";
import type { New, Old } from "./parts.ts";
import type { AnyNode } from "./tree.ts";

/** Further digits are not a number of an item: CommonMark 5.2. */
const largestNumber = 999_999_999;

const numberForm = /^(\d{1,9})([.)])/;

/** @returns the number of the item at an offset; undefined for a bullet */
export function parseNumber(source: string, offset: number): number | undefined {
  const [, number] = numberForm.exec(source.slice(offset, offset + 10)) ?? [];
  return number === undefined ? undefined : Number(number);
}

/**
 * Numbers of the items of an ordered list, as the source counts: up from the first number, or with
 * the same number for each item. An item of any other list keeps its number.
 * @returns a function that computes the number of an item; undefined for other nodes
 */
export function createNumbering(
  source: string,
  old: readonly Old[],
  list: AnyNode,
): ((at: number, reused: Old | undefined) => number) | undefined {
  if (list.type !== "list" || !list.ordered) return undefined;
  const first = list.start ?? 1;
  const numbers = old.map(({ start }) => parseNumber(source, start) ?? 1);
  const [oldFirst = 1] = numbers;
  const isEqual = numbers.length > 1 && numbers.every((number) => number === oldFirst);
  const isRising = numbers.every((number, at) => number === oldFirst + at);
  return (at, reused) => {
    if (at === 0 || isEqual) return first;
    const kept = isRising || !reused ? undefined : parseNumber(source, reused.start);
    return kept ?? Math.min(first + at, largestNumber);
  };
}

/**
 * An item with another number. Its other lines are moved with its content, except the lines of a
 * paragraph that are not indented.
 * @param prefix of its lines, except the first
 */
export function withNumber(item: string, number: number, prefix: string): string {
  const [old = "", , delimiter = ""] = numberForm.exec(item) ?? [];
  const marker = `${number}${delimiter}`;
  const added = marker.length - old.length;
  if (delimiter === "" || parseNumber(old, 0) === number) return item;
  const [first = "", ...rest] = item.split("\n");
  const lines = rest.map((line) => {
    if (!line.startsWith(`${prefix} `)) return line;
    const content = line.slice(prefix.length);
    if (added < 0) return prefix + removeIndent(content, -added);
    return content.trim() === "" ? line : prefix + " ".repeat(added) + content;
  });
  return [marker + first.slice(old.length), ...lines].join("\n");
}

/** Removes up to this number of spaces at the start. */
function removeIndent(line: string, columns: number): string {
  let at = 0;
  while (at < columns && line[at] === " ") at++;
  return line.slice(at);
}

/** A printed item with the marker of its list. */
export function writeWithMarker(text: string, source: string, siblings: readonly Old[]): string {
  // More than four spaces are one, and indented code.
  const form = /^(?:[*+-]|(\d{1,9})([.)]))(?: {1,4}(?! )| (?= {4})|(?=\n|$))/;
  const [old, number, delimiter] = form.exec(source.slice(siblings[0]?.start)) ?? [];
  const [marker = "", printedNumber] = form.exec(text) ?? [];
  if (old === undefined) return text;
  const space = " ".repeat(Math.max(1, old.length - old.trimEnd().length));
  const sign = number === undefined ? old.trimEnd() : `${printedNumber ?? number}${delimiter}`;
  const newMarker = sign + space;
  const rest = text.slice(marker.length).split("\n");
  const inner = rest.map((line) => removeIndent(line, marker.length));
  const indent = " ".repeat(newMarker.length);
  return (
    newMarker +
    [rest[0], ...inner.slice(1)]
      .join(`\n${indent}`)
      .split("\n")
      .map((line) => trimEndCharacter(line, " "))
      .join("\n")
  );
}

/** A printed list with the delimiter of the list that it replaces. */
export function keepDelimiter(
  text: string,
  source: string,
  old: Old,
  { printed }: New,
  prefix: string,
): string {
  if (old.node.type !== "list" || printed.type !== "list") return text;
  const [, , delimiter] = numberForm.exec(source.slice(old.node.position?.start.offset)) ?? [];
  return printed.ordered && delimiter === ")" ? changeMarker(text, prefix) : text;
}

/** Whether two adjacent lists have the same marker and would become one. */
export function isOneList(one: string, other: string): boolean {
  const findSign = (list: string) => /^\s*(?:([*+-])|\d+([.)]))/.exec(list)?.slice(1).join("");
  return findSign(one) === findSign(other);
}

/** Changes the marker of a list. */
export function changeMarker(list: string, prefix: string): string {
  const indent = /^ */.exec(list)?.[0] ?? "";
  const item = new RegExp(`^((?:${prefix})?${indent})(?:([-*+])|(\\d+)([.)]))(?=\\s|$)`, "gm");
  return list.replace(item, (_, start, bullet, number, end) =>
    bullet === undefined
      ? `${start}${number}${end === "." ? ")" : "."}`
      : `${start}${bullet === "*" ? "-" : "*"}`,
  );
}
