/** What a program without one of its guards does to the test that is named for it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod/mini";
import type { Guard } from "./guards.ts";
import { randomFrom } from "./random.ts";

/** How a program without the guard fared. */
export interface Removal {
  readonly guard: Guard;
  /** The tests that failed, and pass with the guard; empty if nothing noticed. */
  readonly noticedBy: readonly string[];
  /** Why nothing noticed. */
  readonly reason?: string;
  /** Nothing could notice: the test that is named needs a program that this machine does not have. */
  readonly isLeftOut?: true;
  readonly seconds: number;
}

export interface Trial {
  /** The project, which stays as it is. */
  readonly root: string;
  /** An empty folder for a copy for each worker. */
  readonly folder: string;
  readonly workers: number;
  readonly say: (line: string) => void;
}

/**
 * Removes each guard by itself from a copy of the project, and runs its test. A test counts as
 * noticing only if it passes with the guard: each file of tests runs once as it is for that.
 */
export async function removeEach(
  guards: readonly Guard[],
  { root, folder, workers, say }: Trial,
): Promise<readonly Removal[]> {
  const copies = Array.from({ length: workers }, (_, at) => copyOf(root, join(folder, `${at}`)));
  // The same for every copy, and the name of a build is another outside the history.
  const built = join(folder, "built");
  execFileSync(process.execPath, ["scripts/build.mjs", built], { cwd: copies[0], stdio: "pipe" });
  for (const copy of copies) restore(copy, built);
  const asItIs = new Map<string, Ran>();
  const runs = [...new Map(guards.map((guard) => [runOf(guard), guard]))];
  let done = 0;
  await inTurn(runs, copies, async ([key, guard], copy) => {
    const titles = guards.filter((one) => runOf(one) === key).map(({ title }) => title);
    const ran = await runTests(copy, guard, titles);
    const { passed, failed, seconds } = ran;
    asItIs.set(key, ran);
    const faults = failed.length > 0 ? `, ${failed.length} failed` : "";
    say(
      `with guards ${++done}/${runs.length}: ${guard.test}: ${passed.length} passed${faults}, ${seconds} s`,
    );
  });
  const removals: Removal[] = [];
  await inTurn(guards, copies, async (guard, copy) => {
    const before = asItIs.get(runOf(guard));
    if (isSkipped(guard, before)) {
      removals.push({ guard, noticedBy: [], isLeftOut: true, seconds: 0 });
      return;
    }
    const path = join(copy, guard.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(guard.find, () => guard.replace),
    );
    // One that fails anyway would end the run before the one that is asked for.
    const untilFailure = before?.failed.length === 0;
    const { failed, seconds, fault } = await runTests(copy, guard, [guard.title], untilFailure);
    writeFileSync(path, text);
    restore(copy, built);
    const noticedBy = failed.filter((title) => before?.passed.includes(title));
    const none = before?.passed.length === 0 ? "no test passes with it" : "every test passes";
    const reason = failed.length > 0 ? `failing anyway: ${failed.join(", ")}` : (fault ?? none);
    const how = noticedBy.length > 0 ? "noticed" : `NOT NOTICED (${reason})`;
    removals.push({ guard, noticedBy, seconds, ...(noticedBy.length === 0 && { reason }) });
    say(
      `without ${removals.length}/${guards.length}: ${guard.promise}: ${guard.guard}: ${how}, ${seconds} s`,
    );
  });
  return removals;
}

function isSkipped({ title }: Guard, ran: Ran | undefined): boolean {
  const has = (titles: readonly string[] = []) =>
    title !== undefined && titles.some((one) => one.includes(title));
  return has(ran?.skipped) && !has(ran?.passed) && !has(ran?.failed);
}

/** The promise about PostgreSQL is kept there; the others need no server. */
function projectOf({ promise }: Guard): string {
  return promise === "S15" ? "on PostgreSQL" : "!on PostgreSQL";
}

function runOf(guard: Guard): string {
  return `${guard.test} ${projectOf(guard)}`;
}

