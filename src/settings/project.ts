/** Project file `.tome.json`, which can set the parents for a directory and nothing else. */

import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { FileRefusedError } from "../files/file-rules.ts";
import { readForeignFile } from "../files/foreign-file.ts";
import { findOwn } from "../json/own-members.ts";
import { parseObject } from "./json.ts";
import { getHomeFolder, type SettingsEnvironment } from "./paths.ts";
import { checkProfileName, checkValue, quoteValue, settingTable } from "./table.ts";

export interface ProjectSettings {
  /** The absolute path of the file. */
  readonly path: string;
  readonly org?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** The required profile. The file cannot select one. */
  readonly profile?: string | undefined;
}

const fileName = ".tome.json";
/** A project file cannot set values that only the user may decide, above all the base URL. */
const parents = ["org", "space", "site"] as const;
const allowed: readonly string[] = [...parents, "profile"];
const maximumBytes = 65_536;

/**
 * The nearest project file in `cwd` or a parent; the search ends at the home directory, else at the
 * root.
 * @throws UsageError naming the file and the invalid field
 */
export function readProject(cwd: string, env: SettingsEnvironment): ProjectSettings | undefined {
  const home = resolve(getHomeFolder(env));
  const ends = [home, existsSync(home) ? realpathSync(home) : home];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    if (isFile(path) && !isPlanted(folder, path)) {
      return readProjectFile(path);
    }
    if (ends.includes(folder) || folder === dirname(folder)) return undefined;
  }
}

function readProjectFile(path: string): ProjectSettings {
  const document = parseObject(readProjectText(path));
  if (document === undefined) {
    throw new UsageError(
      `The project file ${path} must be a JSON object of no more than ${maximumBytes} bytes.`,
    );
  }
  const unknown = Object.keys(document).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    throw new UsageError(
      `The project file ${path} contains the unknown field ${quoteValue(unknown)}. Valid fields are ${allowed.join(", ")}.`,
    );
  }
  const read = (key: (typeof parents)[number]): string | undefined => {
    const given = findOwn(document, key);
    if (given === undefined) return undefined;
    const where = `The value of ${key} in the project file ${path}`;
    return checkValue(settingTable[key], given, { where, folder: dirname(path) });
  };
  const profile = findOwn(document, "profile");
  return {
    path,
    org: read("org"),
    space: read("space"),
    site: read("site"),
    profile:
      profile === undefined
        ? undefined
        : checkProfileName(profile, `The value of profile in the project file ${path}`),
  };
}

/**
 * The author of the directory may have written the file.
 * @throws FileRefusedError for a link that leads out of its directory, and for a file that is too
 *   large
 */
function readProjectText(path: string): string {
  // Copies of a checkout may share the file by a hard link. At most its names appear in messages.
  const options = {
    limit: maximumBytes,
    shown: `The project file ${path}`,
    mayHaveNames: true,
  };
  try {
    return readForeignFile(dirname(path), fileName, options).toString("utf8");
  } catch (error) {
    if (error instanceof FileRefusedError && error.fileRule === "too-large") return "";
    throw error;
  }
}

/** A file whose status cannot be read counts as absent. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether another user may have placed the file there, as anyone can in /tmp. */
function isPlanted(folder: string, path: string): boolean {
  if (process.getuid === undefined) return false;
  const owner = lstatSync(path).uid;
  const isOpenToAll = (statSync(folder).mode & 0o002) !== 0;
  return isOpenToAll && owner !== process.getuid() && owner !== 0;
}
