/** A repository of its own with what a folder has now: the platform imports from repositories only. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../errors.ts";

export interface FolderRepository {
  readonly url: string;
  readonly ref: string;
  /**
   * Commits the files as they are.
   * @param paths from the folder
   * @returns whether they differ from those that were committed last
   */
  readonly commit: (paths: readonly string[]) => Promise<boolean>;
}

const ref = "refs/heads/main";

/**
 * @param within an empty folder for it
 * @throws UsageError if there is no Git
 */
export async function openRepository(folder: string, within: string): Promise<FolderRepository> {
  const location = join(within, "content.git");
  const run = (args: readonly string[], input = "") => git(args, input, folder, location);
  await run(["init", "--quiet", "--bare", "--template=", location]);
  let known = new Set<string>();
  let lastTree = "";
  return {
    url: pathToFileURL(location).href,
    ref,
    async commit(paths) {
      const now = new Set(paths);
      const gone = [...known].filter((path) => !now.has(path));
      await run(["update-index", "--force-remove", "-z", "--stdin"], lines(gone));
      // One that has gone since it was listed is left out.
      const adding = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
      await run(adding, lines(paths));
      known = now;
      const tree = await run(["write-tree"]);
      if (tree === lastTree) return false;
      const commit = await run(["commit-tree", tree], "Preview\n");
      await run(["update-ref", ref, commit]);
      lastTree = tree;
      return true;
    },
  };
}

function lines(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("");
}

/** Without the settings of the person, so that neither filters nor hooks run. */
async function git(
  args: readonly string[],
  input: string,
  folder: string,
  location: string,
): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const person = { NAME: "tome", EMAIL: "tome@localhost" };
  const child = spawn("git", ["-c", "core.bare=false", "-c", "gc.auto=0", ...args], {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      GIT_DIR: location,
      ...(args[0] !== "init" && { GIT_WORK_TREE: folder }),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
      GIT_AUTHOR_NAME: person.NAME,
      GIT_AUTHOR_EMAIL: person.EMAIL,
      GIT_COMMITTER_NAME: person.NAME,
      GIT_COMMITTER_EMAIL: person.EMAIL,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  try {
    const [code, output, message] = await Promise.all([
      ended,
      text(child.stdout),
      text(child.stderr),
    ]);
    if (code === 0) return output.trim();
    throw new UsageError(`The files cannot be read: ${message.trim().split("\n")[0]}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new UsageError("tome preview needs the program git, which is not there; install it.");
    }
    throw error;
  }
}
