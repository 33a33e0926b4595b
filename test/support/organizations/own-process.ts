/** The built `tome serve` in its own process, with the data of a snapshot. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openTransport } from "../../../src/client/transport/transport.ts";
import type { Transport, WireRequest } from "../../../src/contract/wire.ts";
import { readReady } from "../../../src/service/server/ready-file.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { startServe } from "../platforms/built-serve.ts";
import { getText } from "../platforms/platform.ts";

/** The platform that answers the calls. */
export interface CalledPlatform {
  readonly url: string;
  readonly transport: Transport;
  /** Verifies a domain of the organization as the operator. */
  readonly verify: (domain: string) => Promise<void>;
  readonly restore: () => Promise<void>;
}

export type AskProcess = (what: string, body: object | undefined, token: string) => Promise<string>;

/**
 * The data of a snapshot, served by the built program.
 * @param options `prepare` changes the data before the first call
 */
export async function openOwnProcess(
  snapshot: object,
  options: {
    readonly publicUrl: string;
    readonly modelUrl: string;
    readonly organizationId: string;
    readonly prepare: (ask: AskProcess) => Promise<void>;
  },
): Promise<CalledPlatform> {
  const { publicUrl, modelUrl, organizationId, prepare } = options;
  const home = temporaryFolder();
  const readyFile = join(home, "ready.json");
  const flags = ["--memory", "--port", "0", "--run-integrations", "--allow-private"];
  const env = { TOME_MODEL_URL: modelUrl, TOME_MODEL: "small" };
  const { url, child, ended } = await startServe(
    home,
    [...flags, "--public-url", publicUrl, "--ready-file", readyFile],
    { env },
  );
  // Otherwise, the process that runs the scripts would remain.
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const { admin } = (await readReady(readyFile)) ?? raise();
  const transport = openTransport({ environment: {} });
  const ask: AskProcess = async (what, body, token) => {
    const [method, path] = what.split(" ");
    const answer = await transport({
      method: method as WireRequest["method"],
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await getText(answer);
    if (answer.status >= 300) throw new Error(`${what}: ${text}`);
    return text;
  };
  const replace = (data: object) =>
    ask("POST /_tome/import", { ...data, keepOwnerTokens: true }, admin);
  await replace(snapshot);
  await prepare(ask);
  const prepared: object = JSON.parse(await ask("GET /_tome/export", undefined, admin));
  return {
    url,
    transport,
    async verify(domain) {
      await ask("POST /_tome/domains/vouch", { organization: organizationId, domain }, admin);
    },
    async restore() {
      await replace(prepared);
    },
  };
}

function raise(): never {
  throw new Error("The server has no ready file.");
}
