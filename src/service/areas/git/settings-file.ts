/** `.gitbook.yaml` of a repository that is synchronized: refused if it cannot be read, and written once. */
import { type ProjectPaths, readSettings } from "../../../document/repository/settings.ts";
import { writeYaml } from "../../../document/yaml.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { sameValue, type Tree } from "../content/tree.ts";

/**
 * @param directory the folder of the project, "" for the whole repository
 * @param text absent if there is no such file
 * @returns the redirects as the file has them; whether they lead anywhere is not checked
 * @throws GitFailure for a file that cannot be read, for paths outside the project, and for
 * redirects that are no pairs of a path and a file
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
 * Redirects go to a repository that has no settings; those that are there stay as they are.
 * @param before the content that was in sync last
 * @returns absent if there is nothing to say
 */
export function settingsFile({ redirects }: Tree, before: Tree | undefined) {
  if (!redirects) return undefined;
  return {
    isUnchanged: sameValue(before?.redirects, redirects),
    write: async (base: Uint8Array | undefined) =>
      base ?? Buffer.from(writeYaml({ redirects }), "utf8"),
  };
}
