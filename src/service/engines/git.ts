/** A remote repository, read and written by the git program by way of a temporary bare clone. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryAddress } from "./git/address.ts";
import { GitFailure } from "./git/failure.ts";
import { fetchingFrom, pushingTo } from "./git/local.ts";
import { type GitProgram, openProgram, type ProgramSettings } from "./git/program.ts";

/** A file of a commit. Symbolic links and submodules are left out. */
export interface TreeEntry {
  readonly path: string;
  readonly oid: string;
  /** In bytes. */
  readonly size: number;
}

export interface Author {
  readonly name: string;
  readonly email: string;
  readonly at: Date;
}

export interface NewCommit {
  /** Absent for the first commit of a branch. */
  readonly parent: string | undefined;
  readonly message: string;
  readonly author: Author;
  /** Bytes by path; null removes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
}

export interface Repository {
  /**
   * Fetches the newest commit of a branch.
   * @throws GitFailure; "empty" if the repository has no commit, "no-branch" if it has no such branch
   */
  readonly fetch: (ref: string) => Promise<string>;
  readonly entries: (commit: string) => Promise<TreeEntry[]>;
  /** The bytes of files, by their oids. */
  readonly read: (oids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  readonly message: (commit: string) => Promise<string>;
  /** New path by old path, of files that Git detects as moved; empty if the old commit is gone. */
  readonly renames: (from: string, to: string) => Promise<Map<string, string>>;
  /** @returns the commit, or its parent if nothing would change */
  readonly commit: (next: NewCommit) => Promise<string>;
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
    return await work(repositoryOf(program, settings.address));
  } finally {
    await program?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const own = "refs/tome/remote";
const newCommitRef = "refs/tome/made";

function repositoryOf({ run }: GitProgram, address: RepositoryAddress): Repository {
  const { url } = address;
  const fetching = fetchingFrom(address);
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  return {
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
    async entries(commit) {
      const listed = await run(["ls-tree", "-r", "-z", "--long", "--full-tree", commit]);
      return listed.toString("utf8").split("\0").flatMap(treeEntryOf);
    },
    async read(oids) {
      const wanted = [...new Set(oids)];
      if (wanted.length === 0) return new Map();
      return blobsIn(await run(["cat-file", "--batch"], `${wanted.join("\n")}\n`));
    },
    message: (commit) => text("log", "-1", "--format=%B", commit),
    async renames(from, to) {
      try {
        await run([...shallowFetch, ...fetching, "--", url, from]);
        const output = await run(["diff-tree", "-r", "-z", "-M", "--diff-filter=R", from, to]);
        return renamesIn(output.toString("utf8").split("\0"));
      } catch (error) {
        if (error instanceof GitFailure && error.reason !== "timeout") return new Map();
        throw error;
      }
    },
    async commit(wanted) {
      await run(["fast-import", "--quiet", "--force", "--date-format=raw"], streamOf(wanted));
      const commit = await text("rev-parse", "--verify", newCommitRef);
      if (wanted.parent === undefined) return commit;
      const trees = await text("rev-parse", `${commit}^{tree}`, `${wanted.parent}^{tree}`);
      const [after, before] = trees.split("\n");
      return after === before ? wanted.parent : commit;
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

function treeEntryOf(line: string): TreeEntry[] {
  const [, mode, oid = "", size, path = ""] =
    /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
  return mode === "100644" || mode === "100755" ? [{ path, oid, size: Number(size) }] : [];
}

function blobsIn(bytes: Buffer): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [oid = "", type, size] = bytes.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type !== "blob") continue;
    blobs.set(oid, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

function renamesIn(parts: readonly string[]): Map<string, string> {
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [from, to] = [parts[at + 1], parts[at + 2]];
    if (from !== undefined && to !== undefined) renames.set(from, to);
  }
  return renames;
}

function streamOf({ parent, message, author, changes }: NewCommit): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  const data = (value: string | Uint8Array) => {
    const bytes = Buffer.from(value);
    parts.push(`data ${bytes.length}\n`, bytes, "\n");
  };
  const { name, email, at } = author;
  const person = `${withoutMarkup(name)} <${withoutMarkup(email)}> ${Math.floor(at.getTime() / 1000)} +0000`;
  parts.push(`commit ${newCommitRef}\nauthor ${person}\ncommitter ${person}\n`);
  data(message);
  if (parent !== undefined) parts.push(`from ${parent}\n`);
  for (const [path, bytes] of changes) if (bytes === null) parts.push(`D ${quoted(path)}\n`);
  for (const [path, bytes] of changes) {
    if (bytes === null) continue;
    parts.push(`M 100644 inline ${quoted(path)}\n`);
    data(bytes);
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function withoutMarkup(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, "").trim() || "unknown";
}

function quoted(path: string): string {
  const escaped = path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
  return `"${escaped}"`;
}

/** The object id that Git gives to the bytes of a file. */
export function oidOf(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
