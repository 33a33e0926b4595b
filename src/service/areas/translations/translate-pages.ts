/** Translates the changed pages, some at a time and in threads, so that requests are answered meanwhile. */
import type { Queries } from "../../database/tables.ts";
import type { Translator } from "../../engines/translator.ts";
import { type PooledTask, runInPool } from "../../engines/worker-pool.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import {
  computeDocumentSizes,
  inSizedBatches,
  readInBatches,
} from "../content/document-batches.ts";
import type { Page, ReusableContent } from "../content/tree.ts";
import type { Changes } from "./find-changes.ts";
import type { TranslationTable } from "./tables.ts";
import type {
  collectTexts,
  Piece,
  TranslatedPiece,
  Translation,
  translatePieces,
} from "./translation-worker.ts";

export interface TranslatedPieces {
  /** By the id of the page or reusable content. */
  readonly byId: ReadonlyMap<string, TranslatedPiece>;
  /** How many words of the source are translated. */
  readonly words: number;
}

/** In the bundled program, the threads' program is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./translation-worker.ts" : "./translation-worker.js",
  import.meta.url,
);
const seconds = 30;
/** Documents as JSON, in characters; what is larger is worked on in a thread. */
const largestHere = 64 * 1024;

const collect: PooledTask<readonly Piece[], ReturnType<typeof collectTexts>> = {
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
  changes: Changes,
  row: TranslationTable,
  { signal, requirePermission }: Pick<LongJobCall, "signal" | "requirePermission">,
): Promise<TranslatedPieces> {
  const { source_language: from, language: to, created_by: caller } = row;
  const asker = { caller, db };
  const batches = await readPieces(db, row.source_space, changes);
  const textsOfBatches: (readonly string[])[] = [];
  let words = 0;
  for (const pieces of batches) {
    const collected = isSmall(pieces)
      ? (await import("./translation-worker.ts")).collectTexts(pieces)
      : await runInPool(collect, pieces, asker, { signal });
    textsOfBatches.push(collected.texts);
    words += collected.words;
  }
  const different = [...new Set(textsOfBatches.flat())];
  const answers = await translator.translate(
    different,
    { from, to },
    { signal, beforeSending: requirePermission },
  );
  const byText = new Map(different.map((text, index) => [text, answers[index] ?? text]));
  const byId = new Map<string, TranslatedPiece>();
  for (const [index, pieces] of batches.entries()) {
    const texts = textsOfBatches[index] ?? [];
    const translations = new Map(texts.map((text) => [text, byText.get(text) ?? text]));
    const translated = isSmall(pieces)
      ? (await import("./translation-worker.ts")).translatePieces({ pieces, translations })
      : await runInPool(translate, { pieces, translations }, asker, { signal });
    for (const piece of translated) byId.set(piece.id, piece);
  }
  return { byId, words };
}

/** @returns the pieces in batches of a bounded size */
async function readPieces(
  db: Queries,
  spaceId: string,
  { pages, reusableContents }: Changes,
): Promise<Piece[][]> {
  const contents: readonly (Page | ReusableContent)[] = [...pages, ...reusableContents];
  const hashes = contents.flatMap(({ document }) => document ?? []);
  const sizes = await computeDocumentSizes(db, spaceId, hashes);
  const bodies = new Map<string, string>();
  for await (const rows of readInBatches(db, spaceId, sizes)) {
    for (const { hash, body } of rows) bodies.set(hash, body);
  }
  const pieces = contents.map(
    (content): Piece => ({
      id: content.id,
      title: content.title,
      description: "description" in content ? content.description : undefined,
      body: content.document === undefined ? undefined : bodies.get(content.document),
    }),
  );
  return inSizedBatches(pieces, computeSize);
}

function computeSize({ body = "" }: Piece): number {
  return body.length;
}

function isSmall(pieces: readonly Piece[]): boolean {
  return pieces.reduce((sum, piece) => sum + computeSize(piece), 0) <= largestHere;
}
