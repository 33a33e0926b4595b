/** Runs the platform's code in real processes of their own, compiled for a Node that knows no types. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";

export interface OtherProcess {
  /** The next line that it prints; undefined at its end. */
  readonly line: () => Promise<string | undefined>;
  readonly tell: (line: string) => void;
  /** Ends it as a power cut would, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: () => Promise<number | null>;
}

/**
 * @param folder an empty folder for the program
 * @param source a program that imports files as `service/<file>`, `app/<file>` or `support/<file>`
 * @returns starts the program with arguments
 */
export async function compileProgram(
  folder: string,
  source: string,
): Promise<(...given: string[]) => OtherProcess> {
  const program = await compileTo(folder, source);
  return (...given) => startProcess([process.execPath, program, ...given]);
}

/** The same. @returns the path of the compiled program */
export async function compileTo(folder: string, source: string): Promise<string> {
  const entry = join(folder, "program.ts");
  writeFileSync(
    entry,
    source.replace(
      /"(service|app|support)\//g,
      (_, name) => `"${resolve(name === "support" ? "test" : "src", name)}/`,
    ),
  );
  const bundle = await rolldown({
    input: { program: entry, ...threadPrograms() },
    platform: "node",
    // They look for a binary and a program beside themselves.
    external: [/^@photostructure\/sqlite$/, /^tinypool$/],
    resolve: { modules: [resolve("node_modules"), "node_modules"] },
  });
  await bundle.write({
    dir: join(folder, "out"),
    // Programs of threads are looked for under this ending, as in the build.
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  writeFileSync(join(folder, "out", "package.json"), '{ "type": "module" }');
  await bundle.close();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return join(folder, "out", "program.js");
}

function threadPrograms(): Record<string, string> {
  const files = readdirSync(resolve("src/service"), { recursive: true, encoding: "utf8" });
  const programs = files.filter((file) => file.endsWith("-worker.ts"));
  return Object.fromEntries(
    programs.map((file) => [basename(file, ".ts"), resolve("src/service", file)]),
  );
}

/**
 * @param env the whole environment; this process's own if absent
 * @param cwd the folder that it works in; this process's own if absent
 */
export function startProcess(
  [command = "", ...given]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd: string = process.cwd(),
): OtherProcess {
  const stdio: StdioOptions = ["pipe", "pipe", "inherit"];
  const child: ChildProcess = spawn(command, given, { stdio, env, cwd });
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  if (!child.stdout) throw new Error("The process has no output.");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    line: async () => (await lines.next()).value,
    tell: (line) => child.stdin?.write(`${line}\n`),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    signal: (name) => child.kill(name),
    ended: () => ended,
  };
}
