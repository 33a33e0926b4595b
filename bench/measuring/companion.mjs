/** Starts another process for a measurement, so that the measurement does not affect the measured process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * @param {readonly string[]} args of node
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ first: string, pid: number, end: () => Promise<void> }>} once it has printed its first line
 */
export async function startCompanion(args, env = process.env) {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = env;
  const child = spawn(process.execPath, args, { env: rest, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [first] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(([code]) => {
      throw new Error(`node ${args.join(" ")} ended with ${code} before it said anything.`);
    }),
  ]);
  return {
    first,
    pid: child.pid ?? 0,
    async end() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
