/** The sample workspace behind HTTP, for backups and restores. Counts requests, and can fail at any request. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { Transport, WireRequest } from "../../../src/contract/wire.ts";
import { launcher } from "../../bin/built.ts";
import { openTome, type Ran } from "../commands/tome.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { serve } from "../network/loopback.ts";
import type { Death } from "./access-platform.ts";
import { openTestService } from "./postgres/databases.ts";
import { addSample } from "./sample.ts";
import { Workspace } from "./workspace.ts";

export interface BackupPlatform {
  readonly workspace: Workspace;
  /** The organization of the sample, and the id of its owner. */
  readonly organization: string;
  readonly owner: string;
  /** @param death the time at which the process loses the connection, as in a crash */
  readonly run: (line: string, death?: Death) => Promise<Ran>;
  /** Runs the built program, and kills it before the response to the specified request. */
  readonly kill: (line: string, at: number) => Promise<void>;
  /** Runs a command that must succeed, and returns its output as JSON. */
  readonly json: <T>(line: string) => Promise<T>;
  /** The requests of the last run, `GET /v1/…`. */
  readonly asked: () => readonly string[];
  readonly newOrganization: () => Promise<string>;
}

/** @param through a handler that replaces the platform and can forward requests to it */
export async function openBackupPlatform(
  through?: (transport: Transport) => Transport,
): Promise<BackupPlatform> {
  const service = await openTestService({});
  const transport = through?.(service.transport) ?? service.transport;
  onTestFinished(() => service.close());
  let asked: string[] = [];
  let death: Death | undefined;
  let dying: { readonly child: ChildProcess; readonly at: number } | undefined;
  const server = await serve(async ({ method, url, headers, body }, response) => {
    asked.push(`${method} ${url}`);
    if (dying !== undefined && asked.length >= dying.at) {
      dying.child.kill("SIGKILL");
      return;
    }
    const isDead = death !== undefined && asked.length >= death.at;
    const isLast = asked.length === death?.at && death.when === "after";
    if (isDead && !isLast) return response.destroy();
    const answer = await transport({
      method: method as WireRequest["method"],
      url: `${server.url}${url}`,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          typeof value === "string" ? [[name, value]] : [],
        ),
      ),
      ...(body !== "" && { body }),
    });
    if (isDead) return response.destroy();
    response.writeHead(answer.status, { ...answer.headers });
    if (typeof answer.body === "string") response.end(answer.body);
    else {
      for await (const chunk of answer.body) response.write(chunk);
      response.end();
    }
  });
  const tome = openTome();
  const { token } = service;
  const env = () => ({ TOME_BASE_URL: server.url, TOME_TOKEN: token, TOME_ORG: organization });
  const run = async (line: string, dies?: Death) => {
    asked = [];
    death = dies;
    const retries = through === undefined ? " --retries 0" : "";
    const interrupted = () => new Promise<void>(() => {});
    const ran = await tome(`${line}${retries}`, { env: env(), interrupted });
    death = undefined;
    return ran;
  };
  const json = async <T>(line: string): Promise<T> => {
    const { code, stdout, stderr } = await run(`${line} --json`);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  const kill = async (line: string, at: number) => {
    asked = [];
    const home = temporaryFolder();
    const child = spawn(process.execPath, [launcher, ...line.split(" ")], {
      env: { HOME: home, PATH: process.env.PATH ?? "", TOME_TOKEN_STORE: "file", ...env() },
      stdio: "ignore",
    });
    dying = { child, at };
    const [, signal] = await once(child, "close");
    dying = undefined;
    if (signal !== "SIGKILL") throw new Error(`tome ${line} ended before its request ${at}.`);
  };
  let organization = "";
  await addSample(service);
  const all = await json<{ id: string; title: string }[]>("org list");
  organization = all.find(({ title }) => title === "My organization")?.id ?? "";
  return {
    workspace: new Workspace(service, { now: new Date() }),
    organization,
    owner: (await json<{ id: string }>("whoami")).id,
    run,
    kill,
    json,
    asked: () => asked,
    newOrganization: async () => (await json<{ id: string }>("org create --title Empty")).id,
  };
}
