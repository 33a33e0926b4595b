/** What git knows: which commit a run proves, and what was changed after it. */
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** The run writes them itself, so they make nothing stale. */
export const written = ["test/promises/last-full-run.json", "docs/promises.md"];

/**
 * @param {string} root
 * @returns {{ commit: string, isClean: boolean } | undefined} undefined without a history, as in a package
 */
export function stateOf(root) {
  const top = git(root, "rev-parse", "--show-toplevel");
  const commit = git(root, "rev-parse", "HEAD");
  if (top === undefined || commit === undefined || realpathSync(top) !== realpathSync(root)) {
    return undefined;
  }
  const status = git(root, "status", "--porcelain", "--", ".", ...except);
  return { commit, isClean: status === "" };
}

/**
 * How many of these files differ between two commits.
 *
 * @param {string} root
 * @param {string | null} from
 * @param {string} to
 * @param {readonly string[]} paths
 * @returns {number | undefined} undefined if this copy of the history does not have both
 */
export function countChanged(root, from, to, paths) {
  if (from === null) return undefined;
  const names = git(
    root,
    "diff",
    "--name-only",
    "--no-renames",
    from,
    to,
    "--",
    ...paths,
    ...except,
  );
  return names?.split("\n").filter(Boolean).length;
}

const except = written.map((path) => `:(exclude)${path}`);

/**
 * @param {string} root
 * @param {string[]} words
 */
function git(root, ...words) {
  try {
    return execFileSync("git", words, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
