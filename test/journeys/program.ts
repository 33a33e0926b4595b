/** The built program, run for journeys: on its own data, in process or against `tome serve`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildProgram, launcher } from "../bin/built.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  /** Runs one command line to its end. */
  readonly run: (line: string, env?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** The same, and fails unless it succeeds. @returns standard output */
  readonly ok: (line: string, env?: Readonly<Record<string, string>>) => Promise<string>;
  readonly home: string;
}

export type Platform = "in process" | "served";

/** A program whose profile is the local platform, with its initial data only. */
export async function openProgram(platform: Platform): Promise<Program> {
  buildProgram();
  const home = temporaryFolder();
  const env = { HOME: home, PATH: process.env.PATH ?? "", TOME_PROFILE: "local" };
  const run = (line: string, more: Readonly<Record<string, string>> = {}) =>
    start(listWords(line), { ...env, ...more }, home).ended;
  if (platform === "served") await serve(env, home);
  return {
    home,
    run,
    async ok(line, more) {
      const { code, stdout, stderr } = await run(line, more);
      if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
      return stdout.trimEnd();
    },
  };
}

/** Serves the same data folder; every command finds the server by itself. */
async function serve(env: NodeJS.ProcessEnv, home: string): Promise<void> {
  const file = join(home, "ready.json");
  const appeared = new Promise<void>((resolve) => {
    const watcher = watch(home, (_event, name) => {
      if (name !== "ready.json") return;
      watcher.close();
      resolve();
    });
  });
  const { child, ended } = start(["serve", "--port", "0", "--ready-file", file], env, home);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await Promise.race([appeared, ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  JSON.parse(readFileSync(file, "utf8"));
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string) {
  const child = spawn(process.execPath, [launcher, ...args], { env, cwd, stdio: "pipe" });
  child.stdin.end();
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([code]): Ended => ({ code, stdout, stderr }));
  return { child, ended };
}

function listWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
