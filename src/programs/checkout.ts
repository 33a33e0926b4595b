/**
 * Access to a local checkout without trusting it: the author of the directory also wrote its Git
 * configuration, which can name programs. Git is therefore started on an empty repository of its
 * own and gets only the index and the objects of the checkout, so that the configuration of the
 * directory is never read.
 */
import { lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { FileRefusedError, requireRegular } from "../files/file-rules.ts";
import { readForeignFile } from "../files/foreign-file.ts";
import { createGitEnvironment, safeSettings, startGit } from "./git.ts";

export interface Checkout {
  /** The root of the working tree. */
  readonly top: string;
  /** The directory with `HEAD` and `index`. */
  readonly gitFolder: string;
  /** The directory with `objects` and `info`; a different one in a linked worktree. */
  readonly commonFolder: string;
}

/** In milliseconds, for one listing; a directory can contain a pipe that never responds. */
const listingTimeout = 30_000;
const maximumListing = 256 * 1024 * 1024;
/** Of `HEAD`, `.git` and `commondir`, in bytes. */
const maximumPointer = 8 * 1024;

/**
 * Finds the checkout that a directory belongs to: the nearest parent with a `.git`. A directory
 * that merely has the layout of a repository does not count.
 */
export async function findCheckout(folder: string): Promise<Checkout | undefined> {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const gitFolder = await findGitFolder(top);
    if (gitFolder !== undefined) {
      const common = await readPointer(join(gitFolder, "commondir"));
      const commonFolder = common === undefined ? gitFolder : resolve(gitFolder, common);
      return { top, gitFolder, commonFolder };
    }
    if (dirname(top) === top) return undefined;
  }
}

async function findGitFolder(top: string): Promise<string | undefined> {
  const path = join(top, ".git");
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isDirectory()) return path;
  const [, target] = /^gitdir: (.+)$/.exec((await readPointer(path)) ?? "") ?? [];
  return target === undefined ? undefined : resolve(top, target);
}

/** Files of a repository that Git reads first, and would wait for if they were pipes. */
const firstFiles = ["HEAD", "config", "config.worktree", "packed-refs", "shallow", "index"];

/** @throws UsageError if Git would wait for a pipe or device in the repository */
export async function requireReadable({ gitFolder, commonFolder }: Checkout): Promise<void> {
  const rules = ["objects/info/alternates", "info/attributes", "info/exclude", "info/grafts"];
  const paths = [...new Set([gitFolder, commonFolder])].flatMap((folder) =>
    [...firstFiles, ...rules].map((name) => join(folder, name)),
  );
  for (const path of paths) {
    const entry = await stat(path).catch(() => undefined);
    if (entry !== undefined) requireRegular(entry, path);
  }
}

/** @returns the full name of the branch; undefined for a detached HEAD */
export async function readBranch({ gitFolder }: Checkout): Promise<string | undefined> {
  const head = await readPointer(join(gitFolder, "HEAD"));
  return /^ref: (refs\/heads\/(?!\.invalid$).+)$/.exec(head ?? "")?.[1];
}

/** @returns the text of a small regular file; undefined for anything else */
async function readPointer(path: string): Promise<string | undefined> {
  try {
    const options = { limit: maximumPointer, shown: path };
    return readForeignFile(dirname(path), basename(path), options).toString("utf8").trimEnd();
  } catch (error) {
    if (error instanceof FileRefusedError) return undefined;
    throw error;
  }
}

/**
 * Lists the files at or below a directory that Git tracks, or would add.
 * @returns paths relative to the directory; undefined if git is not installed or cannot read the
 *   index
 */
export async function listCheckout(
  checkout: Checkout,
  folder: string,
): Promise<string[] | undefined> {
  if (await hasBlockingFile(checkout, folder)) return undefined;
  const own = await mkdtemp(join(tmpdir(), "tome-list-"));
  try {
    await createEmptyRepository(own, checkout.gitFolder);
    for (const format of ["sha1", "sha256"]) {
      await writeFile(join(own, "config"), buildConfiguration(format));
      const output = await runListing(own, checkout, folder);
      if (output === "stopped") return undefined;
      if (output !== "failed") return [...new Set(output.text.split("\0").filter(Boolean))];
    }
    return undefined;
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Directories that are searched for a file that Git would wait for; others are left to the timeout. */
const maximumFolders = 2000;

/** Whether Git would read its ignore rules from a pipe, and wait for it. */
async function hasBlockingFile({ top }: Checkout, folder: string): Promise<boolean> {
  const folders = [resolve(folder)];
  for (let above = resolve(folder); above !== top && above !== dirname(above); ) {
    above = dirname(above);
    const rules = await lstat(join(above, ".gitignore")).catch(() => undefined);
    if (rules !== undefined && !rules.isFile() && !rules.isSymbolicLink()) return true;
  }
  for (const [index, below] of folders.entries()) {
    if (index >= maximumFolders) break;
    const entries = await readdir(below, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory()) {
        if (entry.name !== ".git" && entry.name !== "node_modules") {
          folders.push(join(below, entry.name));
        }
      } else if (entry.name === ".gitignore" && !entry.isFile() && !entry.isSymbolicLink()) {
        return true;
      }
    }
  }
  return false;
}

async function createEmptyRepository(own: string, gitFolder: string): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(join(own, name));
  await writeFile(join(own, "HEAD"), "ref: refs/heads/main\n");
  // A split index refers to them by a name relative to the repository.
  for (const name of await readdir(gitFolder)) {
    if (name.startsWith("sharedindex.")) await symlink(join(gitFolder, name), join(own, name));
  }
}

function buildConfiguration(format: string): string {
  if (format === "sha1") return "[core]\n\trepositoryformatversion = 0\n";
  return `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = ${format}\n`;
}

/** A listing that timed out is not repeated. */
type CheckoutListing = { readonly text: string } | "failed" | "stopped";

async function runListing(
  own: string,
  { top, gitFolder, commonFolder }: Checkout,
  folder: string,
): Promise<CheckoutListing> {
  const index = join(gitFolder, "index");
  const entry = await lstat(index).catch(() => undefined);
  // Git would wait for a pipe.
  if (entry !== undefined && !entry.isFile()) return "failed";
  const exclude = join(commonFolder, "info", "exclude");
  const hasExclude = (await lstat(exclude).catch(() => undefined))?.isFile() === true;
  const env = {
    ...createGitEnvironment(own, [["protocol.allow", "never"], ...safeSettings]),
    GIT_DIR: own,
    GIT_WORK_TREE: top,
    GIT_INDEX_FILE: index,
    // A sparse index is expanded from the trees of its commit.
    GIT_OBJECT_DIRECTORY: join(commonFolder, "objects"),
    GIT_NO_LAZY_FETCH: "1",
  };
  const args = [
    ...["-C", folder],
    ...["ls-files", "-z", "--cached", "--others", "--exclude-per-directory=.gitignore"],
    ...(hasExclude ? [`--exclude-from=${exclude}`] : []),
    ...["--", "."],
  ];
  // Windows searches the working directory for programs first, so it must not be the checkout.
  const child = startGit(args, { cwd: own, env, signal: AbortSignal.timeout(listingTimeout) });
  child.stdin.end();
  child.stderr.resume();
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (bytes: Buffer) => {
    size += bytes.length;
    if (size > maximumListing) child.kill("SIGKILL");
    else parts.push(bytes);
  });
  return new Promise((end) => {
    child.on("error", () => end("failed"));
    child.on("close", (code) => {
      if (code === null) end("stopped");
      else end(code === 0 ? { text: Buffer.concat(parts).toString() } : "failed");
    });
  });
}