async function inTurn<T>(
  items: readonly T[],
  copies: readonly string[],
  work: (item: T, copy: string) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(item, copy);
      }
    }),
  );
}

/** Not the history, as a copy is no place to work in, and not what is made from the rest. */
const elsewhere = new Set(["node_modules", "dist", ".git", "coverage"]);

/** For what tests leave behind if they are ended; not below the package.json, which has its say on scripts. */
const temporaryOf = (copy: string) => `${copy}-temporary`;

function copyOf(root: string, copy: string): string {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root)) {
    if (elsewhere.has(name) || name.startsWith("dist.") || name.endsWith(".tgz")) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  mkdirSync(temporaryOf(copy));
  return copy;
}

/**
 * Gives a copy the build of the program with all its guards, as a test may have built the one without.
 * It is no link: npm does not pack one, and a build behind one does not find the packages of the copy.
 */
function restore(copy: string, built: string): void {
  const dist = join(copy, "dist");
  rmSync(dist, { recursive: true, force: true });
  cpSync(built, dist, { recursive: true });
  rmSync(temporaryOf(copy), { recursive: true, force: true, maxRetries: 3 });
  mkdirSync(temporaryOf(copy));
}

interface Ran {
  /** Titles, with those of what they stand in. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly seconds: number;
  /** What went wrong outside every test. */
  readonly fault?: string;
}

const Results = z.object({
  testResults: z.array(
    z.object({
      message: z.optional(z.string()),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** One for all runs, so that a test meets the same cases with a guard as without it, under the same title. */
const seed = String(randomFrom().seed);

/** A test without its guard may wait for ever. */
const patience = 300_000;

/** @param titles of the tests to run; all if one is absent */
async function runTests(
  copy: string,
  guard: Guard,
  titles: readonly (string | undefined)[],
  untilFailure = false,
): Promise<Ran> {
  const output = join(copy, ".results.json");
  rmSync(output, { force: true });
  const chosen = titles.every((title) => title !== undefined)
    ? ["-t", titles.map((title) => title.replace(/[^\w\s]/g, "\\$&")).join("|")]
    : [];
  const begun = performance.now();
  const said = await vitest(copy, [
    ...["run", guard.test, "--project", projectOf(guard), "--maxWorkers=1"],
    ...["--reporter=json", `--outputFile.json=${output}`],
    ...(untilFailure ? ["--bail=1"] : []),
    ...chosen,
  ]);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const read = readResults(output);
  if (read === undefined) return { passed: [], failed: [], skipped: [], seconds, fault: said };
  const tests = read.testResults.flatMap(({ assertionResults }) => assertionResults);
  const namesWith = (...statuses: string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName);
  const [fault] = read.testResults.flatMap(({ message }) => message || []);
  return {
    passed: namesWith("passed"),
    failed: namesWith("failed"),
    skipped: namesWith("skipped", "pending"),
    seconds,
    ...(fault !== undefined && { fault: stripVTControlCharacters(fault) }),
  };
}

/** @returns the end of what it said */
async function vitest(copy: string, words: readonly string[]): Promise<string> {
  // Neither the long form nor the records of the run that this is part of, but as much as can notice.
  const { TOME_FULL: _, TOME_PROMISES: __, ...environment } = process.env;
  const program = join(copy, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [program, ...words], {
    cwd: copy,
    env: { ...environment, TOME_MORE: "true", TOME_SEED: seed, TMPDIR: temporaryOf(copy) },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that what tests have started ends with them.
    detached: true,
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // They have all ended.
    }
  };
  process.once("exit", end);
  const timer = setTimeout(end, patience);
  const ended = once(child, "exit").finally(end);
  const [said, error, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  clearTimeout(timer);
  process.off("exit", end);
  return signal === null
    ? `${said}${error}`.trim().slice(-500)
    : `it did not end in ${patience / 1000} s`;
}

function readResults(file: string): z.infer<typeof Results> | undefined {
  try {
    return Results.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
