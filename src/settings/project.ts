/** Reads the project file `.tome.json`, which may name the parents for a folder, and decides nothing else. */
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { FileRefusedError } from "../files/file-rules.ts";
import { readForeignFile } from "../files/foreign-file.ts";
import { member, parseObject } from "./json.ts";
import { type Environment, homeFolder } from "./paths.ts";
import { checkProfileName, checkValue, quoted, settingTable } from "./table.ts";

export interface Project {
  /** The absolute path of the file. */
  readonly path: string;
  readonly org?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** The profile that it expects; it cannot choose one. */
  readonly profile?: string | undefined;
}

const fileName = ".tome.json";
/** A project file sets nothing that is for the person to decide, above all not the base address. */
const parents = ["org", "space", "site"] as const;
const allowed: readonly string[] = [...parents, "profile"];
const maximumBytes = 65_536;

/**
 * The nearest project file in `cwd` or above; the search ends at the home folder, else at the root.
 * @throws UsageError naming the file and the member at fault
 */
export function readProject(cwd: string, env: Environment): Project | undefined {
  const home = resolve(homeFolder(env));
  const ends = [home, existsSync(home) ? realpathSync(home) : home];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    if (isFile(path) && !isPlanted(folder, path)) {
      return readProjectFile(path);
    }
    if (ends.includes(folder) || folder === dirname(folder)) return undefined;
  }
}

function readProjectFile(path: string): Project {
  const document = parseObject(readProjectText(path));
  if (document === undefined) {
    throw new UsageError(
      `The project file ${path} must be a JSON object of at most ${maximumBytes} bytes.`,
    );
  }
  const unknown = Object.keys(document).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    throw new UsageError(
      `The project file ${path} may hold only ${allowed.join(", ")}; it holds ${quoted(unknown)}.`,
    );
  }
  const read = (key: (typeof parents)[number]): string | undefined => {
    const given = member(document, key);
    if (given === undefined) return undefined;
    const where = `The value of ${key} in the project file ${path}`;
    return checkValue(settingTable[key], given, { where, folder: dirname(path) });
  };
  const profile = member(document, "profile");
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
 * Whoever made the folder may have written the file.
 * @throws FileRefusedError for a link that leads out of its folder, and for a file that is too large
 */
function readProjectText(path: string): string {
  // Copies of a checkout may share it by a hard link, and no more than its names are ever shown.
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

/** Whether another user may have put the file there on purpose, as anybody can in /tmp. */
function isPlanted(folder: string, path: string): boolean {
  if (process.getuid === undefined) return false;
  const owner = lstatSync(path).uid;
  const isOpenToAll = (statSync(folder).mode & 0o002) !== 0;
  return isOpenToAll && owner !== process.getuid() && owner !== 0;
}
