/** `.gitbook.yaml` of a synchronized repository: refused if it is invalid, and written only once. */
import { type ProjectPaths, readSettings } from "../../../../document/repository/settings.ts";
import { writeYaml } from "../../../../document/yaml.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { type ContentTree, isSameValue } from "../../content/tree/tree.ts";

/**
 * @param directory the folder of the project, "" for the whole repository
 * @param text absent if the file does not exist
 * @returns the redirects in the file, whose targets are not checked
 * @throws GitFailure for an invalid file, for paths outside the project, and for redirects that are
 * not pairs of a path and a file
 */
export function readProjectSettings(
  directory: string,
  text: string | undefined,
): { readonly paths: ProjectPaths; readonly redirects: Readonly<Record<string, string>> } {
  const { paths, redirects, faults } = readSettings(directory, text);
  for (const { reason, message } of faults) {
    if (reason !== "mistake") throw new GitFailure(reason, message);
  }
  return { paths, redirects };
}

/**
 * Redirects are written to a repository without settings; existing settings are not changed.
 * @param before the last synchronized content
 * @returns absent if there are no redirects
 */
export function createSettingsFile({ redirects }: ContentTree, before: ContentTree | undefined) {
  if (!redirects) return undefined;
  return {
    isUnchanged: isSameValue(before?.redirects, redirects),
    write: async (base: Uint8Array | undefined) =>
      base ?? Buffer.from(writeYaml({ redirects }), "utf8"),
  };
}
