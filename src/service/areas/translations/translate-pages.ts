/** Translation of changed pages in batches. Large batches run in worker threads, to keep the server responsive. */
import type { Queries } from "../../database/tables.ts";
import type { Translator } from "../../engines/language/translator.ts";
import { type PooledTask, runInPool } from "../../engines/threads/worker-pool.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import {
  computeDocumentSizes,
  inSizedBatches,
  readInBatches,
} from "../content/texts/document-batches.ts";
import type { ContentPage, ReusableContent } from "../content/tree/tree.ts";
import type { TranslationChanges } from "./find-changes.ts";
import type { TranslationTable } from "./tables.ts";
import type {
  collectTexts,
  TextCollection,
  TranslatedPiece,
  TranslatedText,
  Translation,
  translatePieces,
} from "./translation-worker.ts";

export interface TranslatedPieces {
  /** By the id of the page or reusable content. */
  readonly byId: ReadonlyMap<string, TranslatedPiece>;
  /** The number of translated words of the source. */
  readonly words: number;
}

/** In the bundled program, the worker script is in the same folder as the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./translation-worker.ts" : "./translation-worker.js",
  import.meta.url,
);
const seconds = 30;
/** Maximum batch size for the main thread, in characters of JSON. Larger batches run in a worker thread. */
const maxInlineSize = 64 * 1024;

const collect: PooledTask<TextCollection, ReturnType<typeof collectTexts>> = {
  script,
  name: "collectTexts",
  seconds,
};
const translate: PooledTask<Translation, ReturnType<typeof translatePieces>> = {
  script,
  name: "translatePieces",
  seconds,
};

export async function translatePages(
  translator: Translator,
  db: Queries,
  changes: TranslationChanges,
  row: TranslationTable,
  { signal, requirePermission }: Pick<LongJobCall, "signal" | "requirePermission">,
): Promise<TranslatedPieces> {
  const { source_language: from, language: to, created_by: caller } = row;
  const requestContext = { caller, db };
  const { terms } = changes;
  const batches = await readPieces(db, row.source_space, changes);
  const batchTexts: (readonly string[])[] = [];
  let words = 0;
  for (const pieces of batches) {
    const collected = isSmall(pieces)
      ? (await import("./translation-worker.ts")).collectTexts({ pieces, terms })
      : await runInPool(collect, { pieces, terms }, requestContext, { signal });
    batchTexts.push(collected.texts);
    words += collected.words;
  }
  const uniqueTexts = [...new Set(batchTexts.flat())];
  const results = await translator.translate(
    uniqueTexts,
    { from, to },
    { signal, beforeSending: requirePermission },
  );
  const byText = new Map(uniqueTexts.map((text, index) => [text, results[index] ?? text]));
  const byId = new Map<string, TranslatedPiece>();
  for (const [index, pieces] of batches.entries()) {
    const texts = batchTexts[index] ?? [];
    const translations = new Map(texts.map((text) => [text, byText.get(text) ?? text]));
    const translated = isSmall(pieces)
      ? (await import("./translation-worker.ts")).translatePieces({ pieces, terms, translations })
      : await runInPool(translate, { pieces, terms, translations }, requestContext, { signal });
    for (const piece of translated) byId.set(piece.id, piece);
  }
  return { byId, words };
}

/** @returns the pieces in batches of limited size */
async function readPieces(
  db: Queries,
  spaceId: string,
  { pages, reusableContents }: TranslationChanges,
): Promise<TranslatedText[][]> {
  const contents: readonly (ContentPage | ReusableContent)[] = [...pages, ...reusableContents];
  const hashes = contents.flatMap(({ document }) => document ?? []);
  const sizes = await computeDocumentSizes(db, spaceId, hashes);
  const bodies = new Map<string, string>();
  for await (const rows of readInBatches(db, spaceId, sizes)) {
    for (const { hash, body } of rows) bodies.set(hash, body);
  }
  const pieces = contents.map(
    (content): TranslatedText => ({
      id: content.id,
      title: content.title,
      description: "description" in content ? content.description : undefined,
      body: content.document === undefined ? undefined : bodies.get(content.document),
    }),
  );
  return inSizedBatches(pieces, computeSize);
}

function computeSize({ body = "" }: TranslatedText): number {
  return body.length;
}

function isSmall(pieces: readonly TranslatedText[]): boolean {
  return pieces.reduce((sum, piece) => sum + computeSize(piece), 0) <= maxInlineSize;
}
