/** Folders and repositories that are typed for a command which imports something else. Loaded on demand. */
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";

/** The commands that may get such a word, with a sentence about what they import instead. */
const imports: Readonly<Record<string, string>> = {
  import: "tome import reads websites.",
  "import start": "tome import start reads a website.",
  "git import": "tome git import reads the repository of a space, or of --url.",
  "space import": "tome space has no command import.",
  "git clone": "tome git has no command clone.",
};

/**
 * @param path the words of the command
 * @param rest the words after it
 * @returns undefined if no argument is a folder or a repository
 */
export function findSourceError(
  path: readonly string[],
  rest: readonly string[],
): UsageError | undefined {
  const message = findOwn(imports, path.join(" "));
  const isValue = (at: number) => /^-[^=]*$/.test(rest[at - 1] ?? "");
  const word = rest.find((one, at) => !one.startsWith("-") && !isValue(at));
  if (message === undefined || word === undefined) return undefined;
  const space = findSpace(rest);
  if (isRepository(word)) {
    const hint = `tome git connect ${space ?? "<space>"} --repo ${word}`;
    return new UsageError(`${message} To import a repository, connect a space to it.`, hint);
  }
  if (!isFolder(word)) return undefined;
  return space === undefined
    ? new UsageError(
        `${message} To import a folder, create a space from it.`,
        `tome space create --title ${getTitle(word)} --from-folder ${word}`,
      )
    : new UsageError(
        `${message} To import a folder, connect the space to its repository.`,
        `tome git connect ${space} --repo ${word}`,
      );
}

function isFolder(word: string): boolean {
  return /^(?:~|\.{1,2})?[\\/]|^\.{1,2}$|^[a-z]:[\\/]/i.test(word);
}

/** A URL of a web page on such a host may be a website. */
function isRepository(word: string): boolean {
  if (/\.git\/?$/.test(word) || /^git@[\w.-]+:/.test(word)) return true;
  return /^(?:github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+\/?$/.test(word);
}

/** The value of `--space`, quoted as it was typed if it needs no quotes. */
function findSpace(rest: readonly string[]): string | undefined {
  const at = rest.findIndex((one) => one === "--space" || one.startsWith("--space="));
  const value =
    at === -1 ? undefined : (/^--space=(.*)$/.exec(rest[at] ?? "")?.[1] ?? rest[at + 1]);
  return value !== undefined && /^[\w./:@-]+$/.test(value) ? value : undefined;
}

function getTitle(folder: string): string {
  const name = folder.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  return /^[\w-][\w.-]*$/.test(name) ? name : "<title>";
}
