/** Puts the files of `tome export` into a backup: people, teams, content, docs sites, specifications. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { Problem } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { exportInto, schemaFolder } from "../organization-files/export.ts";
import { lockName } from "../organization-files/lock.ts";
import type { NewBackup } from "./folder.ts";

/** Where they are in a backup. */
const filesFolder = "organization";
/** In bytes; the file with the resources of a large organization has some megabytes. */
const largest = 256 * 1024 * 1024;

/**
 * @param miss told if they cannot be read; then those of the earlier backup stay
 * @returns what they do not say, as sentences
 */
export async function copyFiles(
  context: Context,
  backup: NewBackup,
  { organizationId }: { readonly organizationId: string },
  miss: (what: string, error: Error) => void,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tome-backup-"));
  try {
    // With the earlier lock each thing keeps its key.
    const lock = await backup.readEarlier(`${filesFolder}/${lockName}`);
    const files = openForeignFolder(folder);
    if (lock !== undefined) await files.create(lockName, lock, { mode: 0o600 });
    const { notes } = await exportInto(context, { organizationId, folder, force: true });
    for (const name of await files.listFiles()) {
      // Every export writes the schemas.
      if (name.startsWith(`${schemaFolder}/`)) continue;
      await backup.add(`${filesFolder}/${name}`, await files.readBytes(name, { limit: largest }));
    }
    return notes;
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    await backup.goBack(filesFolder);
    // Whoever may read the spaces alone has a backup of them.
    if (error.status === 403) {
      return [
        `The files of the organization are left out, as you may not read all of it: ${error.message}`,
      ];
    }
    miss("the files of the organization", error);
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
