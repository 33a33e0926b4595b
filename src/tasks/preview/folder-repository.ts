/** A repository of its own with what a folder has now: the platform imports from repositories only. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../errors.ts";

export interface FolderRepository {
  readonly url: string;
  readonly ref: string;
  /**
   * Commits the files as they are; of those that look as they did, none is read.
   * @param paths from the folder
   * @returns whether they differ from those that were committed last
   */
  readonly commit: (paths: readonly string[]) => Promise<boolean>;
}

const ref = "refs/heads/main";

/** A file as it was committed. */
interface Known {
  /** What changes with every write. */
  readonly stamp: string;
  readonly hash: string;
}

/**
 * @param within an empty folder for it
 * @throws UsageError if there is no Git
 */
export async function openRepository(folder: string, within: string): Promise<FolderRepository> {
  const location = join(within, "content.git");
  await git(["init", "--quiet", "--bare", "--template=", location], location, []);
  let known: ReadonlyMap<string, Known> | undefined;
  return {
    url: pathToFileURL(location).href,
    ref,
    async commit(paths) {
      const former = known ?? new Map<string, Known>();
      const { same, changed } = await compare(folder, paths, former);
      const gone = [...former.keys()].filter((path) => !same.has(path) && !changed.has(path));
      const isChanged = known === undefined || changed.size > 0 || gone.length > 0;
      if (isChanged) {
        const written = new Map<string, Known>();
        const stream = commitOf(folder, { changed, gone, written, isFirst: known === undefined });
        await git(["fast-import", "--quiet", "--date-format=now"], location, stream);
        known = new Map([...same, ...written]);
      } else {
        known = same;
      }
      return isChanged;
    },
  };
}

/** @returns the files that are as they were, and the stamps of all others */
async function compare(
  folder: string,
  paths: readonly string[],
  former: ReadonlyMap<string, Known>,
) {
  const same = new Map<string, Known>();
  const changed = new Map<string, string>();
  const look = async (path: string) => {
    // One that has gone since it was listed is left out.
    const file = await lstat(join(folder, path), { bigint: true }).catch(() => undefined);
    if (!file?.isFile()) return;
    const stamp = [file.mtimeNs, file.ctimeNs, file.size, file.ino].join(" ");
    const before = former.get(path);
    const isSame =
      before !== undefined &&
      (before.stamp === stamp || before.hash === (await hashOfFile(join(folder, path))));
    if (isSame) same.set(path, { stamp, hash: before.hash });
    else changed.set(path, stamp);
  };
  await Promise.all(paths.map(look));
  return { same, changed };
}

async function hashOfFile(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((): undefined => undefined);
  return bytes && hashOf(bytes);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

interface Commit {
  /** Paths with the stamps that their files had before they are read. */
  readonly changed: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  /** Gets what was written. */
  readonly written: Map<string, Known>;
  readonly isFirst: boolean;
}

/** A commit as `git fast-import` reads it. */
async function* commitOf(
  folder: string,
  { changed, gone, written, isFirst }: Commit,
): AsyncGenerator<string | Uint8Array> {
  yield `commit ${ref}\ncommitter tome <tome@localhost> now\ndata 8\nPreview\n`;
  if (!isFirst) yield `from ${ref}^0\n`;
  // A folder may be where a file was, so that what is gone goes first.
  for (const path of gone) yield `D ${quoted(path)}\n`;
  for (const [path, stamp] of changed) {
    const bytes = await readFile(join(folder, path)).catch((): undefined => undefined);
    if (!bytes) {
      yield `D ${quoted(path)}\n`;
      continue;
    }
    yield `M 100644 inline ${quoted(path)}\ndata ${bytes.length}\n`;
    yield bytes;
    yield "\n";
    written.set(path, { stamp, hash: hashOf(bytes) });
  }
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** Without the settings of the person, so that neither filters nor hooks run. */
async function git(
  args: readonly string[],
  location: string,
  input: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const child = spawn("git", ["-c", "gc.auto=0", ...args], {
    env: {
      ...Object.fromEntries(inherited),
      GIT_DIR: location,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    },
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  try {
    const [code, message] = await Promise.all([
      ended,
      text(child.stderr),
      // If Git ends early, its message says why.
      pipeline(Readable.from(input), child.stdin).catch(() => {}),
    ]);
    if (code === 0) return;
    throw new UsageError(`The files cannot be read: ${message.trim().split("\n")[0]}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new UsageError("tome preview needs the program git, which is not there; install it.");
    }
    throw error;
  }
}
