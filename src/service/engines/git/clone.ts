/**
 * A local bare clone, usable in any thread. It has the commits and trees; file contents are fetched
 * when they are first needed, so that a folder of a large repository costs only its own size.
 */
import { createHash } from "node:crypto";
import { decodeText } from "../decoding.ts";
import { GitFailure } from "./failure.ts";
import { openObjects } from "./objects.ts";
import { createLocalProgram, type LocalSettings } from "./program.ts";

/** A file of a commit, without symbolic links and submodules. */
export interface TreeEntry {
  readonly path: string;
  readonly oid: string;
}

/** Fetches objects into the clone, all at once. */
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
  /** New contents by path; null deletes the file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
}

/** The part of a clone that an import reads. */
export interface ReadableClone {
  readonly entries: (commit: string) => Promise<TreeEntry[]>;
  /** The sizes of files in bytes, by oid. Missing ones are fetched together. */
  readonly sizes: (oids: readonly string[]) => Promise<Map<string, number>>;
  /** The contents of files, by oid. Missing ones are fetched together. */
  readonly read: (oids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  readonly message: (commit: string) => Promise<string>;
  /**
   * New paths by old paths of files that Git detects as renamed between two available commits.
   * @param folder "" for the whole repository
   */
  readonly renames: (from: string, to: string, folder: string) => Promise<Map<string, string>>;
  /** Ends the git programs that read the clone. */
  readonly close: () => Promise<void>;
}

export interface Clone extends ReadableClone {
  /** @returns the new commit, or its parent if there are no changes */
  readonly commit: (next: NewCommit) => Promise<string>;
}

const newCommitRef = "refs/tome/made";
/** Total length of the paths of a commit in characters, because a list of them must fit into memory. */
const longestPaths = 64 * 1024 * 1024;
/** Total size of objects that are read at once, in bytes. */
const mostAtOnce = 512 * 1024 * 1024;

/** @throws GitFailure from each method if Git fails; any error of `fetchObjects` */
export function openClone(settings: LocalSettings, fetchObjects: FetchObjects): Clone {
  const run = createLocalProgram(settings);
  const { url } = settings.address;
  const objects = openObjects(settings);
  const cachedSizes = new Map<string, number>();

  async function measure(oids: readonly string[]): Promise<void> {
    const unknown = [...new Set(oids)].filter((oid) => !cachedSizes.has(oid));
    if (unknown.length === 0) return;
    for (const [oid, { type, size }] of await objects.measure(unknown)) {
      if (type === "blob") cachedSizes.set(oid, size);
    }
  }

  async function sizes(oids: readonly string[]): Promise<Map<string, number>> {
    await measure(oids);
    const missing = [...new Set(oids)].filter((oid) => !cachedSizes.has(oid));
    if (missing.length > 0) {
      await fetchObjects(missing);
      await measure(missing);
    }
    return new Map(oids.map((oid) => [oid, computeSize(oid)]));
  }

  function computeSize(oid: string): number {
    const size = cachedSizes.get(oid);
    if (size !== undefined) return size;
    throw new GitFailure("failed", `${url} did not send the file ${oid}.`);
  }

  async function readCommit(oid: string): Promise<Commit> {
    const commit = (await objects.read([oid])).get(oid);
    if (commit?.type === "commit") return commitIn(commit.bytes);
    throw new GitFailure("failed", `${url} did not send the commit ${oid}.`);
  }

  /** All trees at or below a tree, by oid. */
  async function readTrees(root: string): Promise<Map<string, readonly TreeItem[]>> {
    const trees = new Map<string, readonly TreeItem[]>();
    for (let next = [root]; next.length > 0; ) {
      const read = await objects.read(next);
      for (const oid of next) {
        const tree = read.get(oid);
        if (tree?.type !== "tree") {
          throw new GitFailure("failed", `${url} did not send the folder ${oid}.`);
        }
        trees.set(oid, parseTree(tree.bytes));
      }
      const below = next.flatMap((oid) =>
        (trees.get(oid) ?? []).filter(({ kind }) => kind === "folder"),
      );
      next = [...new Set(below.map(({ oid }) => oid))].filter((oid) => !trees.has(oid));
    }
    return trees;
  }

  return {
    async entries(commit) {
      const { tree: root } = await readCommit(commit);
      const trees = await readTrees(root);
      const entries: TreeEntry[] = [];
      const waiting = [{ path: "", oid: root, kind: "folder" }];
      let characters = 0;
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { path, oid, kind } = next;
        characters += path.length;
        // Trees that contain each other repeatedly can make a commit of any size.
        if (characters > longestPaths) {
          throw new GitFailure("too-large", `${url} has more files than the limit allows.`);
        }
        if (kind === "file") entries.push({ path, oid });
        const items = kind === "folder" ? (trees.get(oid) ?? []) : [];
        const inside = items.map((item) => ({
          ...item,
          path: path === "" ? item.name : `${path}/${item.name}`,
        }));
        for (const item of inside.reverse()) waiting.push(item);
      }
      return entries;
    },
    sizes,
    async read(oids) {
      const sizesByOid = await sizes(oids);
      if (computeSum(sizesByOid) > mostAtOnce) {
        throw new GitFailure("too-large", `${url} has more data than the limit allows.`);
      }
      const read = sizesByOid.size === 0 ? new Map() : await objects.read(sizesByOid.keys());
      return new Map([...read].map(([oid, { bytes }]) => [oid, bytes]));
    },
    message: async (commit) => (await readCommit(commit)).message,
    async renames(from, to, folder) {
      const diff = ["diff-tree", "-r", "-z"];
      const range = [from, to, "--", ...(folder === "" ? [] : [folder])];
      const raw = await run([...diff, "--no-renames", "--diff-filter=AD", ...range]);
      await sizes(parseDiffBlobs(raw.toString("utf8")));
      const output = await run([...diff, "-M", "--diff-filter=R", ...range]);
      return parseRenames(output.toString("utf8").split("\0"));
    },
    async commit(next) {
      const importing = ["fast-import", "--quiet", "--force", "--date-format=raw"];
      const commit = (await run(importing, buildStream(next))).toString("latin1").trim();
      const { parent } = next;
      if (parent === undefined) return commit;
      const [after, before] = [await readCommit(commit), await readCommit(parent)];
      return after.tree === before.tree ? parent : commit;
    },
    close: objects.close,
  };
}

