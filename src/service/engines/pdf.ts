/** Prints pages as a PDF, in a thread, so that a long text blocks nobody. */
import { Problem } from "../../errors.ts";
import type { Asker } from "./asker.ts";
import type { Book } from "./pdf/book.ts";
import { type PooledTask, PooledTaskEnded, runInPool } from "./worker-pool.ts";

/** Of the documents of all pages as JSON, in bytes; so much takes about all of the memory of a thread. */
const largestBook = 11 * 1024 * 1024;

/** In the bundled program, the thread's program is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./pdf/pdf-worker.ts" : "./pdf-worker.js",
  import.meta.url,
);

const print: PooledTask<Book, Uint8Array> = {
  script,
  name: "printPages",
  seconds: 120,
  weight: "heavy",
};

const cure =
  "Print parts of them: name a page to print it with those below it, or alone with only.";

/**
 * @param size of the documents of all pages as JSON, in bytes
 * @throws Problem 413
 */
export function refuseLongBook(size: number): void {
  if (size <= largestBook) return;
  throw new Problem(
    413,
    `The documents of these pages have ${size} bytes; one PDF takes ${largestBook}. ${cure}`,
  );
}

/**
 * @param asker whose PDF it is
 * @returns the bytes of the PDF
 * @throws Problem 413 for pages that take too much time or memory
 */
export function printBook(book: Book, asker: Asker): Promise<Uint8Array> {
  return runInPool(print, book, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskEnded)) throw error;
    throw new Problem(413, `These pages are too much for one PDF: ${error.message} ${cure}`);
  });
}
