/** A remote repository, read and written by the git program by way of a temporary bare clone. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryAddress } from "./git/address.ts";
import type { FetchObjects } from "./git/clone.ts";
import { GitFailure } from "./git/failure.ts";
import { fetchingFrom, pushingTo } from "./git/local.ts";
import { type GitProgram, openProgram, type ProgramSettings, remoteName } from "./git/program.ts";
import type { ListedFolder } from "./outside.ts";

export interface Repository {
  readonly address: RepositoryAddress;
  /** Where the clone is. */
  readonly folder: string;
  /** The files of the folder, if that is no clone. */
  readonly listed?: ListedFolder;
  /**
   * Fetches the newest commit of a branch, and its folders. From a server that cannot leave them out,
   * the bytes of all files come along.
   * @throws GitFailure; "empty" if the repository has no commit, "no-branch" if it has no such branch
   */
  readonly fetch: (ref: string) => Promise<string>;
  readonly fetchObjects: FetchObjects;
  /** The same for a former commit. @returns false if the repository does not have it any more */
  readonly fetchCommit: (commit: string) => Promise<boolean>;
  /**
   * Puts a commit on the branch.
   * @param expected the commit that the branch is expected to be at; undefined if it should not exist
   * @throws GitFailure "rejected" if it is at another one
   */
  readonly push: (commit: string, ref: string, expected: string | undefined) => Promise<void>;
}

/** @throws GitFailure for all that goes wrong with the repository; what `work` throws */
export async function withRepository<T>(
  settings: Omit<ProgramSettings, "folder">,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tome-git-"));
  let program: GitProgram | undefined;
  try {
    program = await openProgram({ ...settings, folder });
    await createBare(folder);
    return await work(getRepository(program, settings.address, folder));
  } finally {
    await program?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What makes a folder an empty repository: a program less than `git init`. */
async function createBare(folder: string): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

const own = "refs/tome/remote";

function getRepository(
  { run }: GitProgram,
  address: RepositoryAddress,
  folder: string,
): Repository {
  const { url } = address;
  const fetching = fetchingFrom(address);
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  async function missingBranch(ref: string): Promise<GitFailure> {
    // Spread: one argument at most.
    const heads = await text("ls-remote", "--heads", ...fetching, "--", remoteName);
    return heads === ""
      ? new GitFailure("empty", `${url} is empty: it has no commit on any branch.`)
      : new GitFailure("no-branch", `${url} has no branch ${ref}.`);
  }
  return {
    address,
    folder,
    async fetch(ref) {
      try {
        await run([...shallowFetch, ...fetching, "--", remoteName, `+${ref}:${own}`]);
      } catch (error) {
        const isMissing = error instanceof GitFailure && error.reason === "no-branch";
        throw isMissing ? await missingBranch(ref) : error;
      }
      return (await readFile(join(folder, own), "utf8")).trim();
    },
    async fetchCommit(commit) {
      try {
        await run([...shallowFetch, ...fetching, "--", remoteName, commit]);
        return true;
      } catch (error) {
        if (error instanceof GitFailure && error.reason !== "timeout") return false;
        throw error;
      }
    },
    async fetchObjects(oids) {
      const asking = ["-c", "fetch.negotiationAlgorithm=noop", ...quietFetch, ...fetching];
      await run([...asking, "--stdin", "--", remoteName], oids.map((oid) => `${oid}\n`).join(""));
    },
    async push(commit, ref, expected) {
      // The branch must be at the commit's parent: history can only grow.
      const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
      const pushing = ["push", "--quiet", "--no-verify", ...pushingTo(address)];
      await run([...pushing, lease, "--", remoteName, `${commit}:${ref}`]);
    },
  };
}

const quietFetch = [
  "fetch",
  "--quiet",
  "--filter=blob:none",
  "--no-tags",
  "--no-recurse-submodules",
  "--no-write-fetch-head",
] as const;
const shallowFetch = [...quietFetch, "--depth=1"] as const;
