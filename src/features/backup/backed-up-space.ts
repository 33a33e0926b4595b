/** Access to a space in a backup. */
import type { JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asObjects, isList, type JsonValue } from "../../json/values.ts";
import { readRecorded, readRecordedJson } from "./folder.ts";
import type { BackupManifest, SpaceRecord } from "./manifest.ts";
import {
  type BackupPage,
  commentsName,
  indexLocations,
  listBackupPages,
  revisionName,
  spaceName,
} from "./space-content.ts";

export interface BackedUpSpace {
  readonly entry: SpaceRecord;
  /** The space as the platform returned it. */
  readonly space: JsonObject;
  readonly revision: JsonObject;
  /** Parents come before their children. */
  readonly pages: readonly BackupPage[];
  readonly files: readonly JsonObject[];
  /** The document of a page or reusable content; undefined if it has none. */
  readonly document: (id: string) => Promise<JsonObject | undefined>;
  /** Undefined if the file could not be read for the backup. */
  readonly fileBytes: (id: string) => Promise<Buffer | undefined>;
  /** Open comments with their replies: `{comment, replies}`. */
  readonly comments: readonly JsonObject[];
}

/**
 * Reads every file of the space once, so that damaged files are detected before the first write.
 * @param root the folder of the backup
 * @throws UsageError for a file that is missing or damaged
 */
export async function openBackedUpSpace(
  root: string,
  manifest: BackupManifest,
  entry: SpaceRecord,
): Promise<BackedUpSpace> {
  const folder = `spaces/${entry.key}/`;
  const spaceFiles = manifest.files.filter(({ path }) => path.startsWith(folder));
  for (const file of spaceFiles) await readRecorded(root, file);
  const entries = new Map(spaceFiles.map((file) => [file.path.slice(folder.length), file]));
  const bytes = async (path: string): Promise<Buffer | undefined> => {
    const file = entries.get(path);
    return file && readRecorded(root, file);
  };
  const json = async (path: string): Promise<JsonValue | undefined> => {
    const file = entries.get(path);
    return file && readRecordedJson(root, file);
  };
  if (!entries.has(revisionName)) {
    throw new UsageError(
      `The backup contains no ${folder}${revisionName}. No changes were made.`,
      `tome backup verify ${root}`,
    );
  }
  const revision = asObject(await json(revisionName));
  const locations = indexLocations(revision);
  const comments = await json(commentsName);
  return {
    entry,
    space: asObject(await json(spaceName)),
    revision,
    pages: listBackupPages(revision),
    files: asObjects(revision.files),
    async document(id) {
      const value = await json(locations.document(id));
      return value === undefined ? undefined : asObject(value);
    },
    fileBytes: (id) => bytes(locations.files.get(id) ?? ""),
    comments: isList(comments) ? comments.map(asObject) : [],
  };
}
