/** Finds in a commit what of it is content: the files below the root, and the table of contents. */

import { GitFailure } from "../../engines/git/failure.ts";
import type { Entry, Repository } from "../../engines/git.ts";
import { outlineOfFolders } from "./outline.ts";
import { folderOf, isReadme, joined } from "./paths.ts";
import { type ProjectPlaces, projectPlaces, settingsName } from "./settings-file.ts";
import { readSummary, type SummaryPart } from "./summary.ts";

export interface Found {
  /** All files of the commit. */
  readonly entries: readonly Entry[];
  readonly places: ProjectPlaces;
  /** By their locations below the root of the content. */
  readonly files: ReadonlyMap<string, Entry>;
  /** The location of the page of a folder, "" for the root; the one of the settings there. */
  readonly readmeOf: (folder: string) => string | undefined;
  readonly parts: readonly SummaryPart[];
  /** Where the addresses in the parts begin. */
  readonly outlineFolder: string;
  /** The table of contents and the settings, where they are. */
  readonly special: readonly Entry[];
}

/** In bytes. */
const longestSummary = 4 * 1024 * 1024;

/** The settings of a project alone, for whoever writes. */
export async function placesIn(
  repository: Repository,
  entries: readonly Entry[],
  directory: string,
): Promise<{ readonly places: ProjectPlaces; readonly settings: Entry | undefined }> {
  const path = joined(directory, settingsName);
  const settings = entries.find((entry) => entry.path === path);
  const text = settings && (await textOf(repository, settings));
  return { places: projectPlaces(directory, text), settings };
}

/**
 * @param directory the folder of the project, "" for the whole repository
 * @throws GitFailure where there is no such folder, or neither a first page nor a table of contents
 */
export async function findProject(
  repository: Repository,
  commit: string,
  directory: string,
): Promise<Found> {
  const entries = await repository.entries(commit);
  if (directory !== "" && !entries.some(({ path }) => path.startsWith(`${directory}/`))) {
    throw new GitFailure("failed", `The repository has no folder ${directory}.`);
  }
  const { places, settings } = await placesIn(repository, entries, directory);
  const start = places.root === "" ? "" : `${places.root}/`;
  const files = new Map(
    entries
      .filter(({ path }) => path.startsWith(start))
      .map((entry) => [entry.path.slice(start.length), entry]),
  );
  const summary = entries.find(({ path }) => sameName(path, places.summary));
  const readme = [...files].find(([, { path }]) => sameName(path, places.readme))?.[0];
  if (!summary && readme === undefined) {
    throw new GitFailure(
      "failed",
      `There is neither ${places.readme} nor ${places.summary} in the repository; one of them is needed to begin with.`,
    );
  }
  const readmes = new Map<string, string>();
  for (const location of files.keys()) {
    if (isReadme(location)) readmes.set(folderOf(location), location);
  }
  if (readme !== undefined) readmes.set("", readme);
  return {
    entries,
    places,
    files,
    readmeOf: (folder) => readmes.get(folder),
    parts: summary
      ? readSummary(await textOf(repository, summary))
      : outlineOfFolders([...files.keys()], readme),
    outlineFolder: summary?.path.startsWith(start)
      ? folderOf(summary.path.slice(start.length))
      : "",
    special: [...(summary ? [summary] : []), ...(settings ? [settings] : [])],
  };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function textOf(repository: Repository, { oid, path, size }: Entry): Promise<string> {
  if (size > longestSummary) {
    throw new GitFailure("too-large", `${path} has more than ${longestSummary} bytes.`);
  }
  const bytes = (await repository.read([oid])).get(oid);
  return Buffer.from(bytes ?? []).toString("utf8");
}
