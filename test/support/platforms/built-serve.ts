/** The built `tome serve` in its own process. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { launcher } from "../../bin/built.ts";

export interface BuiltServe {
  readonly url: string;
  readonly token: string;
  /** With `--seed`, the URL of a public site. */
  readonly site: string | undefined;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Time from the start of the process until it prints its URL, in milliseconds. */
  readonly startedIn: number;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/**
 * @param home a folder for settings and data @param flags the flags of `tome serve`
 * @param options a wrapper program with flags, and further variables of the environment
 */
export async function startServe(
  home: string,
  flags: readonly string[],
  { through = [], env = {} }: { readonly through?: readonly string[]; readonly env?: object } = {},
): Promise<BuiltServe> {
  const begun = performance.now();
  const words = [
    ...through,
    process.execPath,
    launcher,
    "serve",
    "--json=url,token,site",
    ...flags,
  ];
  const [program = "", ...args] = words;
  const child = spawn(program, args, {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stderr = text(child.stderr);
  const ended = once(child, "close").then(async ([code]) => ({ code, stderr: await stderr }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (first.done) throw new Error((await ended).stderr);
  const { url, token, site }: Pick<BuiltServe, "url" | "token" | "site"> = JSON.parse(first.value);
  return { url, token, site, child, ended, startedIn: performance.now() - begun };
}
