/** Remote Git repositories, read and written by the git program with a temporary bare clone. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GitSetting, safeSettings } from "../../programs/git.ts";
import type { RepositoryAddress } from "./git/address.ts";
import type { FetchObjects } from "./git/clone.ts";
import { GitFailure } from "./git/failure.ts";
import { type GitProgram, openProgram, type ProgramSettings, remoteName } from "./git/program.ts";
import type { ListedFolder } from "./network/egress.ts";

export interface Repository {
  readonly address: RepositoryAddress;
  /** The folder of the clone. */
  readonly folder: string;
  /** The files of the folder, for a source that is not a repository. */
  readonly listed?: ListedFolder;
  /**
   * Fetches the newest commit of a branch with its trees. A server without partial clone support
   * sends the contents of all files too.
   * @throws GitFailure; "empty" if the repository has no commit, "no-branch" if it has no such
   * branch
   */
  readonly fetch: (ref: string) => Promise<string>;
  readonly fetchObjects: FetchObjects;
  /**
   * The commits of all branches by their full names, without fetching them.
   * @throws GitFailure
   */
  readonly listBranches: () => Promise<ReadonlyMap<string, string>>;
  /**
   * The full name of the branch that the remote HEAD refers to.
   * @returns undefined if the repository is empty, or the server does not send it
   */
  readonly findDefaultBranch: () => Promise<string | undefined>;
  /**
   * Whether a branch's history was rewritten: its newest commit does not follow an earlier one.
   * Fetches commits without their trees, so it must follow all other fetches.
   */
  readonly isRewritten: (head: string, earlier: string) => Promise<boolean>;
  /**
   * Fetches an older commit.
   * @returns false if the repository no longer has it
   */
  readonly fetchCommit: (commit: string) => Promise<boolean>;
  /**
   * Pushes a commit to the branch.
   * @param expected the expected commit of the branch; undefined if the branch must not exist
   * @throws GitFailure "rejected" if the branch has another commit
   */
  readonly push: (commit: string, ref: string, expected: string | undefined) => Promise<void>;
}

/** @throws GitFailure for any failure of the repository; any error of `work` */
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

/** Creates an empty repository without starting `git init`. */
async function createBare(folder: string): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

const remoteRef = "refs/tome/remote";

function getRepository(
  { run }: GitProgram,
  address: RepositoryAddress,
  folder: string,
): Repository {
  const { url } = address;
  const fetching = getFetchArguments(address);
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  async function missingBranch(ref: string): Promise<GitFailure> {
    // Spread: at most one argument.
    const heads = await text("ls-remote", "--heads", ...fetching, "--", remoteName);
    return heads === ""
      ? new GitFailure("empty", `${url} is empty: no branch has a commit.`)
      : new GitFailure("no-branch", `${url} has no branch ${ref}.`);
  }
  return {
    address,
    folder,
    async fetch(ref) {
      try {
        await run([...shallowFetch, ...fetching, "--", remoteName, `+${ref}:${remoteRef}`]);
      } catch (error) {
        const isMissing = error instanceof GitFailure && error.reason === "no-branch";
        throw isMissing ? await missingBranch(ref) : error;
      }
      return (await readFile(join(folder, remoteRef), "utf8")).trim();
    },
    async listBranches() {
      // Spread: at most one argument.
      const heads = await text("ls-remote", "--heads", ...fetching, "--", remoteName);
      const lines = heads.split("\n").filter((line) => line !== "");
      return new Map(
        lines.map((line) => {
          const [commit = "", ref = ""] = line.split("\t");
          return [ref, commit];
        }),
      );
    },
    async findDefaultBranch() {
      // Spread: at most one argument.
      const lines = await text("ls-remote", "--symref", ...fetching, "--", remoteName, "HEAD");
      return /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(lines)?.[1];
    },
    async isRewritten(head, earlier) {
      const fetchHistory = async (commit: string, depth: number) => {
        await run([...historyFetch, `--depth=${depth}`, ...fetching, "--", remoteName, commit]);
        return new Set((await text("rev-list", commit)).split("\n"));
      };
      let history = new Set<string>();
      for (const depth of historyDepths) {
        history = await fetchHistory(head, depth);
        if (history.has(earlier)) return false;
        if (await isComplete(folder)) return true;
      }
      try {
        const [depth] = historyDepths;
        const before = await fetchHistory(earlier, depth);
        // A common ancestor is where the histories part.
        return [...before].some((commit) => history.has(commit));
      } catch (error) {
        // The server has deleted the commit, which no branch contains any more.
        if (error instanceof GitFailure && error.reason !== "timeout") return true;
        throw error;
      }
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
      // The branch must be at the parent of the commit, so that history is only extended.
      const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
      const pushing = ["push", "--quiet", "--no-verify", ...getPushArguments(address)];
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
const historyFetch = [...quietFetch, "--filter=tree:0"] as const;
/** Numbers of commits: most pushes have few, and the history of a large repository is not read. */
const historyDepths = [50, 1000] as const;

/** Whether the clone has the complete history of its commits. */
async function isComplete(folder: string): Promise<boolean> {
  const boundary = await readFile(join(folder, "shallow"), "utf8").catch(() => "");
  return boundary === "";
}

const serverSettings: readonly GitSetting[] = [
  ...safeSettings,
  // An update of a checkout would run the filters in its configuration.
  ["receive.denyCurrentBranch", "refuse"],
  ["receive.autogc", "false"],
  // Allows fetches without file contents.
  ["uploadpack.allowFilter", "true"],
];

/** It must not access other repositories, for example to fetch objects that a partial clone lacks. */
const starting = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${serverSettings.map(([name, value]) => `-c ${name}=${value}`).join(" ")}`;

/** Arguments of `git fetch` and `git ls-remote`. */
function getFetchArguments({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--upload-pack=${starting} upload-pack`] : [];
}

/** Arguments of `git push`. */
function getPushArguments({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--receive-pack=${starting} receive-pack`] : [];
}
