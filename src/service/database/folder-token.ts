/** The token of a data folder: any user who can read its files can act as the owner of the data. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "../engines/private-files.ts";

/**
 * The file with the owner's token, and that with the admin token if several processes share a
 * database.
 */
const files = { tome_: "token", tome_admin_: "admin-token" } as const;

/**
 * Reads the token, or creates one if it is missing or invalid.
 * @param folder absent for in-memory data, whose token is not stored
 */
export async function loadFolderToken(
  folder: string | undefined,
  prefix: keyof typeof files = "tome_",
): Promise<string> {
  if (folder === undefined) return createSecret(prefix);
  const path = join(folder, files[prefix]);
  const storedToken = (await readPrivateFile(path))?.trim();
  if (storedToken?.startsWith(prefix) && /^[\w-]{43}$/.test(storedToken.slice(prefix.length)))
    return storedToken;
  const token = createSecret(prefix);
  await writePrivateFile(path, `${token}\n`);
  return token;
}

/** The token of a data folder, which can be replaced while the data is open. */
export interface FolderToken {
  readonly current: () => string;
  /** Creates a new token and stores it in the folder. */
  readonly replace: () => Promise<string>;
  /** Reads the file again: another process with the same folder may have replaced the token. */
  readonly reload: () => Promise<void>;
}

/** @param folder as for `loadFolderToken` */
export async function openFolderToken(folder: string | undefined): Promise<FolderToken> {
  let token = await loadFolderToken(folder);
  return {
    current: () => token,
    async replace() {
      const secret = createSecret();
      if (folder !== undefined) await writePrivateFile(join(folder, files.tome_), `${secret}\n`);
      token = secret;
      return secret;
    },
    async reload() {
      if (folder !== undefined) token = await loadFolderToken(folder);
    },
  };
}

/** Whether the folder has an owner's token, which means that it had data. */
export function hasFolderToken(folder: string): boolean {
  try {
    return readFileSync(join(folder, files.tome_), "utf8").startsWith("tome_");
  } catch {
    return false;
  }
}

/** Prefix of tokens for programs of users who sign in by SAML. */
export const toolPrefix = "tome_web_";

/** @returns a new secret of 256 bits; the prefix `tome_` identifies it for secret scanners */
export function createSecret(
  prefix: "tome_" | "tome_admin_" | typeof toolPrefix = "tome_",
): string {
  return prefix + randomBytes(32).toString("base64url");
}
