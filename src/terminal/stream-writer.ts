/** Writes to standard output at the speed of its reader, and tells a reader that left from a fault. */
import type { Writable } from "node:stream";

/** Nobody reads the output any more, as with `| head -1`: the program ends quietly on it. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
  constructor() {
    super("The reader of the output is gone.");
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
 * A function that writes a text and resolves when the stream has taken it, so a caller that waits
 * never runs ahead of the reader. Rejects with `ReaderGone`, or with the stream's own error (ENOSPC).
 */
export function streamWriter(stream: Writable): (text: string) => Promise<void> {
  let failure: Error | undefined;
  const waiting = new Set<(error: Error) => void>();
  const fail = (error: Error): void => {
    failure ??= LEAVING.has(codeOf(error)) ? new ReaderGone() : error;
    for (const reject of waiting) reject(failure);
    waiting.clear();
  };
  // Without a listener a reader that leaves would end the process with a stack trace.
  stream.on("error", fail);
  // A stream may also be closed under a write without any error.
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

function codeOf(error: Error): string {
  if (error instanceof ReaderGone) return "EPIPE";
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
