/** Bare repositories and commits, written without a process. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";

/** Contents by path; null removes a file. */
export type FileChanges = Readonly<Record<string, string | Uint8Array | null>>;

/** The ids of files, and the folders, by name. */
type Folder = Map<string, string | Folder>;

/** Starting `git init` takes as long as writing the files a hundred times. */
export function createBareRepository(path: string, branch: string): void {
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags"]) {
    mkdirSync(join(path, folder), { recursive: true });
  }
  writeFileSync(join(path, "HEAD"), `ref: refs/heads/${branch}\n`);
  writeFileSync(
    join(path, "config"),
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n",
  );
}

interface NewCommit {
  readonly changes: FileChanges;
  readonly message: string;
  /** Undefined for the first commit of the branch. */
  readonly parent: string | undefined;
  /** Name, email address and time. */
  readonly author: string;
}

/**
 * @param path a bare repository
 * @returns a function that adds a commit to the branch and returns its id; undefined if the files of
 * the parent are not known, because another program has committed it
 */
export function createCommitWriter(
  path: string,
  branch: string,
): (commit: NewCommit) => string | undefined {
  let last: { readonly commit: string | undefined; readonly files: Folder } = {
    commit: undefined,
    files: new Map(),
  };
  return ({ changes, message, parent, author }) => {
    if (parent !== last.commit) return undefined;
    const { files } = last;
    for (const [file, content] of Object.entries(changes)) {
      const id = content === null ? undefined : writeObject(path, "blob", Buffer.from(content));
      setFile(files, file.split("/"), id);
    }
    const lines = [
      `tree ${writeFolder(path, files)}`,
      ...(parent === undefined ? [] : [`parent ${parent}`]),
      `author ${author}`,
      `committer ${author}`,
      "",
      `${message}\n`,
    ];
    const commit = writeObject(path, "commit", Buffer.from(lines.join("\n")));
    const reference = join(path, "refs", "heads", branch);
    mkdirSync(dirname(reference), { recursive: true });
    writeFileSync(reference, `${commit}\n`);
    last = { commit, files };
    return commit;
  };
}

/** @param id undefined to remove the file, and then its folder if it is empty */
function setFile(folder: Folder, [name = "", ...rest]: readonly string[], id?: string): void {
  const entry = folder.get(name);
  if (rest.length === 0) {
    if (id === undefined) folder.delete(name);
    else folder.set(name, id);
    return;
  }
  const inner: Folder = entry instanceof Map ? entry : new Map();
  setFile(inner, rest, id);
  if (inner.size > 0) folder.set(name, inner);
  else if (entry === inner) folder.delete(name);
}

/** @returns the id of the folder */
function writeFolder(path: string, folder: Folder): string {
  const entries = [...folder].map(([name, entry]) => {
    const isFolder = typeof entry !== "string";
    const id = isFolder ? writeFolder(path, entry) : entry;
    const head = Buffer.from(`${isFolder ? "40000" : "100644"} ${name}\0`);
    const bytes = Buffer.concat([head, Buffer.from(id, "hex")]);
    return { bytes, key: Buffer.from(isFolder ? `${name}/` : name) };
  });
  entries.sort((one, other) => Buffer.compare(one.key, other.key));
  return writeObject(path, "tree", Buffer.concat(entries.map(({ bytes }) => bytes)));
}

/** @returns the id of the object */
function writeObject(path: string, kind: "blob" | "tree" | "commit", content: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
  const id = createHash("sha1").update(bytes).digest("hex");
  const folder = join(path, "objects", id.slice(0, 2));
  const file = join(folder, id.slice(2));
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
  }
  return id;
}
