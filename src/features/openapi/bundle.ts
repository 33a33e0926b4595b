/** Bundling of a specification's files into one text, because a platform accepts one text. */
import { dirname, join, relative, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { collectOpenApiReferences } from "../../contract/openapi-references.ts";
import { UsageError } from "../../errors.ts";
import { FileRefusedError, isInside } from "../../files/file-rules.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isPresent, resolvePath } from "../../files/replace-folder.ts";
import { formatCount } from "../../json/pluralize.ts";
import { isWebAddress, mergeFiles } from "./merge.ts";

/**
 * Returns the text unchanged if it references no other file; otherwise one text with all referenced
 * files. Files are read only inside `root`, because the author of a specification is not trusted.
 * @param path `-` is standard input, which cannot reference files
 * @param root default: the folder of the file
 * @throws UsageError for a file outside, and for a reference that cannot be resolved
 */
export async function bundle(context: Context, path: string, root?: string): Promise<string> {
  const text = await context.readText(path);
  const first = /\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text)
    ? await findReferencedFile(text)
    : undefined;
  if (first === undefined) return text;
  if (path === "-") {
    throw new UsageError(
      `The specification on standard input references the file ${first}. Specify its name with --file.`,
    );
  }
  context.requireLocalFolders(first);
  const entry = await resolvePath(resolve(context.cwd, path));
  if (root !== undefined && !isPresent(resolve(context.cwd, root))) {
    throw new UsageError(`The folder ${root} of --root was not found.`);
  }
  const folder = await resolvePath(
    root === undefined ? dirname(entry) : resolve(context.cwd, root),
  );
  if (!isInside(folder, entry)) {
    throw new UsageError(`The file ${path} is not in the folder ${root} of --root.`);
  }
  const { stringify } = await import("yaml");
  const document = await context.parseDocument(text, path);
  const files = openForeignFolder(folder, root ?? dirname(path));
  /** A file with the name given on the command line, or relative to it. */
  const named = (file: string) =>
    file === entry ? path : join(dirname(path), relative(dirname(entry), file));
  const readFile = async (to: string, from: string) => {
    const target = await resolveReference(to, from, {
      folder,
      shown: root ?? dirname(path),
      named,
    });
    const content = await files.readText(relative(folder, target), { limit: maximumFileSize });
    return { file: target, document: await context.parseDocument(content, named(target)) };
  };
  const { result, files: further } = await mergeFiles(document, entry, readFile, named);
  context.terminal.note(
    `Bundled ${formatCount(further.length, "further file")} with ${path}. Line numbers from the platform refer to the bundled text.`,
  );
  return stringify(result, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** In bytes. */
const maximumFileSize = 64 * 1024 * 1024;

/** The first file that a text references. Errors in the text are left to the platform. */
async function findReferencedFile(text: string): Promise<string | undefined> {
  const reference = collectOpenApiReferences(await parseText(text)).find(
    ({ text: to }) => !to.startsWith("#") && !isWebAddress(to),
  );
  return reference?.text;
}

async function parseText(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import("yaml");
    try {
      return parse(text, { merge: true, logLevel: "silent" });
    } catch {
      return undefined;
    }
  }
}

interface Boundary {
  /** Real path, without links. */
  readonly folder: string;
  /** Name for messages. */
  readonly shown: string;
  readonly named: (file: string) => string;
}

/** Real path of a referenced file. @throws UsageError if it is outside `root` */
async function resolveReference(
  to: string,
  from: string,
  { folder, shown, named }: Boundary,
): Promise<string> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(to)) {
    throw new UsageError(
      `${named(from)} references ${to}. Only files in its folder and http or https URLs can be referenced.`,
    );
  }
  const path = resolve(dirname(from), decode(to));
  const files = openForeignFolder(folder);
  if (isInside(folder, path)) {
    try {
      return await files.resolve(relative(folder, path));
    } catch (error) {
      if (!(error instanceof FileRefusedError) || error.fileRule === "outside") throw refuse();
      if (error.fileRule !== "missing") throw error;
      throw new UsageError(`${named(from)} references ${to}, which was not found.`);
    }
  }
  throw refuse();

  function refuse(): UsageError {
    return new UsageError(
      `${named(from)} references ${to}, which is outside the folder ${shown}. Specify a folder that contains both with --root <folder>.`,
    );
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
