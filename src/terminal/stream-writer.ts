/**
 * Writer for standard output that respects backpressure and distinguishes a reader that left from a
 * failure.
 */
import type { Writable } from "node:stream";

/** The reader of the output has left, as with `| head -1`: the program ends without a message. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
  constructor() {
    super("The reader closed the output.");
  }
}

const LEAVING = new Set([
  "EPIPE",
  "EOF",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/**
 * A function that writes a text and resolves when the stream has accepted it, so that a caller that
 * awaits it is never ahead of the reader. Rejects with `ReaderGone`, or with the error of the
 * stream (ENOSPC).
 */
export function streamWriter(stream: Writable): (text: string) => Promise<void> {
  let failure: Error | undefined;
  const waiting = new Set<(error: Error) => void>();
  const fail = (error: Error): void => {
    failure ??= LEAVING.has(getCode(error)) ? new ReaderGone() : error;
    for (const reject of waiting) reject(failure);
    waiting.clear();
  };
  // Without a listener, a reader that leaves would crash the process.
  stream.on("error", fail);
  // A stream can also be closed during a write without an error.
  stream.on("close", () => fail(new ReaderGone()));

  return (text) =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) {
        reject(failure);
        return;
      }
      waiting.add(reject);
      stream.write(text, (error) => {
        waiting.delete(reject);
        if (error === null || error === undefined) resolve();
        else {
          fail(error);
          reject(failure);
        }
      });
    });
}

function getCode(error: Error): string {
  if (error instanceof ReaderGone) return "EPIPE";
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
