/** `tome serve`, with a server that the tests choose. */
import { describe, expect, test } from "vitest";
import type { Context, Result } from "../../../src/context.ts";
import { exec } from "../../../src/features/local/exec.ts";
import { serve } from "../../../src/features/local/serve.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";

interface Options {
  readonly choice?: object;
  readonly screen?: boolean;
  readonly database?: string;
  readonly site?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(
  act: (context: Context) => Promise<Result>,
  { choice = {}, screen = false, database, site, env = {} }: Options = {},
) {
  const events: string[] = [];
  const notes: string[] = [];
  const secrets: string[] = [];
  const options: Record<string, unknown>[] = [];
  let text = "";
  const local = (ofCall: string | undefined): object => ({
    folder: "/data",
    location: ofCall ?? "/data",
    database: ofCall,
    on: local,
    serve: async (one: Record<string, unknown>) => {
      options.push(one);
      return {
        ...{ url: "http://served", token: "token", adminToken: "admin", organization: "O1", site },
        startShutdown: () => void events.push("shutdown"),
        close: async () => void events.push("close"),
      };
    },
  });
  const context = createPartial<Context>({
    cwd: "/",
    env,
    choice,
    local: local(database),
    interrupted: async () => {},
    conceal: (secret: string) => void secrets.push(secret),
    idCache: { forgetAddress: (url: string) => void events.push(`forget ${url}`) },
    readDocument: async () => [1],
    terminal: {
      outIsTerminal: screen,
      note: (note: string) => void notes.push(note),
      write: async (part: string) => {
        text += part;
      },
    },
  });
  const error = await act(context).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  return { error, events, notes, secrets, text, options: options[0] };
}
const runServe = (input: Parameters<typeof serve>[1], options?: Options) =>
  run((context) => serve(context, input), options);

const running = "Press Ctrl-C to stop.";
const ending = "Shutting down after completing the requests in progress.";

describe("a server", () => {
  test("has the data of the folder and a fixed port by default", async () => {
    const { options, events, notes, secrets, text } = await runServe({});
    expect(options).toMatchObject({ port: 4620, data: "/data", database: undefined });
    expect(text).toBe("url      http://served\ndata     /data\n");
    expect(notes).toEqual([
      "The token is not printed. To create one: tome local token create",
      running,
      ending,
    ]);
    expect([events, secrets]).toEqual([["close"], ["token", "admin"]]);
  });

  test.each([
    [{ data: "own" }, { data: "/own" }, "/own", "TOME_DATA_DIR=own tome local token create"],
    [
      { database: "postgres://db" },
      { data: "/data", database: "postgres://db" },
      "postgres://db",
      "tome local token create --database <url>",
    ],
    [
      { memory: true },
      { data: false, database: undefined },
      "in memory",
      "The token is not printed. To write it to a file, use --ready-file.",
    ],
    [
      { memory: true, readyFile: "ready" },
      { data: false, readyFile: "/ready" },
      "in memory",
      "The token is not printed. It is in ready.",
    ],
    [
      { memory: true, repeatable: 7, clock: "2027-01-01T00:00:00Z", faults: "f.json" },
      {
        repeatable: { seed: 7, clock: new Date("2027-01-01T00:00:00Z") },
        faults: { name: "f.json", plan: [1] },
      },
      "in memory",
      "--ready-file",
    ],
  ])("with %j", async (input, expected, data, note) => {
    const { options, text, notes, events } = await runServe(input);
    expect(options).toMatchObject(expected);
    expect(text).toBe(`url      http://served\ndata     ${data}\n`);
    expect(notes[0]).toContain(note);
    const forget = "forget http://served";
    expect(events).toEqual("memory" in input ? [forget, "close", forget] : ["close"]);
  });

  test("passes its options on", async () => {
    const input = {
      ...{ port: 1, host: "h", seed: true, allowPrivate: true, log: "json", metrics: true },
      ...{ s3Endpoint: "e", s3Bucket: "b", s3Region: "r", s3Prefix: "p", jobConcurrency: 3 },
      ...{ runIntegrations: true, allowIntegrationScripts: true, jobs: "only", rateLimit: 4 },
      ...{ organizationRateLimit: 5, otlpEndpoint: "o", trustedProxy: ["10.0.0.0/8"] },
      publicUrl: "https://tome.example:8443/",
    } as const;
    const { options } = await runServe(input as never);
    expect(options).toMatchObject({
      ...{ port: 1, host: "h", seed: true, allowPrivate: true, log: "json", metrics: true },
      objectStorage: { endpoint: "e", bucket: "b", region: "r", prefix: "p" },
      ...{ integrations: true, integrationScripts: true, jobs: "only", jobConcurrency: 3 },
      ...{ rateLimit: 4, organizationRateLimit: 5, otlpEndpoint: "o" },
      ...{ publicUrl: "https://tome.example:8443", trustedProxies: ["10.0.0.0/8"] },
    });
  });

  const whole = { url: "http://served", token: "token", data: "/data", pid: process.pid };
  const { token: _, ...withoutToken } = whole;
  test.each<readonly [Options, string]>([
    [{ screen: true }, "url      http://served\ntoken    token\ndata     /data\n"],
    [{ site: "http://site" }, "url      http://served\ndata     /data\nsite     http://site\n"],
    [{ choice: { format: "json" } }, `${JSON.stringify(withoutToken)}\n`],
    [
      { choice: { format: "ndjson" }, site: "s" },
      `${JSON.stringify({ ...withoutToken, site: "s" })}\n`,
    ],
    [{ choice: { format: "json" }, screen: true }, `${JSON.stringify(whole)}\n`],
    [
      { choice: { format: "json", fields: ["token", "url"] } },
      '{"url":"http://served","token":"token"}\n',
    ],
    [{ choice: { format: "json", fields: ["url"] }, screen: true }, '{"url":"http://served"}\n'],
  ])("with %j prints %s", async (options, expected) => {
    const { text, notes } = await runServe({}, options);
    expect(text).toBe(expected);
    expect(notes.includes(running)).toBe(true);
    expect(notes.length).toBe(expected.includes("token") ? 2 : 3);
  });

  test("serves a little longer before it ends", async () => {
    const { events, notes } = await runServe({ drainDelay: 0.001 });
    expect(events).toEqual(["shutdown", "close"]);
    expect(notes.slice(2)).toEqual([
      "Serving for 0.001 s more, until proxies send no more requests.",
      ending,
    ]);
  });

  test.each<readonly [Parameters<typeof serve>[1], Options, string]>([
    [{ memory: true, data: "d" }, {}, "Specify either --memory or --data, not both."],
    [{ memory: true, database: "d" }, {}, "Specify either --memory or --database, not both."],
    [{ repeatable: 1 }, {}, "--repeatable requires --memory."],
    [
      { allowIntegrationScripts: true },
      {},
      "--allow-integration-scripts requires --run-integrations.",
    ],
    [
      { publicUrl: "https://tome.example/x" },
      {},
      "--public-url must consist of a scheme, a host and an optional port",
    ],
    [{ publicUrl: "https://tome.example/?a" }, {}, "--public-url must consist"],
    [
      {},
      { choice: { fields: ["url", "size"] } },
      "Unknown field size. Fields: url, token, data, pid, site.",
    ],
  ])("is refused with %j", async (input, options, message) => {
    const { error, options: served } = await runServe(input, options);
    expect(error?.message).toContain(message);
    expect(served).toBeUndefined();
  });
});

describe("a program with a platform of its own", () => {
  const print =
    "const e = process.env; process.exit(e.TOME_URL_OK === undefined && e.TOME_SPACE === undefined && e.TOME_SITE === undefined && e.A === '1' && e.TOME_PROFILE === 'default' && e.TOME_BASE_URL === 'http://served' && e.TOME_TOKEN === 'token' && e.TOME_ORG === 'O1' && e.TOME_ADMIN_TOKEN === 'admin' && e.GITBOOK_ENDPOINT === 'http://served' && e.GITBOOK_TOKEN === 'token' && e.GITBOOK_ORGANIZATION === 'O1' ? 0 : 9)";
  const env = {
    A: "1",
    TOME_SPACE: "S1",
    TOME_SITE: "X1",
    TOME_TOKEN: "own",
    PATH: process.env.PATH ?? "",
  };
  const runExec = (command: readonly string[], more: object = {}) =>
    run((context) => exec(context, { command, ...more }), { env });

  slowTest("gets the variables of the platform, which ends with it", async () => {
    const { error, events, secrets, options } = await runExec([process.execPath, "-e", print], {
      seed: true,
      runIntegrations: true,
    });
    expect(error).toBeUndefined();
    expect(options).toMatchObject({ port: 0, data: false, seed: true, integrations: true });
    expect([events, secrets]).toEqual([
      ["close", "forget http://served"],
      ["token", "admin"],
    ]);
  });

  slowTest("passes its exit code on", async () => {
    const { error, events } = await runExec([process.execPath, "-e", "process.exit(3)"]);
    expect(error).toMatchObject({ exitCode: 3 });
    expect(events[0]).toBe("close");
    const missing = await runExec(["/nowhere/program"]);
    expect(missing.error?.message).toBe(
      "/nowhere/program cannot be run: the program was not found.",
    );
    expect(missing.events).toHaveLength(2);
  });
});
