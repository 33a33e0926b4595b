/** Content of a commit: the files below the root, and the table of contents. */

import { longestSummary } from "../../../../document/repository/import-limits.ts";
import { buildFolderOutline, layOut } from "../../../../document/repository/outline.ts";
import { isMarkdown, joinPath } from "../../../../document/repository/paths.ts";
import { type ProjectPaths, settingsName } from "../../../../document/repository/settings.ts";
import type { SummaryPart } from "../../../../document/repository/summary.ts";
import { computeSum, type ReadableClone, type TreeEntry } from "../../../engines/git/clone.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { readSummary } from "../export/summary.ts";
import { decodeText } from "./decode-text.ts";
import { readProjectSettings } from "./settings-file.ts";

export interface ProjectFiles {
  /** All files of the commit. */
  readonly entries: readonly TreeEntry[];
  readonly paths: ProjectPaths;
  /** By their locations below the root of the content. */
  readonly files: ReadonlyMap<string, TreeEntry>;
  /** The location of the page of a folder, "" for the root; the configured README there. */
  readonly findReadme: (folder: string) => string | undefined;
  readonly parts: readonly SummaryPart[];
  /** The folder from which relative URLs in the parts are resolved. */
  readonly outlineFolder: string;
  readonly redirects: Readonly<Record<string, string>>;
  /** The table of contents and the settings, if they exist. */
  readonly special: readonly TreeEntry[];
}

/** Reads only the settings of a project. */
export async function findProjectPaths(
  clone: ReadableClone,
  entries: readonly TreeEntry[],
  directory: string,
): Promise<{
  readonly paths: ProjectPaths;
  readonly redirects: Readonly<Record<string, string>>;
  readonly settings: TreeEntry | undefined;
}> {
  const path = joinPath(directory, settingsName);
  const settings = entries.find((entry) => entry.path === path);
  const text = settings && (await readText(clone, settings));
  return { ...readProjectSettings(directory, text), settings };
}

/**
 * @param directory the folder of the project, "" for the whole repository
 * @throws GitFailure if the folder does not exist, or has neither a first page nor a table of
 * contents
 */
export async function findProjectFiles(
  clone: ReadableClone,
  commit: string,
  directory: string,
): Promise<ProjectFiles> {
  const entries = await clone.entries(commit);
  if (directory !== "" && !entries.some(({ path }) => path.startsWith(`${directory}/`))) {
    throw new GitFailure("failed", `The repository has no folder ${directory}.`);
  }
  const { paths, redirects, settings } = await findProjectPaths(clone, entries, directory);
  const { files, summary, readme, findReadme, outlineFolder } = layOut(entries, paths);
  if (!summary && readme === undefined) {
    throw new GitFailure(
      "failed",
      `The repository has neither ${paths.readme} nor ${paths.summary}. Add at least one of them.`,
    );
  }
  const likely = [...(summary ? [summary] : []), ...listLikelyNeeded([...files.values()])];
  await clone.sizes(likely.map(({ oid }) => oid));
  return {
    entries,
    paths,
    files,
    findReadme,
    parts: summary
      ? readSummary(await readText(clone, summary))
      : buildFolderOutline([...files.keys()], readme),
    outlineFolder,
    redirects,
    special: [...(summary ? [summary] : []), ...(settings ? [settings] : [])],
  };
}

/** With more pictures than this, most are not used by pages. */
const mostPictures = 200;

/** The files that most imports read; fetching them together takes one response of the server. */
function listLikelyNeeded(files: readonly TreeEntry[]): TreeEntry[] {
  const pictures = files.filter(({ path }) => /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(path));
  const few = pictures.length <= mostPictures ? pictures : [];
  return [
    ...files.filter(({ path }) => isMarkdown(path) || /(^|\/)\.gitbook\//.test(path)),
    ...few,
  ];
}

async function readText(clone: ReadableClone, { oid, path }: TreeEntry): Promise<string> {
  if (computeSum(await clone.sizes([oid])) > longestSummary) {
    throw new GitFailure("too-large", `${path} exceeds the limit of ${longestSummary} bytes.`);
  }
  const bytes = (await clone.read([oid])).get(oid);
  return decodeText(bytes, path);
}
