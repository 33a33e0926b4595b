/**
 * Documents: parsing, printing and preparation for storage. Large ones are processed in a worker
 * thread, so that the main thread spends little time on any document.
 */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import { outputLimits } from "../../contract/limits.ts";
import { refuseLongMarkdown } from "../../document/markdown/nesting-limit.ts";
import type { StoredDocument } from "../../document/stored-document.ts";
import type { WebMetadata } from "../../document/web/web-metadata.ts";
import { ApiError } from "../../errors.ts";
import type { ParsedText, TextRequest, Unstored, VisitorText, WebText } from "./document-worker.ts";
import { type BoundedTask, runBounded } from "./threads/bounded-work.ts";
import { type RequestContextKey, refuseInTransaction } from "./threads/caller.ts";
import { hardLimit, tryWithin } from "./threads/time-limit.ts";
import { takeTurn } from "./threads/turns.ts";
import { type PooledTask, PooledTaskError, runInPool } from "./threads/worker-pool.ts";

/** In characters of input; this much takes a few milliseconds. */
const longestHere = { markdown: 8 * 1024, document: 64 * 1024 };
const seconds = 30;

/** In the bundled program, the worker script is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./document-worker.ts" : "./document-worker.js",
  import.meta.url,
);

const parse: PooledTask<string, ParsedText> = { script, name: "parseText", seconds };
const read: PooledTask<string, ParsedText> = { script, name: "readDocument", seconds };
const readWeb: PooledTask<string, WebText> = { script, name: "readWebText", seconds };
const readMarkdown: PooledTask<string, WebText> = { script, name: "readMarkdownText", seconds };
const readMetadata: PooledTask<string, WebMetadata> = { script, name: "readWebMetadata", seconds };
const store: PooledTask<Unstored, StoredDocument> = { script, name: "storeText", seconds };
const print: PooledTask<string, string> = { script, name: "printText", seconds };
const formatTooLarge = (limit: string) =>
  `The document is too large. ${limit} Split it into several pages.`;
const present: BoundedTask<TextRequest, string> = {
  script,
  name: "presentText",
  seconds,
  limits: outputLimits.text,
  load: async () => (await import("./document-worker.ts")).presentText,
  describe: formatTooLarge,
};

const listVisible: BoundedTask<VisitorText, readonly ContentReference[]> = {
  ...{ script, name: "listVisibleReferences", seconds, limits: outputLimits.text },
  load: async () => (await import("./document-worker.ts")).listVisibleReferences,
  describe: formatTooLarge,
};

/**
 * @param asker the caller and its database
 * @param isOneOfMany whether the request has a lot of text in total, however short this document is
 * @throws ApiError 413 for a document that is too long, or takes too much time or memory
 */
export async function parseText(
  markdown: string,
  asker: RequestContextKey,
  isOneOfMany = false,
): Promise<ParsedText> {
  refuseLongMarkdown(markdown);
  const isLong = isOneOfMany || markdown.length > longestHere.markdown;
  const parsed = isLong ? undefined : await runHere(asker, (m) => m.parseText(markdown));
  return parsed ?? inThread(parse, markdown, asker);
}

/**
 * Parses a page of a website, always in a worker thread, because websites have many pages of
 * unknown content.
 * @throws ApiError 413 for a page that is too long, or takes too much time or memory
 */
export function readWebText(
  source: string,
  form: "html" | "markdown",
  asker: RequestContextKey,
): Promise<WebText> {
  return inThread(form === "html" ? readWeb : readMarkdown, source, asker);
}

/**
 * Reads the metadata of a page of a website, always in a worker thread.
 * @throws ApiError 413 for a page that takes too much time or memory
 */
export function readWebMetadata(source: string, asker: RequestContextKey): Promise<WebMetadata> {
  return inThread(readMetadata, source, asker);
}

/**
 * @param document as JSON
 * @param isOneOfMany as in `parseText`
 * @throws ApiError 413 for a document that takes too much time or memory
 */
export async function readDocument(
  document: string,
  asker: RequestContextKey,
  isOneOfMany = false,
): Promise<ParsedText> {
  const isLong = isOneOfMany || document.length > longestHere.document;
  const parsed = isLong ? undefined : await runHere(asker, (m) => m.readDocument(document));
  return parsed ?? inThread(read, document, asker);
}

/**
 * @param isOneOfMany as in `parseText`
 * @throws ApiError 413 for a document that takes too much time or memory
 */
export async function storeText(
  text: Unstored,
  asker: RequestContextKey,
  isOneOfMany = false,
): Promise<StoredDocument> {
  const isLong = isOneOfMany || text.document.length > longestHere.document;
  const stored = isLong ? undefined : await runHere(asker, (m) => m.storeText(text));
  return stored ?? inThread(store, text, asker);
}

/**
 * @param markdown the number of characters in all texts of a request; a document has about eight
 * for each
 */
export function isLongMarkdown(markdown: number): boolean {
  return markdown > longestHere.markdown;
}

/**
 * @returns the document as JSON, or Markdown
 * @throws OutputTooLarge if it exceeds `outputLimits.text` with its expressions evaluated, ApiError
 * 413 if it takes too much time or memory
 */
export function presentText(request: TextRequest, asker: RequestContextKey): Promise<string> {
  return runBounded(present, request, request.body.length, asker);
}

/** @throws as `presentText` does */
export function listVisibleReferences(
  text: VisitorText,
  asker: RequestContextKey,
): Promise<readonly ContentReference[]> {
  return runBounded(listVisible, text, text.body.length, asker);
}

/**
 * @param document as JSON
 * @returns Markdown with unchanged references
 * @throws ApiError 413 for a document that takes too much time or memory
 */
export async function printText(document: string, asker: RequestContextKey): Promise<string> {
  const isLong = document.length > longestHere.document;
  const printed = isLong ? undefined : await runHere(asker, (m) => m.printText(document));
  return printed ?? inThread(print, document, asker);
}

/**
 * Processes a small document, of which a request may have many, in the main thread.
 * @returns undefined if it takes longer than `hardLimit`
 */
async function runHere<Output extends object | string>(
  asker: RequestContextKey,
  work: (functions: typeof import("./document-worker.ts")) => Output,
): Promise<Output | undefined> {
  refuseInTransaction(asker);
  const functions = await import("./document-worker.ts");
  await takeTurn(asker.caller);
  return tryWithin(hardLimit, () => work(functions));
}

function inThread<Input, Output>(
  task: PooledTask<Input, Output>,
  input: Input,
  asker: RequestContextKey,
): Promise<Output> {
  return runInPool(task, input, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskError)) throw error;
    throw new ApiError(413, formatTooLarge(error.message));
  });
}
