/** Installation of completion scripts without overwriting the user's files. */
import { randomBytes } from "node:crypto";
import { appendFile, lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { renameFile } from "../../files/rename-file.ts";

export interface Put {
  readonly done: "written" | "replaced" | "kept";
  /** New path of an existing file that tome did not write. */
  readonly setAside: string | undefined;
}

/** Replaces the file as a whole. A link, or a file that tome did not write, is renamed first. */
export async function putScript(file: string, script: string): Promise<Put> {
  await mkdir(dirname(file), { recursive: true });
  const existing = await lstat(file).catch(ignoreMissing);
  const old = existing?.isFile() ? await readFile(file, "utf8") : undefined;
  if (old === script) return { done: "kept", setAside: undefined };
  const isOwn = old?.includes(getOrigin(script)) === true;
  const setAside = existing === undefined || isOwn ? undefined : await moveAside(file);
  const beside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(beside, script, { flag: "wx" });
    await renameFile(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return { done: isOwn ? "replaced" : "written", setAside };
}

/**
 * Appends a line to a file of the user, following a link.
 * @returns whether the line was missing
 */
export async function addLine(file: string, line: string): Promise<boolean> {
  const text = (await readTextIfPresent(file)) ?? "";
  if (hasLine(text, line)) return false;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
  return true;
}

/** Undefined if the file does not exist. */
export async function readTextIfPresent(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(ignoreMissing);
}

export function hasLine(text: string, line: string): boolean {
  return text.split("\n").includes(line);
}

/** The comment that identifies completion scripts of tome. */
function getOrigin(script: string): string {
  return script.split("\n").find((line) => line.startsWith("# ")) ?? script;
}

async function moveAside(file: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${file}.before-tome${number === 1 ? "" : `-${number}`}`;
    if ((await lstat(aside).catch(ignoreMissing)) !== undefined) continue;
    await renameFile(file, aside);
    return aside;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