/** The total size of files, each counted once. */
export function computeSum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The blobs of both sides in the raw output of `git diff-tree -z`. */
function parseDiffBlobs(raw: string): string[] {
  return raw.split("\0").flatMap((part) => {
    const [, oldMode = "", is = "", before = "", after = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]/.exec(part) ?? [];
    return [...(isFileMode(oldMode) ? [before] : []), ...(isFileMode(is) ? [after] : [])];
  });
}

function isFileMode(mode: string): boolean {
  return mode === "100644" || mode === "100755";
}

function parseRenames(parts: readonly string[]): Map<string, string> {
  const renames = new Map<string, string>();
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [from, to] = [parts[index + 1], parts[index + 2]];
    if (from !== undefined && to !== undefined) renames.set(from, to);
  }
  return renames;
}

function buildStream({ parent, message, author, changes }: NewCommit): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  const data = (value: string | Uint8Array) => {
    const bytes = Buffer.from(value);
    parts.push(`data ${bytes.length}\n`, bytes, "\n");
  };
  const { name, email, at: time } = author;
  const person = `${withoutMarkup(name)} <${withoutMarkup(email)}> ${Math.floor(time.getTime() / 1000)} +0000`;
  parts.push(`commit ${newCommitRef}\nmark :1\nauthor ${person}\ncommitter ${person}\n`);
  data(message);
  if (parent !== undefined) parts.push(`from ${parent}\n`);
  for (const [path, bytes] of changes) if (bytes === null) parts.push(`D ${quotePath(path)}\n`);
  for (const [path, bytes] of changes) {
    if (bytes === null) continue;
    parts.push(`M 100644 inline ${quotePath(path)}\n`);
    data(bytes);
  }
  // It prints the id of the commit.
  parts.push("get-mark :1\n");
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function withoutMarkup(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, "").trim() || "unknown";
}

function quotePath(path: string): string {
  const escaped = path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
  return `"${escaped}"`;
}

/** The Git object id of a file's contents. */
export function getOid(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Parser of commits and trees in Git's storage format. */
interface Commit {
  /** The oid of its root tree. */
  readonly tree: string;
  /** Without surrounding whitespace. */
  readonly message: string;
}

interface TreeItem {
  readonly name: string;
  readonly oid: string;
  /** Symbolic links and submodules are omitted. */
  readonly kind: "file" | "folder";
}

function commitIn(bytes: Uint8Array): Commit {
  const text = Buffer.from(bytes);
  const end = text.indexOf("\n\n");
  const head = text.toString("latin1", 0, end === -1 ? text.length : end);
  const [, tree = ""] = /^tree ([0-9a-f]+)$/m.exec(head) ?? [];
  const [, encoding = "utf-8"] = /^encoding (.+)$/m.exec(head) ?? [];
  const message = end === -1 ? "" : decodeText(text.subarray(end + 2), encoding).trim();
  return { tree, message };
}

const oidLength = 20;

/** A sequence of: mode and name as text, a zero byte, and the oid as bytes. */
function parseTree(bytes: Uint8Array): TreeItem[] {
  const tree = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const items: TreeItem[] = [];
  for (let offset = 0; offset < tree.length; ) {
    const [space, zero] = [tree.indexOf(32, offset), tree.indexOf(0, offset)];
    const mode = tree.toString("latin1", offset, space);
    const name = tree.toString("utf8", space + 1, zero);
    offset = zero + 1 + oidLength;
    const kind = parseKind(mode);
    if (kind) items.push({ name, oid: tree.toString("hex", zero + 1, offset), kind });
  }
  return items;
}

function parseKind(mode: string): TreeItem["kind"] | undefined {
  if (mode === "40000") return "folder";
  return mode.startsWith("100") ? "file" : undefined;
}
