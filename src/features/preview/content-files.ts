/** Files of a folder that an import reads. */
import type { RepositoryFile } from "../../document/repository/fault.ts";
import { UsageError } from "../../errors.ts";
import type { RepositoryFolder } from "../check/read-repository.ts";

const megabyte = 1024 * 1024;

/**
 * Lists the files below the root of `.gitbook.yaml` and the files that apply to all content.
 * @returns paths relative to the folder
 * @throws UsageError above the limits of an import
 */
export async function contentFiles(
  { files, read }: RepositoryFolder,
  named: string,
): Promise<string[]> {
  const [{ readSettings, settingsName }, { layOut }, limits] = await Promise.all([
    import("../../document/repository/settings.ts"),
    import("../../document/repository/outline.ts"),
    import("../../document/repository/limits.ts"),
  ]);
  const settingsFile = files.find(({ path }) => path === settingsName);
  const isShort = settingsFile !== undefined && settingsFile.size <= limits.longestSettings * 4;
  const { paths } = readSettings("", isShort ? await read(settingsName) : undefined);
  const layout = layOut(files, paths);
  const chosen = new Map<string, RepositoryFile>();
  const further = files.filter(({ path }) => path === settingsName || path.startsWith(".gitbook/"));
  for (const file of [...layout.files.values(), ...further]) chosen.set(file.path, file);
  if (layout.summary) chosen.set(layout.summary.path, layout.summary);
  const size = [...chosen.values()].reduce((sum, file) => sum + file.size, 0);
  const most = limits.mostText + limits.mostBytes;
  if (size > most) {
    throw new UsageError(
      `${named} has ${Math.ceil(size / megabyte)} MB, more than the import limit of ${most / megabyte} MB. Specify the documentation folder, or set root in ${settingsName}.`,
    );
  }
  return [...chosen.keys()];
}
