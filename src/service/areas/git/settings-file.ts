/** `.gitbook.yaml`: where the content is in a repository, and the redirects of its space. */
import { GitFailure } from "../../engines/git/failure.ts";
import { readYaml, writeYaml } from "../../engines/yaml.ts";
import { sameValue, type Tree } from "../content/tree.ts";
import { isOutsideGit, joinPath, resolvePath } from "./paths.ts";

export const settingsName = ".gitbook.yaml";

/** Paths from the root of the repository. */
export interface ProjectPaths {
  readonly settings: string;
  /** The folder that locations of pages start from. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
}

const longest = 64 * 1024;
/** They are a part of every stored revision. */
const mostRedirects = 1000;

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
    settings: joinPath(directory, settingsName),
    root: folder,
    readme: within(folder, readme, "structure.readme", "README.md"),
    summary: within(folder, summary, "structure.summary", "SUMMARY.md"),
  };
}

/**
 * @param text absent if there is no such file
 * @returns as the file has them; whether they lead anywhere is not checked
 * @throws GitFailure unless they are pairs of a path and a file
 */
export function readRedirects(text: string | undefined): Readonly<Record<string, string>> {
  const { redirects = null } = asObject(text === undefined ? {} : read(text));
  if (redirects === null) return {};
  const pairs = Object.entries(asObject(redirects));
  if (pairs.length > mostRedirects) {
    throw new GitFailure(
      "too-large",
      `${settingsName} has ${pairs.length} redirects; at most ${mostRedirects} are taken.`,
    );
  }
  const isValid = typeof redirects === "object" && !Array.isArray(redirects);
  const wrong = pairs.find(([, to]) => typeof to !== "string");
  if (!isValid || wrong) {
    const which = wrong ? ` The one from ${wrong[0]} has no file.` : "";
    throw new GitFailure(
      "failed",
      `redirects of ${settingsName} must be lines such as previous/page: new-folder/page.md.${which}`,
    );
  }
  return Object.fromEntries(pairs.map(([from, to]) => [from, String(to)]));
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
