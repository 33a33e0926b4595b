/** Worker functions for translation, which run in a worker thread for large batches and inline for small ones. */
import { type StoredDocument, toStoredForm } from "../../../document/stored-document.ts";
import { buildGlossary } from "./glossary-terms.ts";
import {
  collectDocumentTexts,
  countWords,
  splitSegments,
  translateText,
  withTexts,
} from "./translate.ts";

/** The translatable parts of a page or reusable content. */
export interface TranslatedText {
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

export interface TextCollection {
  readonly pieces: readonly TranslatedText[];
  /** The terms of the glossary: the term to use, by the term of the source language. */
  readonly terms: ReadonlyMap<string, string>;
}

/** @returns the unique texts to translate, and the number of words of all texts */
export function collectTexts({ pieces, terms }: TextCollection): {
  readonly texts: readonly string[];
  readonly words: number;
} {
  const all = pieces.flatMap(toTexts);
  const glossary = buildGlossary(terms);
  const segments = all
    .flatMap((text) => splitSegments(text, glossary))
    .filter(({ translatable }) => translatable);
  return {
    texts: [...new Set(segments.map(({ text }) => text))],
    words: all.reduce((sum, text) => sum + countWords(text), 0),
  };
}

export interface Translation extends TextCollection {
  /** Translations by collected text. Other texts stay unchanged. */
  readonly translations: ReadonlyMap<string, string>;
}

export function translatePieces({ pieces, terms, translations }: Translation): TranslatedPiece[] {
  const glossary = buildGlossary(terms);
  const change = (text: string) => translateText(text, translations, glossary);
  return pieces.map(({ id, title, description, body }) => ({
    id,
    title: change(title),
    ...(description !== undefined && { description: change(description) }),
    ...(body !== undefined && { document: toStoredForm(withTexts(JSON.parse(body), change)) }),
  }));
}

function toTexts({ title, description, body }: TranslatedText): string[] {
  return [
    title,
    ...(description === undefined ? [] : [description]),
    ...(body === undefined ? [] : collectDocumentTexts(JSON.parse(body))),
  ];
}
