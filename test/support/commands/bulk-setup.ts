/** Bulk runs of the built program through a proxy that reports each request. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildProgram, launcher } from "../../bin/built.ts";
import { temporaryFolder } from "../machine/folder.ts";

/** The phases of a write request: received, executed by the platform, answered. */
export type Phase = "came" | "carried out" | "answered";

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves when standard error contains the text. */
  readonly said: (text: string) => Promise<void>;
  readonly finished: Promise<Finished>;
}

export interface BulkSetup {
  readonly home: string;
  readonly run: (args: readonly string[]) => Running;
  /** Called for every write request in each phase, with its one-based number; may delay it. */
  watch: (phase: Phase, number: number) => Promise<void> | void;
  /** The number of write requests since it was reset to 0. */
  count: number;
  /** Resolves when the platform has responded to all requests. */
  readonly settled: () => Promise<void>;
  /** The titles of all spaces on the platform. */
  readonly titles: () => Promise<string[]>;
}

/** @param home the home folder of all runs, with journals and settings */
export async function openBulkSetup(): Promise<BulkSetup> {
  buildProgram();
  const home = temporaryFolder();
  const base = { HOME: home, PATH: process.env.PATH ?? "" };
  const ready = join(home, "ready.json");
  const serving = start(["serve", "--memory", "--port", "0", "--ready-file", ready], base, home);
  onTestFinished(async () => {
    serving.signal("SIGKILL");
    await serving.finished;
  });
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 20));
  const { url, token }: { url: string; token: string } = JSON.parse(readFileSync(ready, "utf8"));
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string) => (await fetch(`${url}/v1${path}`, { headers })).json();
  const org = (await ask("/orgs")).items[0].id;

  const open = new Set<Promise<void>>();
  const proxy = createServer((request, response) => {
    const work = pass().catch(() => void response.destroy());
    open.add(work);
    void work.finally(() => open.delete(work));
    async function pass(): Promise<void> {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "GET", headers: given } = request;
      setup.count += 1;
      const number = setup.count;
      await setup.watch("came", number);
      const answer = await fetch(`${url}${request.url}`, {
        method,
        headers: { ...headers, "content-type": given["content-type"] ?? "application/json" },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      await setup.watch("carried out", number);
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(body);
      await setup.watch("answered", number);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : 0;
  const env = {
    ...base,
    TOME_BASE_URL: `http://127.0.0.1:${port}`,
    TOME_TOKEN: token,
    TOME_ORG: org,
  };
  const setup: BulkSetup = {
    home,
    count: 0,
    watch: () => {},
    run: (args) => start(args, env, home),
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
    async titles() {
      const titles: string[] = [];
      for (let page: string | undefined = ""; page !== undefined; ) {
        const start: string = page === "" ? "" : `&page=${encodeURIComponent(page)}`;
        const answer = await ask(`/orgs/${org}/spaces?limit=1000${start}`);
        titles.push(...answer.items.map(({ title }: { title: string }) => title));
        page = answer.next?.page;
      }
      return titles;
    },
  };
  return setup;
}

/** A CSV of titles. */
export function titlesFile(setup: BulkSetup, name: string, count: number): string {
  const path = join(setup.home, `${name}.csv`);
  const lines = Array.from({ length: count }, (_, index) => `${name} ${index}`);
  writeFileSync(path, `title\n${lines.join("\n")}\n`);
  return path;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Running {
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
  const finished = once(child, "close").then(
    ([code, signal]): Finished => ({ code, signal, stdout, stderr }),
  );
  return {
    signal: (name) => void child.kill(name),
    said: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (stderr.includes(text)) resolve();
        };
        child.stderr.on("data", look);
        look();
      }),
    finished,
  };
}
