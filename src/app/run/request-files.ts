/** Files whose content a command sends, named in the error if the platform refuses their size. */
import type { Context } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";

/** The size of each file in bytes, by its path on the command line. */
export type FileSizes = ReadonlyMap<string, number>;

/** The same context, which also notes the files that it reads in `sizes`. */
export function noteFiles(context: Context, sizes: Map<string, number>): Context {
  const readText = async (path: string) => {
    const text = await context.readText(path);
    sizes.set(path, Buffer.byteLength(text));
    return text;
  };
  return {
    ...context,
    readText,
    readDocument: async (path) => context.parseDocument(await readText(path), path),
    async readBytes(path) {
      const bytes = await context.readBytes(path);
      sizes.set(path, bytes.length);
      return bytes;
    },
  };
}

/** Adds the file to an error 413. A request can contain several files; the largest one is named. */
export function addFileToError(error: unknown, sizes: FileSizes): void {
  if (!(error instanceof ApiError) || error.status !== 413) return;
  const [largest, ...others] = [...sizes].toSorted(([, one], [, other]) => other - one);
  if (largest === undefined) return;
  const [path, size] = largest;
  const name = `${path === "-" ? "standard input" : path} (${size} bytes)`;
  const message = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  error.message =
    others.length === 0
      ? `${message} The request contains ${name}.`
      : `${message} The command read ${formatCount(others.length + 1, "file")}; the largest is ${name}.`;
}
