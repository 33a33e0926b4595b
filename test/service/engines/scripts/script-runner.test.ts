import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { fetchGuarded } from "../../../../src/service/engines/network/guarded-fetch.ts";
import type { ScriptLimits } from "../../../../src/service/engines/scripts/script-messages.ts";
import { openScriptRunner } from "../../../../src/service/engines/scripts/script-runner.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";

type Outside = Parameters<typeof openScriptRunner>[0];

const mebibyte = 1024 * 1024;

/** The requests of scripts, of the current test. */
let currentOutside: Outside = openOutside();
let runners = 0;

/** One for all tests, because loading the runtime takes longer than most tests. */
const runner = openScriptRunner(
  { fetch: (request) => currentOutside.fetch(request) },
  "http://tome.localhost",
);
afterAll(() => runner.close());

/** @returns a function that runs scripts of an integration and a publisher of this test */
function openRunner(outside: Outside = openOutside()) {
  currentOutside = outside;
  const own = `one-${++runners}`;
  /** Runs statements in a fetch handler. */
  const run = async (body: string, limits?: Partial<ScriptLimits>, name = own, publisher = own) => {
    const code = `export default { async fetch(request, env, context) { ${body} } };`;
    const script = { name, hash: `${name} ${body}`, code, publisher };
    const request = {
      url: "http://integration.invalid/v1",
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: Buffer.from("ping"),
    };
    const outcome = await runner.run(script, request, limits);
    const text = outcome.response && Buffer.from(outcome.response.body).toString();
    return {
      ...outcome,
      text,
      log: outcome.logs.map(({ level, message }) => `${level} ${message}`),
    };
  };
  return { name: own, run };
}

/** The ids of the processes of workerd that this process started. */
function listScriptProcesses(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, program, parent] =
        /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const isScript = program?.startsWith("workerd") && Number(parent) === process.pid;
      return isScript ? [Number(name)] : [];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}

describe("a regular script", () => {
  slowTest("answers, and its console is in the log in order", async () => {
    const { run } = openRunner();
    const result = await run(`
      console.log("first", { a: 1 });
      console.warn("second");
      context.waitUntil(Promise.resolve().then(() => console.error(new Error("third").message)));
      return new Response(await request.text(), { status: 201, headers: { "x-kind": "pong" } });`);
    expect(result.response).toMatchObject({ status: 201, headers: { "x-kind": "pong" } });
    expect(result.text).toBe("ping");
    expect(result.log).toEqual(['info first {"a":1}', "warn second", "error third"]);
  });

  slowTest("an error of the script is in the log, and the next run is not affected", async () => {
    const { run } = openRunner();
    const result = await run(`throw new Error("no luck");`);
    expect(result.response?.status).toBe(500);
    expect(result.log).toEqual([expect.stringContaining("error Error: no luck")]);
    expect((await run(`return new Response("fine");`)).text).toBe("fine");
  });

  slowTest("a script that cannot be loaded is reported with the error of its source", async () => {
    const { run } = openRunner();
    const { failure } = await run("const const;");
    expect(failure).toMatchObject({
      reason: "broken",
      message: expect.stringContaining("SyntaxError"),
    });
  });

  slowTest("a new version replaces the process of the previous one", async () => {
    const { run } = openRunner();
    const counting =
      "globalThis.count = (globalThis.count ?? 0) + 1; return new Response(String(globalThis.count));";
    expect((await run(counting)).text).toBe("1");
    expect((await run(counting)).text).toBe("2");
    expect((await run(`${counting} /* new */`)).text).toBe("1");
  });

  test.runIf(process.platform === "linux")(
    "an idle process that was killed is replaced",
    async () => {
      const { run } = openRunner();
      const before = listScriptProcesses();
      const body = `return new Response(await request.text());`;
      expect((await run(body)).text).toBe("ping");
      const [pid = 0] = listScriptProcesses().filter((one) => !before.includes(one));
      process.kill(pid, "SIGKILL");
      await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
      expect((await run(body)).text).toBe("ping");
    },
  );

  slowTest("a service worker of the runtime v1 receives requests", async () => {
    const { name } = openRunner();
    const code = `addEventListener("fetch", (event) => event.respondWith(new Response("old")));`;
    const request = { url: "http://integration.invalid/v1", method: "GET", headers: {} };
    const { response } = await runner.run({ name, hash: name, code, publisher: name }, request);
    expect(Buffer.from(response?.body ?? []).toString()).toBe("old");
  });

  slowTest("many runs at the same time have separate logs", async () => {
    const { run } = openRunner();
    const body = `
      console.log("begin");
      await new Promise((resolve) => setTimeout(resolve, 5));
      console.log("end");
      return new Response("ok");`;
    const results = await Promise.all(Array.from({ length: 20 }, () => run(body)));
    for (const { text, log } of results) {
      expect(text).toBe("ok");
      expect(log).toEqual(["info begin", "info end"]);
    }
  });
});

