/** Puts a completion script into a person's folders without harm to what is there already. */
import { randomBytes } from "node:crypto";
import { appendFile, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface Put {
  readonly done: "written" | "replaced" | "kept";
  /** The new path of a file that tome did not write. */
  readonly setAside: string | undefined;
}

/** Replaces the file whole; one that tome has not made, or a link, is renamed before. */
export async function putScript(file: string, script: string): Promise<Put> {
  await mkdir(dirname(file), { recursive: true });
  const found = await lstat(file).catch(orNone);
  const old = found?.isFile() ? await readFile(file, "utf8") : undefined;
  if (old === script) return { done: "kept", setAside: undefined };
  const isOwn = old?.includes(getOrigin(script)) === true;
  const setAside = found === undefined || isOwn ? undefined : await moveAside(file);
  const beside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(beside, script, { flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return { done: isOwn ? "replaced" : "written", setAside };
}

/**
 * Adds a line at the end of a text that is the person's own, through a link if it is one.
 * @returns whether it was not there yet
 */
export async function addLine(file: string, line: string): Promise<boolean> {
  const text = (await textIn(file)) ?? "";
  if (hasLine(text, line)) return false;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
  return true;
}

/** Undefined if there is no such file. */
export async function textIn(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(orNone);
}

export function hasLine(text: string, line: string): boolean {
  return text.split("\n").includes(line);
}

/** The comment that every script has, and nothing else. */
function getOrigin(script: string): string {
  return script.split("\n").find((line) => line.startsWith("# ")) ?? script;
}

async function moveAside(file: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${file}.before-tome${number === 1 ? "" : `-${number}`}`;
    if ((await lstat(aside).catch(orNone)) !== undefined) continue;
    await rename(file, aside);
    return aside;
  }
}

function orNone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
