/** Limits and logs of a script, with a runtime that the test controls in place of workerd. */
import childProcess from "node:child_process";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  linePrefix,
  longestLine,
  runHeader,
} from "../../../../src/service/engines/scripts/sandbox-modules.ts";
import type {
  OutboundAnswer,
  ScriptLimits,
  ScriptRequest,
} from "../../../../src/service/engines/scripts/script-messages.ts";
import { startScript } from "../../../../src/service/engines/scripts/script-process.ts";
import { usualLimits } from "../../../../src/service/engines/scripts/script-runner.ts";
import { answering } from "../../../support/network/answering.ts";

type RuntimePackage = Parameters<typeof startScript>[0];

/** The parts of the options that the platform gives to the runtime. */
interface RuntimeOptions {
  readonly name: string;
  readonly handleRuntimeStdio: (output: PassThrough, error: PassThrough) => void;
  readonly outboundService: (request: Request) => Promise<Response>;
}

interface Runtime {
  readonly output: PassThrough;
  readonly errors: PassThrough;
  readonly send: (request: Request) => Promise<Response>;
  /** The headers of the request to the process. */
  readonly received: Record<string, unknown>;
}

type Listener = (runtime: Runtime, ...exchange: Parameters<RequestListener>) => unknown;

interface Case {
  /** Receives the request of a run; answers it with the header of the run if absent. */
  readonly listener?: Listener;
  readonly ready?: (runtime: Runtime) => Promise<unknown>;
  readonly limits?: Partial<ScriptLimits>;
  readonly loadTime?: number;
  readonly send?: (request: ScriptRequest) => Promise<OutboundAnswer>;
}

const answerTo = (received: Record<string, unknown>) => ({
  [runHeader]: String(received[runHeader]),
});
const line = (run: unknown, level: string, message: string) =>
  `${linePrefix}${JSON.stringify([String(run), level, message])}\n`;

/** Starts a script whose process is a server of this test. */
async function start({ listener, ready, send, loadTime = 5000 }: Case = {}) {
  const events: string[] = [];
  const [output, errors] = [new PassThrough(), new PassThrough()];
  let options: RuntimeOptions | undefined;
  const getRuntime = (received: Record<string, unknown> = {}): Runtime => ({
    ...{ output, errors, received },
    send: (request) => {
      if (!options) throw new Error("The runtime was not started.");
      return options.outboundService(request);
    },
  });
  const server = await answering((request, response) => {
    const runtime = getRuntime(request.headers);
    if (listener) return listener(runtime, request, response);
    output.write(line(request.headers[runHeader], "end", ""));
    response.writeHead(201, { ...answerTo(request.headers), "x-a": "1" }).end("yes");
  });
  class Miniflare {
    readonly ready: Promise<unknown>;
    constructor(given: RuntimeOptions) {
      options = given;
      given.handleRuntimeStdio(output, errors);
      this.ready = ready ? ready(getRuntime()) : Promise.resolve(new URL(server.url));
      this.ready.catch(() => undefined);
    }
    async dispose() {
      events.push("disposed");
    }
  }
  class NoOpLog {}
  const runtimePackage = { Miniflare, NoOpLog, Response } as object as RuntimePackage;
  const script = { name: "pie", hash: "h1", code: "", publisher: "p" };
  const process = startScript(
    runtimePackage,
    script,
    loadTime,
    send ?? (async () => ({ response: { status: 200, headers: {}, body: Buffer.from("out") } })),
  );
  return { events, process, options: () => options, server };
}

const request: ScriptRequest = { url: "https://pie.example/v1", method: "GET", headers: {} };

async function run(one: Case) {
  const { process, events } = await start(one);
  const { response, ...rest } = await process.run(7, request, { ...usualLimits, ...one.limits });
  const outcome = {
    ...(response && { response: { ...response, body: Buffer.from(response.body).toString() } }),
    ...rest,
  };
  const isEnded = process.isEnded();
  await process.end();
  expect(events).toEqual(["disposed"]);
  return { ...outcome, isEnded };
}

