/** The platform served by a separate process, for tests of crashes, resource limits and system calls. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { getReadyFile, readReady } from "../../../src/service/server/ready-file.ts";
import { compileTo, type OtherProcess, startProcess } from "../machine/other-process.ts";

export interface Asked {
  readonly status: number;
  /** The parsed body, or undefined if there is none. */
  readonly body: unknown;
}

export interface Served {
  readonly url: string;
  readonly pid: number;
  readonly process: OtherProcess;
  /** Sends a request as the owner, or with the admin token below `/_tome`. Rejects if the response is incomplete. */
  readonly ask: (what: string, body?: unknown) => Promise<Asked>;
  /** Kills the process with SIGKILL, and waits until it has exited. */
  readonly kill: () => Promise<void>;
}

export interface ServeWay {
  /** A wrapper program with flags: `["strace", "-o", file]`. */
  readonly through?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Serves a data folder. */
export type Serve = (folder: string, way?: ServeWay) => Promise<Served>;

const source = `
import { listen } from "service/listen.ts";
import { openPlatform } from "service/open.ts";
const folder = process.argv[2];
const log = (message, error) => process.stderr.write(message + " " + error.message + "\\n");
const { service, served } = await openPlatform(folder, { log: process.env.LOG ? log : undefined });
if (served) throw new Error("Another process serves it.");
const server = await listen(service, { dataFolder: folder });
process.once("SIGTERM", async () => {
  await server.close();
  await service.close();
  process.stdin.destroy();
});
process.stdin.resume();
console.log(JSON.stringify({ url: server.url, token: server.token, pid: process.pid }));
`;

let compiled: Promise<string> | undefined;

/** Compiles the platform once for all tests of this process. */
export async function compileServe(): Promise<Serve> {
  compiled ??= compileTo(folderOfProcess(), source);
  const program = await compiled;
  return (folder, way) => serve([process.execPath, program], folder, way);
}

function folderOfProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), "tome-serving-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function serve(
  program: readonly string[],
  folder: string,
  { through = [], env }: ServeWay = {},
): Promise<Served> {
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  const child = startProcess([...through, ...program, folder], { ...own, ...env });
  const line = await child.line();
  if (line === undefined) throw new Error("It ended before it served.");
  const { url, token, pid } = JSON.parse(line) as { url: string; token: string; pid: number };
  // Killing only the tracer would leave the traced process running.
  onTestFinished(() => end(pid));
  const admin = (await readReady(getReadyFile(folder)))?.admin ?? "";
  return {
    url,
    pid,
    process: child,
    async ask(what, body) {
      const [method = "", path = ""] = what.split(" ");
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${path.startsWith("/_tome") ? admin : token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    async kill() {
      end(pid);
      await child.ended();
    },
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
