/**
 * Parser of long JSON texts that stops between pieces, so that other work can run meanwhile. The
 * engine's parser reads each piece.
 */
import { type JsonOutline, type LongContainer, pieceLength } from "./scan.ts";
import type { JsonValue } from "./values.ts";

/**
 * The same value as from `JSON.parse`.
 * @param outline of the text with the same length of pieces, without an excess
 * @throws SyntaxError; the positions in its message are those in a piece
 */
export function* parseInPieces(
  text: string,
  { root }: JsonOutline,
  length = pieceLength,
): Generator<void, JsonValue> {
  if (root === undefined) {
    if (/^[ \t\r\n]*[[{]/.test(text)) throw new SyntaxError("Unexpected end of JSON input");
    return JSON.parse(text);
  }
  requireSpace(text, 0, root.start);
  requireSpace(text, root.end + 1, text.length);
  return yield* parseContainer(text, root, length);
}

function* parseContainer(
  text: string,
  container: LongContainer,
  length: number,
): Generator<void, JsonValue> {
  const { start, end, commas } = container;
  const isList = text[start] === "[";
  if (text[end] !== (isList ? "]" : "}")) throw createUnexpectedTokenError(text, end);
  if (end - start <= length) return JSON.parse(text.slice(start, end + 1));
  const items: JsonValue[] = [];
  const members = new Map<string, JsonValue>();
  const children = new Map(container.children.map((child) => [findElement(commas, child), child]));
  const parsePiece = (from: number, to: number) => {
    const piece = text.slice(from, to);
    if (commas.length > 0 && piece.trim() === "") throw createUnexpectedTokenError(text, to);
    if (isList) for (const item of JSON.parse(`[${piece}]`)) items.push(item);
    else {
      const parsed: Record<string, JsonValue> = JSON.parse(`{${piece}}`);
      for (const [name, value] of Object.entries(parsed)) members.set(name, value);
    }
  };
  // The first element that is not parsed.
  let from = start + 1;
  for (let element = 0; element <= commas.length; element++) {
    const elementStart = element === 0 ? start + 1 : (commas[element - 1] ?? start) + 1;
    const elementEnd = commas[element] ?? end;
    const child = children.get(element);
    if (child) {
      if (from < elementStart) {
        parsePiece(from, elementStart - 1);
        yield;
      }
      requireSpace(text, child.end + 1, elementEnd);
      const before = text.slice(elementStart, child.start);
      if (isList) {
        requireSpace(text, elementStart, child.start);
        items.push(yield* parseContainer(text, child, length));
      } else {
        const [name = ""] = Object.keys(JSON.parse(`{${before}null}`));
        members.set(name, yield* parseContainer(text, child, length));
      }
      from = elementEnd + 1;
    } else if (elementEnd - from >= length || element === commas.length) {
      parsePiece(from, elementEnd);
      yield;
      from = elementEnd + 1;
    }
  }
  return isList ? items : Object.fromEntries(members);
}

/** The number of commas before the container. */
function findElement(commas: readonly number[], { start }: LongContainer): number {
  let low = 0;
  let high = commas.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((commas[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function requireSpace(text: string, start: number, end: number): void {
  const other = /[^ \t\r\n]/g;
  other.lastIndex = start;
  const at = other.exec(text)?.index ?? end;
  if (at < end) throw createUnexpectedTokenError(text, at);
}

function createUnexpectedTokenError(text: string, at: number): SyntaxError {
  return new SyntaxError(`Unexpected token ${JSON.stringify(text.charAt(at))}`);
}
