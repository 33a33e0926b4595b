/**
 * Files that the user names on the command line. They can be links and pipes, such as `<(…)`, and
 * are read up to a limit, which is checked as the bytes arrive.
 */
import { randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, link, open, rm, stat } from "node:fs/promises";
import { UsageError } from "../errors.ts";
import { createFlags } from "./file-rules.ts";
import { renameFile } from "./rename-file.ts";

/** In bytes; an upload is sent as base64 in one string, which cannot be longer. */
export const maximumInput = 256 * 1024 * 1024;

/** Whether the user named a file and not a directory. */
export async function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/**
 * @param path absolute
 * @throws an error of the system if it cannot be read; UsageError above the limit
 */
export async function readNamedFile(path: string, shown: string): Promise<Buffer> {
  // A regular file above the limit is refused before it is read. The size of a pipe is 0.
  if ((await stat(path)).size > maximumInput) throw createSizeError(shown);
  return readStream(createReadStream(path), shown);
}

/** @throws UsageError above the limit */
export async function readStream(
  stream: AsyncIterable<Uint8Array | string>,
  shown: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maximumInput) throw createSizeError(shown);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function createSizeError(shown: string): UsageError {
  return new UsageError(`${shown} exceeds the input limit of ${maximumInput / 1024 / 1024} MiB.`);
}

/**
 * Writes a file atomically. A link of that name is replaced, not followed.
 * @param path absolute
 * @throws an error of the system, with the code EEXIST for a file that must not be replaced
 */
export async function saveNamedFile(
  path: string,
  bytes: Uint8Array,
  replace: boolean,
): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.part`;
  try {
    const handle = await open(temporary, createFlags, 0o666);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await (replace ? renameFile(temporary, path) : createFrom(temporary, path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Neither link nor copy replaces an existing file, even one that was created in the meantime. */
async function createFrom(temporary: string, target: string): Promise<void> {
  await link(temporary, target).catch(() =>
    // Not every file system supports links. If the file exists, this fails too.
    copyFile(temporary, target, constants.COPYFILE_EXCL),
  );
}
