/** The files that a pipeline reads: checked before the command, written to after it. */
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { UsageError } from "../../errors.ts";

/** Appends to a file, in one piece: what other processes append stands before or after it. */
export interface Appending {
  /** What the file holds now. */
  readonly text: () => string;
  readonly append: (text: string) => void;
}

/**
 * @param named what names the file, for the message
 * @throws UsageError where it cannot be written
 */
export function openAppending(path: string, named: string): Appending {
  const open = () => openSync(path, "a", 0o600);
  try {
    const handle = open();
    const isFile = !fstatSync(handle).isDirectory();
    closeSync(handle);
    if (!isFile) throw new Error("it is a folder");
  } catch (error) {
    throw unwritable(path, named, error);
  }
  return {
    text: () => readFileSync(path, "utf8"),
    append(text) {
      const bytes = Buffer.from(text);
      const handle = open();
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      } finally {
        closeSync(handle);
      }
    },
  };
}

/** Checks that a file can be written, and leaves it empty. Returns how to write it. */
export function openReport(path: string, named: string): (text: string) => void {
  const write = (text: string) => writeFileSync(path, text, { mode: 0o600 });
  try {
    write("");
  } catch (error) {
    throw unwritable(path, named, error);
  }
  return write;
}

function unwritable(path: string, named: string, error: unknown): UsageError {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new UsageError(`The file ${path} of ${named} cannot be written${code}.`);
}