/** Answers with the text, after the lines of the console. */
const tell =
  (write: (runtime: Runtime, id: unknown) => unknown, text = "yes"): Listener =>
  async (runtime, _request, response) => {
    const id = runtime.received[runHeader];
    await write(runtime, id);
    runtime.output.write(line(id, "end", ""));
    response.writeHead(200, answerTo(runtime.received)).end(text);
  };

const stopped = (rule: string) => ({
  ...{ failure: { reason: "stopped", message: `The script was stopped: ${rule}.` }, isEnded: true },
});

it("a run has the response of the process without the headers of the platform", async () => {
  const { logs, failure, response, isEnded } = await run({});
  expect([logs, failure, isEnded]).toEqual([[], undefined, false]);
  expect(response).toMatchObject({ status: 201, headers: { "x-a": "1" }, body: "yes" });
  expect(response?.headers).not.toHaveProperty(runHeader);
});

it("runs are active until they end, and the process keeps its version and name", async () => {
  const { process, options } = await start();
  const running = process.run(1, request, usualLimits);
  expect([process.active(), process.hash, options()?.name]).toEqual([1, "h1", "pie"]);
  await running;
  expect(process.active()).toBe(0);
  await process.end();
  await process.end();
  expect(process.isEnded()).toBe(true);
});

describe("the log of a run", () => {
  it("has its own lines, and those without a run", async () => {
    const { logs } = await run({
      listener: tell(({ output, errors }, id) => {
        output.write(line(id, "warn", "own").slice(0, 5));
        output.write(`${line(id, "warn", "own").slice(5)}${line("other", "error", "of another")}`);
        output.write(line("", "debug", "without"));
        output.write("plain\n");
        errors.write("stderr\n");
      }),
    });
    expect(logs.toSorted((one, other) => one.message.localeCompare(other.message))).toEqual([
      { level: "error", message: "of another" },
      { level: "warn", message: "own" },
      { level: "info", message: "plain" },
      { level: "error", message: "stderr" },
      { level: "debug", message: "without" },
    ]);
  });

  it.each([
    [500, 500],
    [502, 501],
  ])("of %i lines has %i", async (count, expected) => {
    const { logs } = await run({
      listener: tell(({ output }, id) => {
        output.write(line(id, "info", "x").repeat(count));
      }),
    });
    const omitted = { level: "warn", message: "Further lines of the console are omitted." };
    expect(logs).toHaveLength(expected);
    expect(logs.at(-1)).toEqual(count === 500 ? { level: "info", message: "x" } : omitted);
  });

  it("has less than 128 KiB", async () => {
    const { logs } = await run({
      listener: tell(({ output }, id) => {
        output.write(line(id, "info", "x".repeat(longestLine - 1)).repeat(32));
      }),
    });
    expect(logs.map(({ level }) => level)).toEqual([...Array(31).fill("info"), "warn"]);
  });

  it("does not wait for the end of a line without limit", async () => {
    const { logs } = await run({
      listener: tell(({ output }) => {
        output.write("x".repeat(64 * 1024));
        output.write("y");
        output.write("z\n");
      }),
    });
    expect(logs).toEqual([
      { level: "info", message: "x".repeat(longestLine) },
      { level: "info", message: "z" },
    ]);
  });
});

