/** Runs code of the platform in separate processes, compiled for Node versions without type stripping. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** The modules of most programs, compiled once for all of them because that takes long. */
const sharedModules: Readonly<Record<string, string>> = {
  "app/run/files.ts": "files",
  "service/database/sqlite/sqlite.ts": "sqlite",
  "service/listen.ts": "listen",
  "service/open.ts": "open",
  "service/service.ts": "service",
};

/** Imports of modules of the platform in the source of a program. */
const imports = /"((?:service|app|support)\/[^"]+)"/g;

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

/**
 * Compiles a program. If it imports shared modules only, it is JavaScript.
 * @returns the path of the compiled program
 */
export async function compileTo(folder: string, source: string): Promise<string> {
  const names = [...source.matchAll(imports)].map(([, name = ""]) => name);
  if (names.every((name) => name in sharedModules)) {
    sharedFolder ??= compileShared();
    const compiled = await sharedFolder;
    const program = join(folder, "program.mjs");
    writeFileSync(
      program,
      source.replace(imports, (_, name) => `"${join(compiled, `${sharedModules[name]}.js`)}"`),
    );
    return program;
  }
  const entry = join(folder, "program.ts");
  writeFileSync(
    entry,
    source.replace(imports, (_, name) => `"${resolveModule(name)}"`),
  );
  await compileModules(folder, { program: entry });
  return join(folder, "out", "program.js");
}

let sharedFolder: Promise<string> | undefined;

/** @returns the folder with the compiled shared modules */
async function compileShared(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tome-compiled-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const modules = Object.entries(sharedModules).map(([name, entry]) => [
    entry,
    resolveModule(name),
  ]);
  await compileModules(folder, Object.fromEntries(modules));
  return join(folder, "out");
}

function resolveModule(name: string): string {
  return resolve(name.startsWith("support/") ? "test" : "src", name);
}

/** Compiles modules and the programs of threads to the folder `out`. */
async function compileModules(folder: string, modules: Record<string, string>): Promise<void> {
  const bundle = await rolldown({
    input: { ...modules, ...threadPrograms() },
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
