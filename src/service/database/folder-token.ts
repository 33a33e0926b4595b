/** The token of a data folder: whoever may read the folder's files may act as the owner of its data. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "../engines/private-files.ts";

/** Of the owner, and for `/_tome/` where several processes share a database. */
const files = { tome_: "token", tome_admin_: "admin-token" } as const;

/**
 * Reads the token, or makes one where there is none or where the file is not one.
 * @param folder absent for data in memory, whose token is kept nowhere
 */
export async function folderToken(
  folder: string | undefined,
  prefix: keyof typeof files = "tome_",
): Promise<string> {
  if (folder === undefined) return newSecret(prefix);
  const path = join(folder, files[prefix]);
  const kept = (await readPrivateFile(path))?.trim();
  if (kept?.startsWith(prefix) && /^[\w-]{43}$/.test(kept.slice(prefix.length))) return kept;
  const made = newSecret(prefix);
  await writePrivateFile(path, `${made}\n`);
  return made;
}

/** Whether the folder has the owner's token, and so has had data. */
export function hasFolderToken(folder: string): boolean {
  try {
    return readFileSync(join(folder, files.tome_), "utf8").startsWith("tome_");
  } catch {
    return false;
  }
}

/** @returns a new secret of 256 bits; `tome_` tells scanners of leaked secrets what it is */
export function newSecret(prefix: "tome_" | "tome_admin_" = "tome_"): string {
  return prefix + randomBytes(32).toString("base64url");
}
