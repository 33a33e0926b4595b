/** The built program, as users start it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

export const root = resolve(import.meta.dirname, "../..");
export const launcher = join(root, "bin", "tome.js");

/** The sources do not change during a test run. */
let isBuilt = false;

/** Builds the program, unless it was built from the current sources. */
export function buildProgram(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "pipe" });
  isBuilt = true;
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** @param options of Node itself, before the program */
export async function start(
  args: readonly string[],
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  program = launcher,
): Promise<Ended> {
  // The variable slows down every Node process, and no data leaves this machine.
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const child = spawn(process.execPath, [...options, program, ...args], {
    env: { ...rest, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, exitCode };
}
