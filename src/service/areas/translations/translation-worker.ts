/** Translates some pages at a time: a thread of the pool for large ones, the thread that answers for small ones. */
import { type StoredDocument, storedForm } from "../../../document/stored.ts";
import { splitSegments, textsIn, translateText, withTexts, wordsIn } from "./translate.ts";

/** What is translated of a page or a reusable content. */
export interface Piece {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The document as JSON. */
  readonly body?: string | undefined;
}

export interface TranslatedPiece {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly document?: StoredDocument;
}

/** @returns the different texts to translate, and how many words all texts have */
export function collectTexts(pieces: readonly Piece[]): {
  readonly texts: readonly string[];
  readonly words: number;
} {
  const all = pieces.flatMap(toTexts);
  const segments = all.flatMap(splitSegments).filter(({ translatable }) => translatable);
  return {
    texts: [...new Set(segments.map(({ text }) => text))],
    words: all.reduce((sum, text) => sum + wordsIn(text), 0),
  };
}

export interface Translation {
  readonly pieces: readonly Piece[];
  /** By the texts that were collected; another text stays as it is. */
  readonly translations: ReadonlyMap<string, string>;
}

export function translatePieces({ pieces, translations }: Translation): TranslatedPiece[] {
  const change = (text: string) => translateText(text, translations);
  return pieces.map(({ id, title, description, body }) => ({
    id,
    title: change(title),
    ...(description !== undefined && { description: change(description) }),
    ...(body !== undefined && { document: storedForm(withTexts(JSON.parse(body), change)) }),
  }));
}

function toTexts({ title, description, body }: Piece): string[] {
  return [
    title,
    ...(description === undefined ? [] : [description]),
    ...(body === undefined ? [] : textsIn(JSON.parse(body))),
  ];
}
