/** `.gitbook.yaml`: where the content is in a repository. */
import { GitFailure } from "../../engines/git/failure.ts";
import { readYaml } from "../../engines/yaml.ts";
import { isOutsideGit, joinPath, resolvePath } from "./paths.ts";

export const settingsName = ".gitbook.yaml";

/** Paths from the root of the repository. */
export interface ProjectPaths {
  /** The folder that locations of pages start from. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
}

const longest = 64 * 1024;

/**
 * @param directory the folder of the project, "" for the whole repository
 * @param text absent if there is no such file
 * @throws GitFailure for a file that cannot be read, and for paths outside the project
 */
export function readProjectPaths(directory: string, text: string | undefined): ProjectPaths {
  const { root, structure } = asObject(text === undefined ? {} : read(text));
  const folder = within(directory, root, "root", "");
  const { readme, summary } = asObject(structure);
  return {
    root: folder,
    readme: within(folder, readme, "structure.readme", "README.md"),
    summary: within(folder, summary, "structure.summary", "SUMMARY.md"),
  };
}

function within(folder: string, value: unknown, name: string, usual: string): string {
  const text = value ?? usual;
  const path = typeof text === "string" ? resolvePath("", text.replace(/^\/+/, "")) : undefined;
  if (path === undefined || !isOutsideGit(path)) {
    throw new GitFailure(
      "failed",
      `${name} of ${settingsName} names no place inside the project; give a path such as ./docs.`,
    );
  }
  return joinPath(folder, path);
}

function read(text: string): unknown {
  try {
    if (text.length > longest) throw new Error(`it has more than ${longest} characters`);
    return readYaml(text);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new GitFailure("failed", `${settingsName} cannot be read: ${why.replace(/[:.]$/, "")}.`);
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}
