/** Runs code of the platform in separate processes, compiled for Node versions without type stripping. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";

export interface OtherProcess {
  /** The next line of output; undefined at the end. */
  readonly line: () => Promise<string | undefined>;
  readonly tell: (line: string) => void;
  /** Kills the process with SIGKILL, and waits until it has exited. */
  readonly kill: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: () => Promise<number | null>;
}

/**
 * @param folder an empty folder for the program
 * @param source the source of a program that imports `service/<file>`, `app/<file>` or `support/<file>`
 * @returns a function that starts the program with arguments
 */
export async function compileProgram(
  folder: string,
  source: string,
): Promise<(...given: string[]) => OtherProcess> {
  const program = await compileTo(folder, source);
  return (...given) => startProcess([process.execPath, program, ...given]);
}

/** Compiles a program. @returns the path of the compiled program */
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
    // These packages load files relative to their own location.
    external: [/^@photostructure\/sqlite$/, /^tinypool$/],
    resolve: { modules: [resolve("node_modules"), "node_modules"] },
  });
  await bundle.write({
    dir: join(folder, "out"),
    // Worker scripts have this extension, as in the build.
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
 * @param env the complete environment; by default, that of this process
 * @param cwd the working folder; by default, that of this process
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
