/**
 * Reads PDFs with a library that is independent of the one that writes them, in a thread of its own,
 * because it replaces global functions such as `JSON.parse`.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface ReadPdf {
  readonly title: string;
  /** The text of each page, line by line. */
  readonly pages: readonly string[];
  /** The targets of external links. */
  readonly links: readonly string[];
  /** The titles of its outline. */
  readonly outline: readonly string[];
  /** The number of images. */
  readonly images: number;
}

/** Started once, because loading the library takes longer than reading a PDF. */
let thread: Worker | undefined;
let previous: Promise<unknown> = Promise.resolve();

export function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const reading = previous.then(() => askThread(bytes));
  previous = reading.catch(() => undefined);
  return reading;
}

async function askThread(bytes: Uint8Array): Promise<ReadPdf> {
  thread ??= new Worker(new URL("./pdf-worker.ts", import.meta.url));
  thread.unref();
  thread.postMessage(bytes);
  try {
    const [pdf] = await once(thread, "message");
    return pdf;
  } catch (error) {
    // An error ends the thread.
    thread = undefined;
    throw error;
  }
}
