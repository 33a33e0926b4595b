/** PDF export of pages, in a worker thread, so that a long text does not block requests. */
import { ApiError } from "../../errors.ts";
import type { Book } from "./pdf/book.ts";
import type { RequestContextKey } from "./threads/caller.ts";
import { type PooledTask, PooledTaskError, runInPool } from "./threads/worker-pool.ts";

/** The maximum size of all documents as JSON, in bytes, which takes almost all memory of a thread. */
const largestBook = 11 * 1024 * 1024;

/** In the bundled program, the worker script is beside the chunk that contains this module. */
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

const advice =
  "Print a smaller part: specify a page to print it with its subpages, or with only to print it alone.";

/**
 * @param size the total size of the documents as JSON, in bytes
 * @throws ApiError 413
 */
export function refuseLongBook(size: number): void {
  if (size <= largestBook) return;
  throw new ApiError(
    413,
    `The pages have ${size} bytes, which exceeds the limit of ${largestBook} for a PDF. ${advice}`,
  );
}

/**
 * @param asker the caller and its database
 * @returns the bytes of the PDF
 * @throws ApiError 413 for pages that take too much time or memory
 */
export function printBook(book: Book, asker: RequestContextKey): Promise<Uint8Array> {
  return runInPool(print, book, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskError)) throw error;
    throw new ApiError(413, `The pages are too large for a PDF. ${error.message} ${advice}`);
  });
}
