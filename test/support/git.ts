/** Real Git repositories for tests, made and read by the git program. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./folder.ts";

export interface GitRepository {
  /** A bare one. */
  readonly path: string;
  /** Commits files over those that are there; null removes one. @returns the commit */
  readonly commit: (
    files: Readonly<Record<string, string | Uint8Array | null>>,
    message?: string,
  ) => string;
  /** Runs git in the repository. */
  readonly git: (...args: string[]) => string;
  /** The texts of all files of the branch, by their paths. */
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

function run(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: "pipe", maxBuffer: 1e9 });
}

/** @param folder the folder to create it in; a temporary one if absent */
export function gitRepository(folder = temporaryFolder(), branch = "main"): GitRepository {
  const path = join(folder, "docs.git");
  const tree = join(folder, "work");
  run(folder, "init", "--quiet", "--bare", `--initial-branch=${branch}`, path);
  run(folder, "clone", "--quiet", path, tree);
  return {
    path,
    commit(files, message = "Change") {
      try {
        run(tree, "pull", "--quiet", "--rebase", "origin", branch);
      } catch {
        // There is nothing yet.
      }
      for (const [name, content] of Object.entries(files)) {
        const at = join(tree, name);
        if (content === null) rmSync(at);
        else {
          mkdirSync(dirname(at), { recursive: true });
          writeFileSync(at, content);
        }
      }
      run(tree, "add", "--all");
      run(tree, "commit", "--quiet", "--allow-empty", "-m", message);
      run(tree, "push", "--quiet", "origin", `HEAD:${branch}`);
      return run(tree, "rev-parse", "HEAD").trim();
    },
    git: (...args) => run(path, ...args),
    files() {
      const names = run(path, "ls-tree", "-r", "-z", "--name-only", branch).split("\0");
      return Object.fromEntries(
        names.filter(Boolean).map((name) => [name, run(path, "show", `${branch}:${name}`)]),
      );
    },
    head: () => run(path, "rev-parse", branch).trim(),
  };
}
