/**
 * A bare clone on this disk, in any thread. Commits and folders are there; the bytes of a file are
 * fetched when they are first needed, so that a folder of a large repository costs no more than itself.
 */
import { createHash } from "node:crypto";
import { GitFailure } from "./failure.ts";
import { type LocalSettings, localProgram } from "./program.ts";

/** A file of a commit. Symbolic links and submodules are left out. */
export interface TreeEntry {
  readonly path: string;
  readonly oid: string;
}

/** Has objects fetched into the clone, all at once. */
export type FetchObjects = (oids: readonly string[]) => Promise<void>;

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

export interface Clone {
  readonly entries: (commit: string) => Promise<TreeEntry[]>;
  /** The sizes of files in bytes, by their oids. Fetches in one go what is not there. */
  readonly sizes: (oids: readonly string[]) => Promise<Map<string, number>>;
  /** The bytes of files, by their oids. Fetches in one go what is not there. */
  readonly read: (oids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  readonly message: (commit: string) => Promise<string>;
  /**
   * New path by old path, of files that Git detects as moved between two commits that are there.
   * @param folder "" for the whole repository
   */
  readonly renames: (from: string, to: string, folder: string) => Promise<Map<string, string>>;
  /** @returns the commit, or its parent if nothing would change */
  readonly commit: (next: NewCommit) => Promise<string>;
}

const newCommitRef = "refs/tome/made";

/** @throws GitFailure from each method, if Git fails; what `fetchObjects` throws */
export function openClone(settings: LocalSettings, fetchObjects: FetchObjects): Clone {
  const run = localProgram(settings);
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  const known = new Map<string, number>();

  async function measure(oids: readonly string[]): Promise<void> {
    const unknown = [...new Set(oids)].filter((oid) => !known.has(oid));
    if (unknown.length === 0) return;
    const checked = (await run(["cat-file", "--batch-check"], linesOf(unknown))).toString("latin1");
    for (const line of checked.split("\n")) {
      const [oid = "", type, size] = line.split(" ");
      if (type === "blob") known.set(oid, Number(size));
    }
  }

  async function sizes(oids: readonly string[]): Promise<Map<string, number>> {
    await measure(oids);
    const missing = [...new Set(oids)].filter((oid) => !known.has(oid));
    if (missing.length > 0) {
      await fetchObjects(missing);
      await measure(missing);
    }
    return new Map(oids.map((oid) => [oid, sizeOf(oid)]));
  }

  function sizeOf(oid: string): number {
    const size = known.get(oid);
    if (size !== undefined) return size;
    throw new GitFailure("failed", `${settings.address.url} did not send the file ${oid}.`);
  }

  return {
    async entries(commit) {
      const listed = await run(["ls-tree", "-r", "-z", "--full-tree", commit]);
      return listed.toString("utf8").split("\0").flatMap(treeEntryOf);
    },
    sizes,
    async read(oids) {
      const wanted = [...(await sizes(oids)).keys()];
      if (wanted.length === 0) return new Map();
      return blobsIn(await run(["cat-file", "--batch"], linesOf(wanted)));
    },
    message: (commit) => text("log", "-1", "--format=%B", commit),
    async renames(from, to, folder) {
      const diff = ["diff-tree", "-r", "-z"];
      const range = [from, to, "--", ...(folder === "" ? [] : [folder])];
      const raw = await run([...diff, "--no-renames", "--diff-filter=AD", ...range]);
      await sizes(blobsOfDiff(raw.toString("utf8")));
      const output = await run([...diff, "-M", "--diff-filter=R", ...range]);
      return renamesIn(output.toString("utf8").split("\0"));
    },
    async commit(wanted) {
      await run(["fast-import", "--quiet", "--force", "--date-format=raw"], streamOf(wanted));
      const commit = await text("rev-parse", "--verify", newCommitRef);
      if (wanted.parent === undefined) return commit;
      const trees = await text("rev-parse", `${commit}^{tree}`, `${wanted.parent}^{tree}`);
      const [after, before] = trees.split("\n");
      return after === before ? wanted.parent : commit;
    },
  };
}

function treeEntryOf(line: string): TreeEntry[] {
  const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
  return isFileMode(mode) ? [{ path, oid }] : [];
}

function isFileMode(mode: string): boolean {
  return mode === "100644" || mode === "100755";
}

/** The sizes of files together, each counted once. */
export function sumOf(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function linesOf(oids: readonly string[]): string {
  return oids.map((oid) => `${oid}\n`).join("");
}

/** The files of both sides in the raw output of `git diff-tree -z`. */
function blobsOfDiff(raw: string): string[] {
  return raw.split("\0").flatMap((part) => {
    const [, was = "", is = "", before = "", after = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]/.exec(part) ?? [];
    return [...(isFileMode(was) ? [before] : []), ...(isFileMode(is) ? [after] : [])];
  });
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
