/** Prints pages as a PDF, in a thread of its own, so that a long text blocks nobody. */
import type { Book } from "./pdf/book.ts";
import { runThread, ThreadEnded } from "./thread.ts";

/** The text takes more time or memory than is allowed. */
export class TooLongToPrint extends Error {
  override readonly name = "TooLongToPrint";
}

const second = 1000;
const patience = 120 * second;
/** In MiB. */
const memory = 1024;

/** In the bundled program, the thread's program is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./pdf/pdf-worker.ts" : "./pdf-worker.js",
  import.meta.url,
);

/**
 * @returns the bytes of the PDF
 * @throws TooLongToPrint
 */
export async function printBook(book: Book): Promise<Uint8Array> {
  try {
    return (await runThread({ script, data: book, memory, patience })) as Uint8Array;
  } catch (error) {
    throw error instanceof ThreadEnded ? new TooLongToPrint(error.message) : error;
  }
}
