/** A home folder for the shells of a test, with cached ids and a working folder. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IdSource, type IdUpdate, rememberIds } from "../../../src/app/resolve/id-cache.ts";
import {
  type CachedNoun,
  everyCachedNoun,
  getIdFile,
} from "../../../src/app/resolve/id-parents.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { listIds } from "./cases.ts";

export interface Home {
  readonly path: string;
  /** The working folder of the shells; it contains `alpha.json` and the folder `docs`. */
  readonly work: string;
  /** The complete environment of a shell. */
  readonly env: Readonly<Record<string, string>> & { readonly PATH: string };
  /** The file with the ids of a noun. */
  readonly idsPath: (noun: CachedNoun) => string;
  /** @param from the profile, and the URL or the data, of the ids */
  readonly remember: (
    sighting: IdUpdate,
    from?: IdSource,
    further?: Readonly<Record<string, string>>,
  ) => void;
}

const usual: IdSource = {
  profile: { value: "default", from: "built-in default" },
  baseUrl: { value: "http://platform.test", from: "profile default" },
  dataDir: { value: "/nowhere", from: "built-in default" },
};

export function openHome(): Home {
  const path = temporaryFolder();
  const work = join(path, "work");
  mkdirSync(join(work, "docs"), { recursive: true });
  writeFileSync(join(work, "alpha.json"), "{}");
  const env = {
    HOME: path,
    PATH: process.env.PATH ?? "",
    XDG_CACHE_HOME: join(path, "cache"),
    TERM: "xterm",
    LC_ALL: "C.UTF-8",
  };
  const idsPath = (noun: CachedNoun) =>
    join(path, "cache", "tome", "ids", "default", "http_platform.test", getIdFile(noun));
  const remember: Home["remember"] = (sighting, from = usual, further = {}) =>
    rememberIds(sighting, from, { ...env, ...further });
  return { path, work, env, idsPath, remember };
}

/** Two resources of every noun, without a parent; even of kinds that are never cached. */
export function seedIds(home: Home): void {
  home.remember({ noun: "space", ids: [{ id: "space-1" }] });
  for (const noun of everyCachedNoun) {
    const lines = listIds(getIdFile(noun)).map((id) => `${id}\tTitle of ${id}\t\n`);
    writeFileSync(home.idsPath(noun), lines.join(""));
    chmodSync(home.idsPath(noun), 0o600);
  }
}

/** The content of the folder, which completion must not change. */
export function getContent(home: Home): string[] {
  return readdirSync(home.work).sort();
}

/** The arguments of strace for `processesIn`. */
export function tracing(trace: string): string[] {
  return ["strace", "-f", "--seccomp-bpf", "-e", "trace=process,openat", "-o", trace];
}

/**
 * The processes started in a trace, without threads.
 * @param from calls count after the last opening of this file
 */
export function processesIn(trace: string, from: string): string[] {
  const lines = readFileSync(trace, "utf8").split("\n");
  const start = lines.findLastIndex((line) => line.includes("openat(") && line.includes(from));
  if (start === -1) throw new Error(`The trace knows nothing of ${from}.`);
  return lines
    .slice(start)
    .filter((line) => /\b(?:execve|execveat|fork|vfork|clone3?)\(/.test(line))
    .filter((line) => !line.includes("CLONE_THREAD"));
}