describe("a hostile script", () => {
  const stopped = (message: string) => ({
    reason: "stopped",
    message: expect.stringContaining(message),
  });

  const endless = [
    ["an endless loop", "for (;;);", { time: 500 }, "ran for more than 0.5 seconds"],
    ["a loop of promises", "for (;;) await null;", { time: 500 }, "ran for more than 0.5 seconds"],
    [
      "an allocation of 1 GB",
      "const all = []; for (let i = 0; i < 1024; i++) all.push(new Uint8Array(1 << 20).fill(1)); return new Response();",
      { memory: 128 * mebibyte },
      "used more than 128 MiB",
    ],
    [
      "a response of 100 MB",
      `return new Response(new ReadableStream({ async pull(c) { c.enqueue(new Uint8Array(1 << 16).fill(1)); } }));`,
      { output: mebibyte },
      /exceeded 1 MiB|used more than 256 MiB/,
    ],
    [
      "a console of 100 MB",
      `for (let i = 0; i < 100_000; i++) console.log("x".repeat(1000)); return new Response();`,
      { output: mebibyte },
      "console output exceeded 1 MiB",
    ],
    [
      "10,000 requests",
      `for (let i = 0; i < 10_000; i++) await fetch("http://127.0.0.1/" + i); return new Response();`,
      { subrequests: 50 },
      "sent more than 50 requests",
    ],
  ] as const;

  test.each(sample(endless, 1))("is stopped: %s", async (_title, body, limits, message) => {
    const { run } = openRunner();
    const { failure } = await run(body, limits);
    expect(failure?.reason).toBe("stopped");
    expect(failure?.message).toMatch(message);
    // The process was replaced.
    expect((await run(`return new Response("fine");`)).text).toBe("fine");
  });

  slowTest("fails with a promise that never settles", async () => {
    const { run } = openRunner();
    const body = "context.waitUntil(new Promise(() => {})); return new Response();";
    expect((await run(body, { time: 500 })).failure).toMatchObject({ reason: "stopped" });
  });

  slowTest(
    "receives no description of an error of the runtime for its clients",
    async () => {
      const { run } = openRunner();
      const thrower =
        'Object.defineProperty(TARGET, "NAME", { get() { throw new Error("no"); } });';
      const broken = [
        ["Array.prototype", "map"],
        ["Object.prototype", "then"],
        ["Headers.prototype", "set"],
        ["globalThis", "Response"],
        ["Response.prototype", "arrayBuffer"],
      ] as const;
      const bodies = [
        ...broken.map(([target, name]) =>
          thrower.replace("TARGET", () => target).replace("NAME", name),
        ),
        "console.error = () => { throw new Error('no'); }; throw new Error('first');",
        "throw { get stack() { throw new Error('no'); } };",
      ];
      for (const body of bodies) {
        const { failure, text = "", log } = await run(`${body} throw new Error("last");`);
        const output = JSON.stringify([failure, text, log]);
        expect(output).not.toContain(process.cwd());
        expect(output).not.toMatch(/node_modules|miniflare|workerd/i);
      }
      expect((await run(`return new Response("fine");`)).text).toBe("fine");
    },
    60_000,
  );

  slowTest("names no file that the platform reads", async () => {
    const { run } = openRunner();
    const folder = mkdtempSync(join(tmpdir(), "tome-pipe-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pipe = join(folder, "pipe");
    // To read it never ends.
    execFileSync("mkfifo", [pipe]);
    const stack = `Error: no\n    at read (file://${pipe}:1:1)`;
    const error = JSON.stringify({ message: "no", stack });
    const { text, response } = await run(
      `return new Response(${JSON.stringify(error)}, { status: 500, headers: { "mf-experimental-error-stack": "true" } });`,
    );
    expect(response?.status).toBe(500);
    expect(text).toBe(error);
    expect((await run(`return new Response("fine");`)).text).toBe("fine");
  });

  slowTest(
    "keeps its process if a client sends headers for the runtime or the connection",
    async () => {
      const { name: own } = openRunner();
      const code =
        "let count = 0; export default { fetch: (request) => Response.json([++count, ...request.headers.keys()]) };";
      const script = { name: own, hash: own, code, publisher: own };
      const hostile: readonly (readonly [string, string])[] = [
        ["mf-cf-blob", "{"],
        ["mf-route-override", "other"],
        ["mf-original-url", "x"],
        ["mf-op", "GET"],
        ["x-tome-key", "x"],
        ["connection", "mf-original-url"],
        ["expect", "100-continue"],
        ["transfer-encoding", "chunked"],
        ["content-length", "9999"],
        ["upgrade", "websocket"],
        ["te", "trailers"],
        ["accept-encoding", "br"],
        ["x-line", "a\nb"],
        ["x-fox", "🦊"],
        ["bad name", "x"],
      ];
      for (const [index, [name, value]] of hostile.entries()) {
        const headers = { [name]: value, "x-other": "1" };
        const url = "http://integration.invalid/a?b=c";
        const { response } = await runner.run(script, { url, method: "GET", headers });
        const [count, ...names]: unknown[] = JSON.parse(
          Buffer.from(response?.body ?? []).toString() || "[]",
        );
        expect([name, count]).toEqual([name, index + 1]);
        expect(
          names.filter((one) => !["accept-encoding", "connection", "host"].includes(String(one))),
        ).toEqual(["x-other"]);
      }
    },
  );

  slowTest("does not delay the script of another integration", async () => {
    const { name, run } = openRunner();
    const looping = run("for (;;);", { time: 1000 });
    expect((await run(`return new Response("fine");`, {}, `${name}-other`)).text).toBe("fine");
    expect((await looping).failure).toMatchObject(stopped("ran for more than"));
  });

  slowTest("does not delay scripts of other organizations, even as one of ten", async () => {
    const { name, run } = openRunner();
    let ended = 0;
    // They occupy their places without the processor, which is not shared fairly.
    const waiting = Array.from({ length: 10 }, async (_, index) => {
      const body = "await new Promise((resolve) => setTimeout(resolve, 60_000));";
      const { failure } = await run(body, { time: 800 }, `${name}-${index}`);
      ended++;
      return failure;
    });
    const others = ["two", "three", "four"].map(async (other) => {
      const own = `${name}-${other}`;
      expect((await run(`return new Response("fine");`, {}, own, own)).text).toBe("fine");
    });
    await Promise.all(others);
    expect(ended).toBeLessThan(waiting.length);
    for (const failure of await Promise.all(waiting)) {
      expect(failure).toMatchObject(stopped("ran for more than"));
    }
  });

  slowTest("is stopped while it is loaded, and is not loaded again", async () => {
    const { name } = openRunner();
    const script = { name, hash: name, code: "for (;;);", publisher: name };
    const request = { url: "http://integration.invalid/v1", method: "GET", headers: {} };
    const limits = { loading: 500 };
    expect((await runner.run(script, request, limits)).failure).toMatchObject({
      reason: "broken",
      message: expect.stringContaining("It was not loaded within 0.5 seconds."),
    });
    // Without a limit: loading it again would not end.
    const again = await runner.run(script, request, { loading: 2 ** 31 - 1 });
    expect(again.failure?.reason).toBe("broken");
  });

  slowTest("delays no scripts of other organizations while several are loaded", async () => {
    const { name, run } = openRunner();
    const request = { url: "http://integration.invalid/v1", method: "GET", headers: {} };
    const ends: string[] = [];
    const looping = Array.from({ length: 2 }, async (_, index) => {
      const own = `${name}-${index}`;
      const script = { name: own, hash: own, code: "for (;;);", publisher: name };
      const { failure } = await runner.run(script, request, { loading: 3000 });
      expect(failure?.reason).toBe("broken");
      ends.push("hostile");
    });
    const other = `${name}-other`;
    expect((await run(`return new Response("fine");`, {}, other, other)).text).toBe("fine");
    ends.push("other");
    await Promise.all(looping);
    expect(ends).toEqual(["other", ...looping.map(() => "hostile")]);
  });

  slowTest("has no environment, no files, no processes and no sockets", async () => {
    const { run } = openRunner();
    const { text, log } = await run(`
      const found = [];
      for (const name of ["node:fs", "node:child_process", "node:worker_threads", "node:http"]) {
        await import(name).then(() => found.push(name), () => undefined);
      }
      const { connect } = await import("cloudflare:sockets");
      try {
        await connect("127.0.0.1:22").opened;
        found.push("sockets");
      } catch {}
      const net = await import("node:net");
      await new Promise((resolve) => {
        net.connect(22, "127.0.0.1", () => found.push("net") && resolve()).on("error", resolve);
      }).catch(() => undefined);
      try { eval("found.push('eval')"); } catch {}
      for (const url of ["file:///etc/passwd", "ftp://127.0.0.1/"]) {
        await fetch(url).then(({ status }) => status === 200 && found.push(url), () => undefined);
      }
      return Response.json([found, Object.keys(env), process.env]);`);
    expect(log).toEqual([]);
    expect(JSON.parse(text ?? "")).toEqual([[], [], {}]);
  });

  slowTest("reaches no private address by name, by number, or by a redirect", async () => {
    const canary = await answering((_request, response) => response.end("secret"));
    const redirecting = await answering((_request, response) => {
      response.writeHead(302, { location: canary.url }).end();
    }, "127.0.0.9");
    const mayReach = (address: string) => address === "127.0.0.9";
    const outside: Outside = { fetch: (request) => fetchGuarded(request, mayReach) };
    const { run } = openRunner(outside);
    const urls = [
      canary.url,
      `http://localhost:${canary.port}`,
      `http://[::ffff:127.0.0.1]:${canary.port}`,
      "http://169.254.169.254/latest/meta-data/",
      redirecting.url,
    ];
    const { text, log } = await run(`
      const results = [];
      for (const url of ${JSON.stringify(urls)}) results.push((await fetch(url)).status);
      return Response.json(results);`);
    expect(JSON.parse(text ?? "")).toEqual([403, 403, 403, 403, 403]);
    expect(log).toHaveLength(5);
    expect(log[0]).toContain("A request of the script was refused: 127.0.0.1 is on this machine");
    expect(canary.asked).toEqual([]);
  });

  slowTest("reaches no private address by a name that changes between two lookups", async () => {
    const canary = await answering((_request, response) => response.end("secret"));
    let lookups = 0;
    const outside: Outside = {
      fetch: (request) =>
        fetchGuarded(
          request,
          (address) => address === "127.0.0.9",
          (_name, _options, callback) => {
            lookups++;
            callback(null, [{ address: lookups === 1 ? "127.0.0.9" : "127.0.0.1", family: 4 }]);
          },
        ),
    };
    const { run } = openRunner(outside);
    const { text } = await run(`
      const url = "http://rebinding.test:${canary.port}/";
      return Response.json([(await fetch(url)).status, (await fetch(url)).status]);`);
    // The first lookup leads to a host without a server, the second one is refused.
    expect(JSON.parse(text ?? "")).toEqual([502, 403]);
    expect(canary.asked).toEqual([]);
  });

  slowTest("changes prototypes and its console without an effect on the platform", async () => {
    const { name, run } = openRunner();
    const { text } = await run(`
      Object.prototype.polluted = true;
      Array.prototype.toJSON = () => ({ forged: true });
      JSON.stringify = () => "forged";
      Promise.prototype.then = Promise.prototype.then;
      Response.prototype.arrayBuffer = async () => new Uint8Array([120]).buffer;
      console.log("still here");
      return new Response("own", { headers: { ["__proto__"]: "x", constructor: "y" } });`);
    expect(text).toBe("x");
    expect((await run(`return new Response("fine");`, {}, `${name}-two`)).text).toBe("fine");
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  slowTest(
    "sends requests only to the API of the platform, not to its administration",
    async () => {
      const { run } = openRunner();
      const received: string[] = [];
      runner.connect(async ({ url }) => {
        received.push(url);
        return { status: 200, headers: {}, body: "ok" };
      });
      const { text } = await run(`
      const paths = ["/v1/user", "/_tome/state", "/metrics", "/v1/../_tome/state"];
      const results = [];
      for (const path of paths) results.push((await fetch("http://tome.localhost" + path)).status);
      return Response.json(results);`);
      expect(JSON.parse(text ?? "")[0]).toBe(200);
      expect(received).toEqual(["http://tome.localhost/v1/user"]);
    },
  );
});
