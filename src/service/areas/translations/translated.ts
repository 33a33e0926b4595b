/** Translates the changed pages: each different text once, whatever page it stands on. */
import type { Document } from "../../../contract/document.model.ts";
import type { Translator } from "../../engines/translator.ts";
import type { Page, ReusableContent } from "../content/tree.ts";
import type { Changed } from "./changed.ts";
import { textsIn, translatedText, withTexts } from "./rich-text.ts";
import { segmentsOf, wordsIn } from "./segments.ts";
import type { TranslationTable } from "./tables.ts";

export interface TranslatedPiece {
  readonly title: string;
  readonly description?: string;
  readonly document?: Document;
}

export interface TranslatedPieces {
  /** By the id of the page or reusable content. */
  readonly byId: ReadonlyMap<string, TranslatedPiece>;
  /** Words of the source that were translated. */
  readonly words: number;
}

export async function translated(
  translator: Translator,
  { pages, reusableContents, documents }: Changed,
  { source_language: from, language: to }: TranslationTable,
  signal: AbortSignal,
): Promise<TranslatedPieces> {
  const things: readonly (Page | ReusableContent)[] = [...pages, ...reusableContents];
  const texts = things.flatMap((thing) => textsOf(thing, documents));
  const segments = texts.flatMap(segmentsOf).filter(({ translatable }) => translatable);
  const different = [...new Set(segments.map(({ text }) => text))];
  const answers = await translator.translate(different, { from, to }, signal);
  const byText = new Map(different.map((text, index) => [text, answers[index] ?? text]));
  const change = (text: string) => translatedText(text, byText);
  const byId = new Map(
    things.map((thing) => {
      const { id, title } = thing;
      const description = "description" in thing ? thing.description : undefined;
      const document = thing.document === undefined ? undefined : documents.get(thing.document);
      const piece: TranslatedPiece = {
        title: change(title),
        ...(description !== undefined && { description: change(description) }),
        ...(document && { document: withTexts(document, change) }),
      };
      return [id, piece] as const;
    }),
  );
  return { byId, words: texts.reduce((sum, text) => sum + wordsIn(text), 0) };
}

function textsOf(
  thing: Page | ReusableContent,
  documents: ReadonlyMap<string, Document>,
): string[] {
  const document = thing.document === undefined ? undefined : documents.get(thing.document);
  const description = "description" in thing ? thing.description : undefined;
  return [
    thing.title,
    ...(description === undefined ? [] : [description]),
    ...(document ? textsIn(document) : []),
  ];
}
