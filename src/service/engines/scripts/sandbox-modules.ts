/**
 * The modules around a script in its process. They pass requests to it, label each line of its
 * console with its run, and wait for the work that it leaves behind. They share the isolate of the
 * script, so nothing depends on them for security: limits are enforced outside of the process.
 */

/** Headers of a request to a process. The first one is repeated in the response. */
export const runHeader = "x-tome-run";
export const keyHeader = "x-tome-key";

/** Marks lines of the console that the modules wrote. */
export const linePrefix = "\u0001tome ";

/** In characters. */
export const longestLine = 4096;

/** Evaluated before the script. Scripts of the runtime `v1` register a listener. */
const before = `
import { AsyncLocalStorage } from "node:async_hooks";
export const runs = new AsyncLocalStorage();
export const listeners = [];
const log = console.log.bind(console);
const { stringify } = JSON;
export function write(run, level, message) {
  log(${JSON.stringify(linePrefix)} + stringify([run, level, message]));
}
function format(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? String(value);
  try {
    return stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
for (const [name, level] of [["debug", "debug"], ["trace", "debug"], ["log", "info"], ["info", "info"], ["warn", "warn"], ["error", "error"]]) {
  console[name] = (...values) => {
    write(runs.getStore() ?? "", level, values.map(format).join(" ").slice(0, ${longestLine}));
  };
}
globalThis.addEventListener = (type, listener) => {
  if (type === "fetch") listeners.push(listener);
};
`;

const main = (key: string) => `
import { listeners, runs, write } from "./before.mjs";
import * as script from "./script.mjs";

async function respond(request, context) {
  const handler = script.default?.fetch;
  if (typeof handler === "function") return handler.call(script.default, request, {}, context);
  const [listener] = listeners;
  if (listener === undefined) throw new Error("The script exports no fetch handler.");
  let response;
  await listener({
    type: "fetch",
    request,
    waitUntil: context.waitUntil,
    passThroughOnException() {},
    respondWith(value) {
      response = value;
    },
  });
  return response;
}

export default {
  async fetch(request) {
    if (request.headers.get("${keyHeader}") !== ${JSON.stringify(key)}) {
      return new Response(null, { status: 403 });
    }
    const run = request.headers.get("${runHeader}") ?? "";
    const headers = new Headers(request.headers);
    for (const name of [...headers.keys()]) {
      if (/^(x-tome-|mf-|cf-)/.test(name)) headers.delete(name);
    }
    const { url, method } = request;
    return runs.run(run, async () => {
      const pending = [];
      const context = {
        props: {},
        passThroughOnException() {},
        waitUntil(promise) {
          pending.push(promise);
        },
      };
      try {
        const body = request.body === null ? undefined : await request.arrayBuffer();
        const response = await respond(new Request(url, { method, headers, body }), context);
        if (!(response instanceof Response)) throw new Error("The script returned no response.");
        const bytes = response.body === null ? null : await response.arrayBuffer();
        while (pending.length > 0) {
          for (const result of await Promise.allSettled(pending.splice(0))) {
            if (result.status === "rejected") console.error(result.reason);
          }
        }
        const marked = new Headers(response.headers);
        marked.set("${runHeader}", run);
        return new Response(bytes, { status: response.status, headers: marked });
      } catch (error) {
        console.error(error);
        return new Response("The script threw an error.", {
          status: 500,
          headers: { "${runHeader}": run },
        });
      } finally {
        write(run, "end", "");
      }
    });
  },
};
`;

interface SandboxModule {
  readonly type: "ESModule";
  readonly path: string;
  readonly contents: string;
}

/** @param key a secret of the process, because all programs of this machine can connect to it */
export function buildModules(code: string, key: string): SandboxModule[] {
  return [
    { type: "ESModule", path: "/main.mjs", contents: main(key) },
    { type: "ESModule", path: "/before.mjs", contents: before },
    { type: "ESModule", path: "/script.mjs", contents: code },
  ];
}

const levels = ["debug", "info", "warn", "error"] as const;

export interface ConsoleLine {
  /** The id of the run; "" outside of one. */
  readonly run: string;
  readonly level: (typeof levels)[number] | "end";
  readonly message: string;
}

/** Reads a line of standard output, which a hostile script can also write itself. */
export function readConsoleLine(text: string): ConsoleLine {
  if (text.startsWith(linePrefix)) {
    const value = parse(text.slice(linePrefix.length));
    if (Array.isArray(value)) {
      const [run, name, message]: unknown[] = value;
      const level = [...levels, "end" as const].find((one) => one === name);
      if (typeof run === "string" && level !== undefined && typeof message === "string") {
        return { run, level, message };
      }
    }
  }
  return { run: "", level: "info", message: text.slice(0, longestLine) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
