/** A bare clone on this disk: what is read from it and written to it without a network, in any thread. */
import { createHash } from "node:crypto";
import { type GitProgram, type LocalSettings, localProgram } from "./program.ts";

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

export interface Clone {
  readonly entries: (commit: string) => Promise<TreeEntry[]>;
  /** The bytes of files, by their oids. */
  readonly read: (oids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  readonly message: (commit: string) => Promise<string>;
  /** New path by old path, of files that Git detects as moved between two commits that are there. */
  readonly renames: (from: string, to: string) => Promise<Map<string, string>>;
  /** @returns the commit, or its parent if nothing would change */
  readonly commit: (next: NewCommit) => Promise<string>;
}

/** @throws GitFailure from each method, if Git fails */
export function openClone(settings: LocalSettings): Clone {
  return cloneOf(localProgram(settings));
}

const newCommitRef = "refs/tome/made";

export function cloneOf(run: GitProgram["run"]): Clone {
  const text = async (...args: string[]) => (await run(args)).toString("utf8").trim();
  return {
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
      const output = await run(["diff-tree", "-r", "-z", "-M", "--diff-filter=R", from, to]);
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
