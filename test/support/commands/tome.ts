/** Runs commands in this process, with test streams and a temporary home folder. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { main } from "../../../src/app/main.ts";
import type { Machine } from "../../../src/app/run/machine.ts";
import { atEnd } from "../machine/at-end.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { getCursor } from "./cursor.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ask {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of standard input. */
  readonly stdin?: string;
  /**
   * The typed answers to prompts on a terminal, or functions that run while a prompt waits. Standard
   * output is still a pipe.
   */
  readonly answers?: readonly TypedAnswer[];
  readonly cwd?: string;
  /** Whether standard output is a terminal. */
  readonly screen?: true;
  /** Called with each write to standard output. */
  readonly heard?: (text: string) => void;
  /** Called with each write to standard error. */
  readonly told?: (text: string) => void;
  /** Resolves when the command should end; immediately by default. */
  readonly interrupted?: () => Promise<void>;
  /** The restrictions of a command that an agent runs. */
  readonly delegation?: Machine["delegation"];
}

type TypedAnswer = string | (() => Promise<string>);

export type Tome = (line: string | readonly string[], ask?: Ask) => Promise<Ran>;

export interface TomeOptions {
  /** Whether the local platform has the sample workspace, as after `tome local seed`. */
  readonly withSample?: boolean;
}

/** A tome with its own settings, data and home folder. */
export function openTome({ withSample = false }: TomeOptions = {}): Tome {
  const home = temporaryFolder();
  let copied: Promise<void> | undefined;
  return async (line, ask = {}) => {
    if (withSample) {
      copied ??= copySample(home);
      await copied;
    }
    return runAt(home, line, ask);
  };
}

/**
 * Runs commands once, and copies their settings and local data for each tome that is opened.
 * @param prepare runs the commands
 * @returns opens a tome with copies, and the result of `prepare`
 */
export function prepareTome<T>(
  prepare: (tome: Tome) => Promise<T>,
): () => Promise<{ readonly tome: Tome; readonly prepared: T }> {
  let original: Promise<{ home: string; prepared: T }> | undefined;
  const prepareHome = async () => {
    const home = createLastingHome("tome-prepared-");
    const prepared = await prepare((line, ask) => runAt(home, line, ask));
    return { home, prepared };
  };
  return async () => {
    original ??= prepareHome();
    const { home: from, prepared } = await original;
    const home = temporaryFolder();
    cpSync(from, home, { recursive: true });
    return { tome: (line, ask) => runAt(home, line, ask), prepared };
  };
}

/** A home folder that is removed when the process exits. */
function createLastingHome(prefix: string): string {
  const home = mkdtempSync(join(tmpdir(), prefix));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  return home;
}

function runAt(home: string, line: string | readonly string[], ask: Ask = {}): Promise<Ran> {
  const args = typeof line === "string" ? listWords(line) : line;
  const env = {
    HOME: home,
    TOME_CONFIG_DIR: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    // The machine may have a real keyring, which tests must not use.
    TOME_TOKEN_STORE: "file",
    // The history sends additional reads, which would affect tests that count requests.
    TOME_HISTORY: "off",
    ...ask.env,
  };
  return run(args, { cwd: home, ...ask, env });
}

/** The data folder below a home folder. */
const dataFolder = join("data", "tome", "local");

/** A home folder whose data is the sample workspace, seeded once in each process. */
let sampleHome: Promise<string> | undefined;

/** Copies the sample workspace, because seeding takes many times as long. */
async function copySample(home: string): Promise<void> {
  sampleHome ??= seedSampleHome();
  const from = join(await sampleHome, dataFolder);
  mkdirSync(join(home, "data", "tome"), { recursive: true, mode: 0o700 });
  cpSync(from, join(home, dataFolder), { recursive: true });
}

async function seedSampleHome(): Promise<string> {
  const home = createLastingHome("tome-sample-");
  const { code, stderr } = await runAt(home, "local seed --local");
  if (code !== 0) throw new Error(`tome local seed ended with ${code}: ${stderr}`);
  return home;
}

/** A tome with the local platform. `ok` fails unless the command succeeds, and returns its output. */
export function openLocalTome(options: TomeOptions = {}) {
  const tome = openTome(options);
  const run = (line: string) => tome(`${line} --local`);
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  return { tome, run, ok };
}

async function run(
  args: readonly string[],
  {
    env = {},
    stdin = "",
    answers,
    cwd = "/",
    screen,
    heard,
    told,
    interrupted = () => Promise.resolve(),
    delegation,
  }: Ask,
): Promise<Ran> {
  const out = collector();
  if (heard !== undefined) out.heard.add(heard);
  const err = collector();
  if (told !== undefined) err.heard.add(told);
  const input = new PassThrough();
  atEnd(() => input.destroy());
  if (answers === undefined) input.end(stdin);
  else typeAnswers(input, err, answers);
  const code = await main(args, {
    stdin: Object.assign(input, { isTTY: answers !== undefined }),
    stdout: Object.assign(out.stream, { isTTY: screen === true, columns: 100 }),
    // Wide enough for prompts to fit in one line.
    stderr: Object.assign(err.stream, getCursor(err.stream), {
      isTTY: answers !== undefined,
      columns: 400,
    }),
    env,
    cwd,
    interrupted,
    delegation,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

interface Collector {
  readonly stream: Writable;
  readonly text: () => string;
  readonly heard: Set<(text: string) => void>;
}

function collector(): Collector {
  let text = "";
  const heard = new Set<(text: string) => void>();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      for (const listener of heard) listener(String(chunk));
      done();
    },
  });
  return { stream, text: () => text, heard };
}

/** Types each answer when a prompt appears. */
function typeAnswers(input: PassThrough, screen: Collector, answers: readonly TypedAnswer[]): void {
  const left = [...answers];
  screen.heard.add((text) => {
    if (!/[:\]?] $/.test(text)) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else if (typeof answer === "string") setImmediate(() => input.write(`${answer}\n`));
    else {
      void answer().then(
        (typed) => input.write(`${typed}\n`),
        (error: Error) => input.destroy(error),
      );
    }
  });
}

/** Splits at spaces. Arguments with spaces are in double quotes. */
function listWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
