/** Git repositories for tests, accessed with the git program. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../machine/folder.ts";
import { createBareRepository, createCommitWriter, type FileChanges } from "./commit-writer.ts";
import { readLooseTexts } from "./loose-objects.ts";

export interface GitRepository {
  /** A bare repository. */
  readonly path: string;
  /** Commits changes of files. @returns the commit */
  readonly commit: (files: FileChanges, message?: string) => string;
  /** Commits changes one after the other, with one process. @returns the last commit */
  readonly commitAll: (changes: readonly FileChanges[]) => string;
  /** Runs git in the repository. */
  readonly git: (...args: string[]) => string;
  /** The texts of all files of the branch, by path. */
  readonly files: () => Record<string, string>;
  readonly head: () => string;
}

const env = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

function run(cwd: string, args: readonly string[], input?: Uint8Array): Buffer {
  return execFileSync("git", args, { cwd, env, input, stdio: "pipe", maxBuffer: 1e9 });
}

/** With more, a process of Git is faster. */
const mostWrittenHere = 200;

/** @param folder the parent folder; a temporary one by default */
export function gitRepository(folder = temporaryFolder(), branch = "main"): GitRepository {
  const path = join(folder, "docs.git");
  const git = (...args: string[]) => run(path, args).toString();
  createBareRepository(path, branch);
  const writeCommit = createCommitWriter(path, branch);
  const head = () => readBranch(path, branch) ?? git("rev-parse", branch).trim();
  const commitAll = (changes: readonly FileChanges[], message = "Change") => {
    const parent = readBranch(path, branch);
    const [first = {}] = changes;
    if (changes.length === 1 && Object.keys(first).length <= mostWrittenHere) {
      const commit = writeCommit({ changes: first, message, parent, author: formatAuthor() });
      if (commit !== undefined) return commit;
    }
    const streams = changes.map((files, index) =>
      commitStream(files, { branch, message, parent: index === 0 ? parent : undefined }),
    );
    // Avoids the processes that a working tree would require.
    run(path, ["fast-import", "--quiet"], Buffer.concat(streams));
    return head();
  };
  return {
    path,
    commit: (files, message) => commitAll([files], message),
    commitAll: (changes) => commitAll(changes),
    git,
    files() {
      const texts = readLooseTexts(path, readBranch(path, branch));
      if (texts !== undefined) return texts;
      const found = git("ls-tree", "-r", "-z", branch).split("\0").filter(Boolean);
      return listTexts(path, found);
    },
    head,
  };
}

/** Name, email address and the current time, as in a commit. */
function formatAuthor(): string {
  const now = Math.floor(Date.now() / 1000);
  return `${env.GIT_AUTHOR_NAME} <${env.GIT_AUTHOR_EMAIL}> ${now} +0000`;
}

/** The commit of a branch, read without a process; undefined without one. */
function readBranch(path: string, branch: string): string | undefined {
  const name = `refs/heads/${branch}`;
  const file = join(path, name);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const packed = join(path, "packed-refs");
  const lines = existsSync(packed) ? readFileSync(packed, "utf8").split("\n") : [];
  return lines.find((line) => line.endsWith(` ${name}`))?.split(" ")[0];
}

interface Commit {
  readonly branch: string;
  readonly message: string;
  /** Undefined for the first commit of the branch, or after another one in the same stream. */
  readonly parent: string | undefined;
}

/** A commit in the format of `git fast-import`. */
function commitStream(files: FileChanges, { branch, message, parent }: Commit): Uint8Array {
  const data = (content: string | Uint8Array) => {
    const bytes = Buffer.from(content);
    return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")];
  };
  const changes = Object.entries(files).flatMap(([file, content]) => {
    const quoted = JSON.stringify(file);
    if (content === null) return [Buffer.from(`D ${quoted}\n`)];
    return [Buffer.from(`M 100644 inline ${quoted}\n`), ...data(content)];
  });
  return Buffer.concat([
    Buffer.from(`commit refs/heads/${branch}\ncommitter ${formatAuthor()}\n`),
    ...data(`${message}\n`),
    Buffer.from(parent === undefined ? "" : `from ${parent}\n`),
    ...changes,
  ]);
}

/** @param found lines of `git ls-tree`, as `100644 blob <id>\t<name>` */
function listTexts(path: string, found: readonly string[]): Record<string, string> {
  const ids = found.map((line) => `${line.split(/[ \t]/, 3)[2]}\n`);
  const answer = run(path, ["cat-file", "--batch"], Buffer.from(ids.join("")));
  let at = 0;
  const texts = found.map((line) => {
    const begin = answer.indexOf("\n", at) + 1;
    const size = Number(answer.toString("utf8", at, begin).split(" ")[2]);
    at = begin + size + 1;
    return [line.slice(line.indexOf("\t") + 1), answer.toString("utf8", begin, begin + size)];
  });
  return Object.fromEntries(texts);
}
