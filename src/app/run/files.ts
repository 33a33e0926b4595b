/** Files that the user names on the command line. */
import { devNull } from "node:os";
import { join, resolve } from "node:path";
import type { JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { Delegation, Machine } from "./machine.ts";

/** The parts of a machine that determine the files of a command. */
type FileSource = Pick<Machine, "stdin" | "cwd" | "delegation">;

/** @param path `-` is standard input. @throws UsageError if it cannot be read */
export async function readBytes(path: string, machine: FileSource): Promise<Uint8Array> {
  const { delegation, cwd } = machine;
  if (delegation !== undefined) return readDelegated(path, delegation);
  const { readNamedFile, readStream } = await import("../../files/named-file.ts");
  if (path === "-") return readStream(machine.stdin, "Standard input");
  try {
    return await readNamedFile(resolve(cwd, path), `The file ${path}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The file ${path} cannot be read: ${formatReason(error)}.`);
  }
}

/** The same, for a text. @throws UsageError also if it is not UTF-8 */
export async function readText(path: string, machine: FileSource): Promise<string> {
  return decodeUtf8(await readBytes(path, machine), path === "-" ? "standard input" : path);
}

/** @throws UsageError if it is neither JSON nor YAML, with line and column of the fault */
export async function readDocument(path: string, machine: FileSource): Promise<JsonValue> {
  return parseDocument(await readText(path, machine), path);
}

/** @param path for messages. @throws UsageError if the text is neither JSON nor YAML */
export async function parseDocument(text: string, path: string): Promise<JsonValue> {
  const name = path === "-" ? "Standard input" : `The file ${path}`;
  const { readExactly } = await import("../../json/exact-reading.ts");
  try {
    return readExactly(text);
  } catch (error) {
    // For a text that is meant to be JSON, the message refers to JSON.
    if (/^\s*[{[]/.test(text) && path.endsWith(".json")) {
      throw new UsageError(`${name} is not valid JSON: ${formatMessage(error)}.`);
    }
  }
  const { readYaml } = await import("../../terminal/formats/yaml-text.ts");
  try {
    return await readYaml(text);
  } catch (error) {
    throw new UsageError(`${name} is neither JSON nor YAML: ${formatMessage(error)}.`);
  }
}

function readDelegated(path: string, { files }: Delegation): Uint8Array {
  const text = files.get(path);
  if (text !== undefined) return new TextEncoder().encode(text);
  const name = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  throw new UsageError(
    `Commands of an agent cannot read the file ${JSON.stringify(name)}. Specify its text instead.`,
  );
}

/** The folder of a command that an agent runs; it contains no file, so relative paths lead nowhere. */
const noFolder = join(devNull, "agent");

/** The folder to which paths of the user are relative. */
export function findWorkingFolder({
  cwd,
  delegation,
}: Pick<Machine, "cwd" | "delegation">): string {
  return delegation === undefined ? cwd : noFolder;
}

/** @throws UsageError for a command of an agent */
export function requireLocalFolders(
  path: string,
  { delegation }: Pick<Machine, "delegation">,
): void {
  if (delegation === undefined) return;
  throw new UsageError(
    `Commands of an agent cannot use files and folders of this machine: ${path}.`,
  );
}

function refuseDelegated(path: string, { delegation }: FileSource): void {
  if (delegation === undefined) return;
  throw new UsageError(`Commands of an agent cannot write the file ${path}.`);
}

/** Replaces a file atomically: after a crash, it has the old or the new content. */
export async function writePrivateFile(
  path: string,
  text: string,
  machine: FileSource,
): Promise<void> {
  refuseDelegated(path, machine);
  const { writePrivateFile: write } = await import("../../service/engines/private-files.ts");
  try {
    await write(resolve(machine.cwd, path), text);
  } catch (error) {
    throw new UsageError(`The file ${path} cannot be written: ${formatReason(error)}.`);
  }
}

/**
 * Writes a temporary file first, so that a crash or a full disk leaves no partial file.
 * @throws UsageError if it cannot be written, or exists and must not be replaced
 */
export async function saveFile(
  path: string,
  bytes: Uint8Array,
  replace: boolean,
  machine: FileSource,
): Promise<void> {
  refuseDelegated(path, machine);
  const { saveNamedFile } = await import("../../files/named-file.ts");
  try {
    await saveNamedFile(resolve(machine.cwd, path), bytes, replace);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      throw new UsageError(`The file ${path} already exists. Use --force to replace it.`);
    }
    throw new UsageError(`The file ${path} cannot be written: ${formatReason(error)}.`);
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} must be UTF-8 text.`);
  }
}

function formatReason(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of its path is not a folder",
    ENOSPC: "the disk is full",
    EROFS: "the disk is read-only",
  };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? formatMessage(error);
}

function formatMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0]?.replace(/[.:]$/, "") ?? "";
}
