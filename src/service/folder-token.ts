/** The token of a data folder: whoever may read the folder's files may act as the owner of its data. */
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "./private-files.ts";
import { newSecret } from "./tokens.ts";

const tokenFile = "token";

/**
 * Reads the token, or makes one where there is none or where the file is not one.
 * @param folder absent for data in memory, whose token is kept nowhere
 */
export async function folderToken(folder: string | undefined): Promise<string> {
  if (folder === undefined) return newSecret();
  const path = join(folder, tokenFile);
  const kept = (await readPrivateFile(path))?.trim();
  if (kept !== undefined && /^tome_[\w-]{43}$/.test(kept)) return kept;
  const made = newSecret();
  await writePrivateFile(path, `${made}\n`);
  return made;
}
