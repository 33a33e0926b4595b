/** Git repositories for tests, accessed with the git program. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder } from "../machine/folder.ts";

export interface GitRepository {
  /** A bare repository. */
  readonly path: string;
  /** Commits changes of files; null removes a file. @returns the commit */
  readonly commit: (
    files: Readonly<Record<string, string | Uint8Array | null>>,
    message?: string,
  ) => string;
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

/** @param folder the parent folder; a temporary one by default */
export function gitRepository(folder = temporaryFolder(), branch = "main"): GitRepository {
  const path = join(folder, "docs.git");
  const git = (...args: string[]) => run(path, args).toString();
  run(folder, ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`, path]);
  const head = () => git("rev-parse", branch).trim();
  return {
    path,
    commit(files, message = "Change") {
      const parent = git("for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`).trim();
      // Avoids the processes that a working tree would require.
      run(path, ["fast-import", "--quiet"], commitStream(files, { branch, message, parent }));
      return head();
    },
    git,
    files() {
      const found = git("ls-tree", "-r", "-z", branch).split("\0").filter(Boolean);
      return listTexts(path, found);
    },
    head,
  };
}

interface Commit {
  readonly branch: string;
  readonly message: string;
  /** Empty for the first commit. */
  readonly parent: string;
}

/** A commit in the format of `git fast-import`. */
function commitStream(
  files: Readonly<Record<string, string | Uint8Array | null>>,
  { branch, message, parent }: Commit,
): Uint8Array {
  const data = (content: string | Uint8Array) => {
    const bytes = Buffer.from(content);
    return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")];
  };
  const now = Math.floor(Date.now() / 1000);
  const { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email } = env;
  const changes = Object.entries(files).flatMap(([file, content]) => {
    const quoted = JSON.stringify(file);
    if (content === null) return [Buffer.from(`D ${quoted}\n`)];
    return [Buffer.from(`M 100644 inline ${quoted}\n`), ...data(content)];
  });
  return Buffer.concat([
    Buffer.from(`commit refs/heads/${branch}\ncommitter ${name} <${email}> ${now} +0000\n`),
    ...data(`${message}\n`),
    Buffer.from(parent === "" ? "" : `from ${parent}\n`),
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
