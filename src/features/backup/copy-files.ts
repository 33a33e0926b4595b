/** Configuration files of the organization (`tome export`) in a backup. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { exportInto, schemaFolder } from "../organization-files/export.ts";
import { lockName } from "../organization-files/lock.ts";
import type { NewBackup } from "./folder.ts";

/** Folder of the configuration files in a backup. */
const filesFolder = "organization";
/** In bytes; the file with the resources of a large organization has some megabytes. */
const maximumFileSize = 256 * 1024 * 1024;

/**
 * @param miss called if the organization cannot be read; then the files of the earlier backup are kept
 * @returns sentences about data that the files do not contain
 */
export async function copyFiles(
  context: Context,
  backup: NewBackup,
  { organizationId }: { readonly organizationId: string },
  miss: (what: string, error: Error) => void,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tome-backup-"));
  try {
    // The earlier lock preserves the keys of resources.
    const lock = await backup.readEarlier(`${filesFolder}/${lockName}`);
    const files = openForeignFolder(folder);
    if (lock !== undefined) await files.create(lockName, lock, { mode: 0o600 });
    const { notes } = await exportInto(context, { organizationId, folder, force: true });
    for (const name of await files.listFiles()) {
      // Schemas are not data of the organization.
      if (name.startsWith(`${schemaFolder}/`)) continue;
      await backup.add(
        `${filesFolder}/${name}`,
        await files.readBytes(name, { limit: maximumFileSize }),
      );
    }
    return notes;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    await backup.goBack(filesFolder);
    // A user who may read only the spaces can still back them up.
    if (error.status === 403) {
      return [
        `The backup does not include the configuration files of the organization because you do not have permission to read all of it: ${error.message}`,
      ];
    }
    miss("the configuration files of the organization", error);
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