describe("a limit", () => {
  it.each([
    [3, undefined],
    [2, stopped("its console output exceeded 0 MiB")],
  ])("of %i characters of the console includes line breaks", async (output, failure) => {
    const outcome = await run({
      limits: { output },
      listener: tell(({ output: stream }, id) => {
        stream.write(line(id, "info", "ab"));
      }, ""),
    });
    expect(outcome).toMatchObject(failure ?? { response: expect.anything(), isEnded: false });
  });

  it.each([
    [3, undefined],
    [2, stopped("its response exceeded 0 MiB")],
  ])("of %i bytes of the response", async (output, failure) => {
    const outcome = await run({ limits: { output } });
    expect(outcome).toMatchObject(failure ?? { response: expect.anything(), isEnded: false });
  });

  it("of the time ends the run", async () => {
    const outcome = await run({ limits: { time: 20 }, listener: () => undefined });
    expect(outcome).toEqual({ logs: [], ...stopped("it ran for more than 0.02 seconds") });
  });

  it("of the requests ends the run, and is the sum of all runs in progress", async () => {
    const statuses: number[] = [];
    const ask = async (runtime: Runtime, count: number) => {
      for (let times = 0; times < count; times++) {
        statuses.push((await runtime.send(new Request("https://a.example/"))).status);
      }
    };
    const enough = await run({
      limits: { subrequests: 2 },
      listener: tell((runtime) => ask(runtime, 2)),
    });
    expect(enough).toMatchObject({ response: expect.anything(), isEnded: false });
    const exceeded = await run({
      limits: { subrequests: 2 },
      listener: tell((runtime) => ask(runtime, 3)),
    });
    expect(exceeded).toMatchObject(stopped("it sent more than 2 requests"));
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe("a request of the script", () => {
  it("has its URL, method, headers and body, and a warning is in the log", async () => {
    const sent: ScriptRequest[] = [];
    const bodies: string[] = [];
    const { logs } = await run({
      async send(one) {
        sent.push(one);
        const response = { status: 203, headers: { "x-b": "2" }, body: Buffer.from("out") };
        return { response, ...(sent.length === 2 && { warning: "It failed." }) };
      },
      listener: tell(async (runtime) => {
        for (const body of ["in", undefined]) {
          const init = {
            method: body ? "PUT" : "GET",
            headers: { "x-c": "3" },
            ...(body && { body }),
          };
          const answer = await runtime.send(new Request("https://a.example/b", init));
          bodies.push(`${answer.status} ${answer.headers.get("x-b")} ${await answer.text()}`);
        }
      }),
    });
    expect(bodies).toEqual(["203 2 out", "203 2 out"]);
    expect(sent).toMatchObject([
      { url: "https://a.example/b", method: "PUT", headers: { "x-c": "3" } },
      { url: "https://a.example/b", method: "GET", headers: { "x-c": "3" } },
    ]);
    expect(sent.map(({ body }) => body && Buffer.from(body).toString())).toEqual(["in", undefined]);
    expect(logs).toEqual([{ level: "warn", message: "It failed." }]);
  });

  it("has no body if the status allows none", async () => {
    const bodies: unknown[] = [];
    await run({
      send: async () => ({ response: { status: 204, headers: {}, body: Buffer.from("") } }),
      listener: tell(async (runtime) => {
        bodies.push((await runtime.send(new Request("https://a.example/"))).body);
      }),
    });
    expect(bodies).toEqual([null]);
  });

  it("waits while six others run", async () => {
    const releases: (() => void)[] = [];
    let most = 0;
    await run({
      send: async () => {
        most = Math.max(most, releases.length + 1);
        await new Promise<void>((resolve) => releases.push(resolve));
        return { response: { status: 200, headers: {}, body: Buffer.from("") } };
      },
      listener: tell(async (runtime) => {
        const all = Array.from({ length: 8 }, () =>
          runtime.send(new Request("https://a.example/")),
        );
        let ended = 0;
        for (const one of all) void one.then(() => ended++);
        while (ended < 8) {
          await new Promise((resolve) => setImmediate(resolve));
          if (releases.length === Math.min(6, 8 - ended)) releases.splice(0).map((end) => end());
        }
      }),
    });
    expect(most).toBe(6);
  });

  it("is refused while nothing runs", async () => {
    const { process, options } = await start();
    const answer = await options()?.outboundService(new Request("https://a.example/"));
    expect([answer?.status, await answer?.text()]).toEqual([
      429,
      "The script was stopped: it sent more than 0 requests.",
    ]);
    expect(process.isEnded()).toBe(false);
    await process.end();
  });
});

it("a script that breaks the modules around it has no response", async () => {
  const message =
    "The script returned no response: it waits for a promise that never settles, or changed functions that the runtime needs.";
  for (const header of [{}, { [runHeader]: "8" }]) {
    const outcome = await run({
      listener: (_runtime, _request, response) => response.writeHead(200, header).end("path"),
    });
    expect(outcome).toEqual({ logs: [], failure: { reason: "stopped", message }, isEnded: true });
  }
});

it("a process that closes its connection ends the run", async () => {
  const outcome = await run({ listener: (_runtime, { socket }) => socket.destroy() });
  expect(outcome).toMatchObject(stopped("its process ended (socket hang up)"));
});

it.each([
  [
    "the first errors of the runtime",
    "service core:user:pie: Uncaught SyntaxError: Unexpected token\nstack: a\n  at line 2\n",
    "SyntaxError: Unexpected token at line 2",
  ],
  ["the error of its start", "", "The runtime failed."],
  ["at most 600 characters", `${"x".repeat(700)}\n`, "x".repeat(600)],
  ["at most 20 lines", "x\n".repeat(21), Array(20).fill("x").join(" ")],
])("a script that cannot be loaded is reported with %s", async (_, text, detail) => {
  const { process, events } = await start({
    async ready({ errors }) {
      errors.write(text);
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error("The runtime failed.");
    },
  });
  expect(await process.run(1, request, usualLimits)).toEqual({
    logs: [],
    failure: { reason: "broken", message: `The script cannot be loaded: ${detail}` },
  });
  expect([process.isEnded(), events]).toEqual([true, ["disposed"]]);
});

describe.skipIf(process.platform === "win32")("the process of a script", () => {
  /** Starts another program in place of workerd. */
  function startProgram() {
    const program = childProcess.spawn("sleep", ["600"], { stdio: "ignore" });
    onTestFinished(() => void program.kill("SIGKILL"));
    return { pid: program.pid ?? 0, ended: once(program, "exit") };
  }

  it("is killed if it does not load the script in time", async () => {
    const { process: own } = await start({
      loadTime: 20,
      async ready() {
        const [, signal] = await startProgram().ended;
        throw new Error(`It ended with ${signal}.`);
      },
    });
    expect(await own.run(1, request, usualLimits)).toEqual({
      logs: [],
      failure: {
        reason: "broken",
        message: "The script cannot be loaded: It was not loaded within 0.02 seconds.",
      },
    });
  });

  it("is killed if the platform ends while it loads", async () => {
    const ends: unknown[] = [];
    const { process: own } = await start({
      async ready() {
        ends.push(...(await startProgram().ended));
        throw new Error("It ended.");
      },
    });
    await own.end();
    expect(ends).toEqual([null, "SIGKILL"]);
  });

  it.runIf(process.platform === "linux")("has limited memory", async () => {
    const load = async () => {
      startProgram();
      return server.url;
    };
    const server = await answering(() => undefined);
    const { process: own } = await start({ ready: load });
    const { failure } = await own.run(1, request, { ...usualLimits, memory: 1024 });
    expect(failure).toEqual({
      reason: "stopped",
      message: "The script was stopped: it used more than 0 MiB of memory.",
    });
    await own.end();
  });

  it("is replaced if it was killed while it was idle", async () => {
    let program: ReturnType<typeof startProgram> | undefined;
    const server = await answering((received, response) => {
      response.writeHead(200, { [runHeader]: received.headers[runHeader] }).end("yes");
    });
    const { process: own } = await start({
      async ready() {
        program = startProgram();
        return new URL(server.url);
      },
    });
    await own.run(1, request, usualLimits);
    expect(own.isEnded()).toBe(false);
    process.kill(program?.pid ?? 0, "SIGKILL");
    await program?.ended;
    expect(own.isEnded()).toBe(true);
    await own.end();
  });
});
