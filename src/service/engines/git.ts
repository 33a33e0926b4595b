/** A remote repository, read and written by the git program by way of a temporary bare clone. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryAddress } from "./git/address.ts";
import { type Clone, cloneOf } from "./git/clone.ts";
import { GitFailure } from "./git/failure.ts";
import { fetchingFrom, pushingTo } from "./git/local.ts";
import { type GitProgram, openProgram, type ProgramSettings } from "./git/program.ts";

export interface Repository extends Clone {
  readonly address: RepositoryAddress;
  /** Where the clone is. */
  readonly folder: string;
  /**
   * Fetches the newest commit of a branch.
   * @throws GitFailure; "empty" if the repository has no commit, "no-branch" if it has no such branch
   */
  readonly fetch: (ref: string) => Promise<string>;
  /** @returns false if the repository does not have it any more */
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
    await program.run(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", "."]);
    return await work(repositoryOf(program, settings.address, folder));
  } finally {
    await program?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const own = "refs/tome/remote";

function repositoryOf({ run }: GitProgram, address: RepositoryAddress, folder: string): Repository {
  const { url } = address;
  const fetching = fetchingFrom(address);
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  return {
    ...cloneOf(run),
    address,
    folder,
    async fetch(ref) {
      // Spread: one argument at most.
      const heads = await text("ls-remote", "--heads", ...fetching, "--", url);
      if (heads === "") {
        throw new GitFailure("empty", `${url} is empty: it has no commit on any branch.`);
      }
      if (!heads.split("\n").some((line) => line.split("\t")[1] === ref)) {
        throw new GitFailure("no-branch", `${url} has no branch ${ref}.`);
      }
      await run([...shallowFetch, ...fetching, "--", url, `+${ref}:${own}`]);
      return text("rev-parse", "--verify", `${own}^{commit}`);
    },
    async fetchCommit(commit) {
      try {
        await run([...shallowFetch, ...fetching, "--", url, commit]);
        return true;
      } catch (error) {
        if (error instanceof GitFailure && error.reason !== "timeout") return false;
        throw error;
      }
    },
    async push(commit, ref, expected) {
      // The branch must be at the commit's parent: history can only grow.
      const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
      const pushing = ["push", "--quiet", "--no-verify", ...pushingTo(address)];
      await run([...pushing, lease, "--", url, `${commit}:${ref}`]);
    },
  };
}

const shallowFetch = [
  "fetch",
  "--quiet",
  "--depth=1",
  "--no-tags",
  "--no-recurse-submodules",
  "--no-write-fetch-head",
] as const;
