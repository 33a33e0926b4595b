/** Data folders: each must be used for nothing else, and be on a local disk. */
import { createHash } from "node:crypto";
import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { getDatabaseLocation } from "../../contract/database-address.ts";
import { ApiError } from "../../errors.ts";
import { preparePrivateFolder } from "../engines/private-files.ts";

/** Network file systems of Linux, by their type numbers in statfs. */
const shared: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
  [0x5346414f, "AFS"],
  [0x73757245, "Coda"],
  [0x564c, "NCP"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0x19830326, "BeeGFS"],
  [0x7461636f, "OCFS2"],
  [0x01161970, "GFS2"],
]);

/**
 * Files that a new data folder may contain: those of the operating system, of version control, and
 * of tome.
 */
const harmless = new Set([
  "lost+found",
  ".DS_Store",
  ".gitignore",
  ".gitkeep",
  "databases",
  "serve.json",
  // It remains if the data is moved out of the folder, and decrypts the secrets of a backup.
  "secrets.key",
]);

/**
 * Creates the folder if it does not exist, and restricts it to the owner.
 * @param file the file that identifies a data folder
 * @param typeOf returns the file system type of the folder
 * @throws ApiError 400 for a folder with other files, or on a network file system
 */
export async function prepareDataFolder(
  folder: string,
  file: string,
  loadType: (folder: string) => Promise<number> = readFileSystemType,
): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A file with this path is refused below.
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [] as string[];
    throw error;
  });
  // A folder with other files must not be restricted to the owner, as a data folder is.
  const other = names.find((name) => !harmless.has(name));
  if (other !== undefined && !names.includes(file)) {
    throw new ApiError(
      400,
      `${folder} contains other files, such as ${other}. Use a separate folder for the data, such as ${join(folder, "tome-data")}.`,
    );
  }
  await preparePrivateFolder(folder);
  const network = shared.get(await loadType(folder)) ?? (isUnc(folder) ? "SMB" : undefined);
  if (network !== undefined) {
    throw new ApiError(
      400,
      `${folder} is on a network file system (${network}), whose locks cannot protect the data. Use a folder on a local disk.`,
    );
  }
}

async function readFileSystemType(folder: string): Promise<number> {
  // Other operating systems use other numbers.
  return process.platform === "linux" ? (await statfs(folder)).type >>> 0 : 0;
}

/** A network share on Windows: `\\\\server\\share`. */
function isUnc(folder: string): boolean {
  return process.platform === "win32" && /^[\\/]{2}[^.?]/.test(folder);
}

/** The folder of this machine's tokens for a shared database. */
export function resolveDatabaseFolder(folder: string, address: string): string {
  const name = createHash("sha256").update(getDatabaseLocation(address)).digest("hex").slice(0, 16);
  return join(folder, "databases", name);
}
