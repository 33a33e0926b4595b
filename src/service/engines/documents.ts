/**
 * Rich texts read, printed and prepared for storing. A large one is worked on in a thread, so that the
 * one that answers requests does little for any text.
 */
import { outputLimits } from "../../contract/limits.ts";
import { refuseLongMarkdown } from "../../document/markdown/excess.ts";
import type { StoredDocument } from "../../document/stored.ts";
import { Problem } from "../../errors.ts";
import { type Asker, refuseInTransaction } from "./asker.ts";
import { type BoundedTask, runBounded } from "./bounded-work.ts";
import type { ParsedText, TextRequest, Unstored, WebText } from "./document-worker.ts";
import { hardLimit, tryWithin } from "./time-limit.ts";
import { takeTurn } from "./turns.ts";
import { type PooledTask, PooledTaskEnded, runInPool } from "./worker-pool.ts";

/** In characters of what is worked on; so much takes a few milliseconds. */
const longestHere = { markdown: 8 * 1024, document: 64 * 1024 };
const seconds = 30;

/** In the bundled program the thread's program stands beside the chunk that this module is in. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./document-worker.ts" : "./document-worker.js",
  import.meta.url,
);

const parse: PooledTask<string, ParsedText> = { script, name: "parseText", seconds };
const read: PooledTask<string, ParsedText> = { script, name: "readDocument", seconds };
const readWeb: PooledTask<string, WebText> = { script, name: "readWebText", seconds };
const readMarkdown: PooledTask<string, WebText> = { script, name: "readMarkdownText", seconds };
const store: PooledTask<Unstored, StoredDocument> = { script, name: "storeText", seconds };
const print: PooledTask<string, string> = { script, name: "printText", seconds };
const tooMuch = (limit: string) =>
  `The text is too much to be worked on: ${limit} Divide it into several pages.`;
const present: BoundedTask<TextRequest, string> = {
  script,
  name: "presentText",
  seconds,
  limits: outputLimits.text,
  load: async () => (await import("./document-worker.ts")).presentText,
  describe: tooMuch,
};

/**
 * @param asker whose text this is
 * @param isOneOfMany whether its request has much text in all, however short this one is
 * @throws Problem 413 for a text that is too long, or takes too much time or memory
 */
export async function parseText(
  markdown: string,
  asker: Asker,
  isOneOfMany = false,
): Promise<ParsedText> {
  refuseLongMarkdown(markdown);
  const isLong = isOneOfMany || markdown.length > longestHere.markdown;
  const parsed = isLong ? undefined : await here(asker, (m) => m.parseText(markdown));
  return parsed ?? inThread(parse, markdown, asker);
}

/**
 * A page of a website, always in a thread: there are many of them, and what they hold is unknown.
 * @throws Problem 413 for a text that is too long, or takes too much time or memory
 */
export function readWebText(
  source: string,
  form: "html" | "markdown",
  asker: Asker,
): Promise<WebText> {
  return inThread(form === "html" ? readWeb : readMarkdown, source, asker);
}

/**
 * @param document as JSON
 * @param isOneOfMany as in `parseText`
 * @throws Problem 413 for a text that takes too much time or memory
 */
export async function readDocument(
  document: string,
  asker: Asker,
  isOneOfMany = false,
): Promise<ParsedText> {
  const isLong = isOneOfMany || document.length > longestHere.document;
  const parsed = isLong ? undefined : await here(asker, (m) => m.readDocument(document));
  return parsed ?? inThread(read, document, asker);
}

/**
 * @param isOneOfMany as in `parseText`
 * @throws Problem 413 for a text that takes too much time or memory
 */
export async function storeText(
  text: Unstored,
  asker: Asker,
  isOneOfMany = false,
): Promise<StoredDocument> {
  const isLong = isOneOfMany || text.document.length > longestHere.document;
  const stored = isLong ? undefined : await here(asker, (m) => m.storeText(text));
  return stored ?? inThread(store, text, asker);
}

/** @param markdown the characters in all texts of a request, of which a document has eight for each */
export function areMany(markdown: number): boolean {
  return markdown > longestHere.markdown;
}

/**
 * @returns the document as JSON, or Markdown
 * @throws OutputTooLarge if it exceeds `outputLimits.text` with its expressions evaluated, Problem 413 if
 *   it takes too much time or memory
 */
export function presentText(request: TextRequest, asker: Asker): Promise<string> {
  return runBounded(present, request, request.body.length, asker);
}

/**
 * @param document as JSON
 * @returns it as Markdown, with the references as they are
 * @throws Problem 413 for a text that takes too much time or memory
 */
export async function printText(document: string, asker: Asker): Promise<string> {
  const isLong = document.length > longestHere.document;
  const printed = isLong ? undefined : await here(asker, (m) => m.printText(document));
  return printed ?? inThread(print, document, asker);
}

/**
 * For a small text, of which a request may have many.
 * @returns undefined if it takes longer than small texts do
 */
async function here<Output extends object | string>(
  asker: Asker,
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
  asker: Asker,
): Promise<Output> {
  return runInPool(task, input, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskEnded)) throw error;
    throw new Problem(413, tooMuch(error.message));
  });
}
