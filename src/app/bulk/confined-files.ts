/**
 * Confinement of files named in the rows of a bulk command. The author of the rows may not be the
 * user, so rows can only name files in their own directory or in the current one. Files named on
 * the command line can be anywhere.
 */
import { dirname, relative, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { decodeText, isInside } from "../../files/file-rules.ts";
import { type ForeignFolder, openForeignFolder } from "../../files/foreign-folder.ts";
import { maximumInput } from "../../files/named-file.ts";
import type { ParsedArguments } from "../parse/parse.ts";

/** @param file with the rows; `-` is standard input */
export function confineFiles(context: Context, typed: ParsedArguments, file: string): Context {
  const { cwd } = context;
  const typedWords = listWords(typed);
  const folders = [...new Set([...(file === "-" ? [] : [dirname(resolve(cwd, file))]), cwd])];

  function requireInside(path: string): { readonly folder: ForeignFolder; readonly name: string } {
    const absolute = resolve(cwd, path);
    const folder = folders.find((one) => isInside(one, absolute));
    if (folder !== undefined) {
      return { folder: openForeignFolder(folder), name: relative(folder, absolute) };
    }
    const rows = file === "-" ? "Standard input" : file;
    throw new UsageError(
      `${rows} refers to the file ${path}, which is outside ${folders.join(" and ")}. Move it there, or run the command in a directory that contains both files.`,
    );
  }

  async function readInside(path: string): Promise<Uint8Array> {
    const { folder, name } = requireInside(path);
    return folder.readBytes(name, { limit: maximumInput });
  }

  const isTyped = (path: string) => path === "-" || typedWords.has(path);
  const readText = async (path: string) =>
    isTyped(path) ? context.readText(path) : decodeText(await readInside(path), path);
  return {
    ...context,
    readText,
    readBytes: (path) => (isTyped(path) ? context.readBytes(path) : readInside(path)),
    readDocument: async (path) =>
      isTyped(path)
        ? context.readDocument(path)
        : context.parseDocument(await readText(path), path),
    readRows: async (path, text) => context.readRows(path, text ?? (await readText(path))),
    async saveFile(path, bytes, replace) {
      if (!isTyped(path)) {
        const { folder, name } = requireInside(path);
        await folder.requireFolder(dirname(name));
      }
      await context.saveFile(path, bytes, replace);
    },
  };
}

/** All values that were typed on the command line. */
function listWords({
  arguments: args,
  flags,
  shared,
  repeated,
}: ParsedArguments): ReadonlySet<string> {
  const words = new Set<string>();
  for (const value of [...args.values(), ...flags.values(), ...repeated.values()]) {
    if (typeof value === "object") for (const word of value) words.add(word);
  }
  for (const value of shared.values()) if (typeof value === "string") words.add(value);
  return words;
}
