/**
 * Division of lists into stored objects of about 64 items, so that an edit writes one object for each
 * list above it, even in a list of ten thousand. Only the ids determine the divisions, so an
 * insertion moves no other division.
 */
import { computeHash } from "../../../../json/canonical.ts";

/** A part of a list that is stored as one object, and the hash of its text. */
export interface Piece {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly hash: string;
  /** The characters of its text and of the texts of the lists below its items. */
  readonly size: number;
}

interface ItemText {
  readonly text: string;
  readonly below: number;
}

interface ListItem {
  readonly id: string;
}

/** On average; an object has at most four times as many items. */
const pieceSize = 64;
const largestPiece = pieceSize * 4;

/** The pieces of lists that were loaded or stored. */
const piecesOfLists = new WeakMap<readonly object[], readonly Piece[]>();

export function findPieces(items: readonly object[]): readonly Piece[] | undefined {
  return piecesOfLists.get(items);
}

export function notePieces(items: readonly object[], pieces: readonly Piece[]): void {
  piecesOfLists.set(items, pieces);
}

/**
 * Divides a list. Pieces that the earlier version of the list also has are found without their texts.
 * @param toText the text of an item, and the characters of the texts of the lists below it
 * @param add called with each other piece, its items and its text
 */
export function cutList<Item extends ListItem>(
  items: readonly Item[],
  earlier: readonly Item[],
  toText: (item: Item) => ItemText,
  add: (piece: Piece, items: readonly Item[], text: string) => void,
): readonly Piece[] {
  const oldPieces = new Map(
    (findPieces(earlier) ?? []).map((piece) => [earlier[piece.start], piece]),
  );
  const pieces: Piece[] = [];
  for (let start = 0; start < items.length; ) {
    const oldPiece = oldPieces.get(items[start]);
    const isSame = oldPiece !== undefined && isSamePiece(items, start, earlier, oldPiece);
    const end = isSame ? start + oldPiece.end - oldPiece.start : findEnd(items, start);
    if (isSame) pieces.push({ ...oldPiece, start, end });
    else {
      const some = items.slice(start, end);
      const texts = some.map(toText);
      const text = joinTexts(texts.map((item) => item.text));
      const size = texts.reduce((sum, { below }) => sum + below, 1 + text.length);
      const piece = { start, end, hash: computeHash(text), size };
      add(piece, some, text);
      pieces.push(piece);
    }
    start = end;
  }
  notePieces(items, pieces);
  return pieces;
}

/** Whether the piece of the earlier list is a piece of this one too. */
function isSamePiece<Item extends ListItem>(
  items: readonly Item[],
  start: number,
  earlier: readonly Item[],
  piece: Piece,
): boolean {
  const length = piece.end - piece.start;
  for (let index = 0; index < length; index++) {
    if (items[start + index] !== earlier[piece.start + index]) return false;
  }
  const last = items[start + length - 1];
  const isNatural = length === largestPiece || (last !== undefined && isPieceEnd(last.id));
  return isNatural || start + length === items.length;
}

function findEnd(items: readonly ListItem[], start: number): number {
  const last = Math.min(items.length, start + largestPiece);
  for (let index = start; index < last; index++) {
    if (isPieceEnd(items[index]?.id ?? "")) return index + 1;
  }
  return last;
}

export function joinTexts(texts: readonly string[]): string {
  return `[${texts.join(",")}]`;
}

/** Depends on the id only and is true for one id in 64: FNV-1a, folded. */
function isPieceEnd(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % pieceSize === 0;
}
