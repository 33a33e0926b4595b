/**
 * Runs the scripts of integrations in workerd, through the optional package miniflare. The thread is
 * started with the first run or before it, and a process of workerd with the first run of each integration.
 */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Headers, Transport, WireRequest } from "../../../contract/wire.ts";
import { UsageError } from "../../../errors.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import type { FetchRequest, FetchResponse } from "../network/guarded-fetch.ts";
import type {
  FromThread,
  OutboundAnswer,
  Script,
  ScriptLimits,
  ScriptOutcome,
  ScriptRequest,
  ToThread,
} from "./script-messages.ts";

/** The newest version for Node 20; newer ones require Node 22. */
export const miniflareVersion = "4.20260426.0";

const mebibyte = 1024 * 1024;

export const usualLimits: ScriptLimits = {
  time: 10_000,
  loading: 5000,
  memory: 256 * mebibyte,
  subrequests: 1000,
  output: 5 * mebibyte,
};

/** Limits of a request of a script. */
const outboundLimit = 10 * mebibyte;
const outboundPatience = 10_000;

interface ScriptEgress {
  readonly fetch: (request: FetchRequest) => Promise<FetchResponse>;
}

export interface ScriptRunner {
  /** The base URL of the platform, which scripts call; requests to it do not leave the process. */
  base: string;
  /** Whether pages of sites contain the scripts of integrations that may add one. */
  readonly addsToSites: boolean;
  /** Loads the runtime in the background, so that the first run need not wait for it. */
  readonly prepare: () => void;
  /** Never rejects. */
  readonly run: (
    script: Script,
    request: ScriptRequest,
    limits?: Partial<ScriptLimits>,
  ) => Promise<ScriptOutcome>;
  /** Provides the platform's operations to scripts. */
  readonly connect: (transport: Transport) => void;
  readonly close: () => Promise<void>;
}

/** @throws UsageError if miniflare is not installed */
export function openScriptRunner(
  outside: ScriptEgress,
  base: string,
  addsToSites = false,
): ScriptRunner {
  requireMiniflare();
  let transport: Transport | undefined;
  let thread: Worker | undefined;
  let lastRun = 0;
  let isClosed = false;
  const waiting = new Map<number, (outcome: ScriptOutcome) => void>();
  let closed: (() => void) | undefined;

  function post(message: ToThread): void {
    if (isClosed) return;
    prepare().postMessage(message);
  }

  function prepare(): Worker {
    thread ??= startThread();
    return thread;
  }

  function startThread(): Worker {
    const name = import.meta.url.endsWith(".ts") ? "./script-worker.ts" : "./script-worker.js";
    // workerd inherits the environment of the thread.
    const worker = new Worker(new URL(name, import.meta.url), {
      env: {},
      stdout: true,
      stderr: true,
    });
    worker.on("message", (message: FromThread) => {
      if (message.kind === "outcome") {
        waiting.get(message.id)?.(message.outcome);
        waiting.delete(message.id);
      } else if (message.kind === "closed") closed?.();
      else void answer(message.id, message.request);
    });
    const fail = (error: Error) => {
      thread = undefined;
      const failure = { reason: "busy", message: `Scripts cannot run: ${error.message}` } as const;
      for (const resolve of waiting.values()) resolve({ logs: [], failure });
      waiting.clear();
      closed?.();
    };
    worker.on("error", fail);
    worker.unref();
    return worker;
  }

  async function answer(id: number, request: ScriptRequest): Promise<void> {
    const sent = isOwn(request.url, runner.base) ? askPlatform(request) : fetchOutside(request);
    const answer = await sent.catch(toRefusal);
    post({ kind: "answer", id, answer });
  }

  async function askPlatform({ url, method, headers, body }: ScriptRequest) {
    const known = platformMethods.find((one) => one === method);
    if (transport === undefined || known === undefined) {
      throw new FetchFailure("refused", `The platform does not accept ${method} requests.`);
    }
    const { status, ...response } = await transport({
      method: known,
      url,
      isFromScript: true,
      headers: cleanHeaders(headers),
      body: body && Buffer.from(body).toString("utf8"),
    });
    const bytes = await readBody(response.body);
    return { response: { status, headers: cleanHeaders(response.headers), body: bytes } };
  }

  async function fetchOutside({ url, method, headers, body }: ScriptRequest) {
    const response = await outside.fetch({
      url,
      method,
      headers: cleanHeaders(headers),
      body,
      largest: outboundLimit,
      patience: outboundPatience,
      // workerd follows redirects itself, so that each one is a separate request.
      returnsRedirects: true,
    });
    return { response: { ...response, headers: cleanHeaders(response.headers) } };
  }

  const runner: ScriptRunner = {
    base,
    addsToSites,
    prepare: () => void prepare(),
    run(script, request, limits) {
      if (isClosed) {
        const failure = { reason: "busy", message: "The platform is closing." } as const;
        return Promise.resolve({ logs: [], failure });
      }
      const id = ++lastRun;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        post({ kind: "run", id, script, request, limits: { ...usualLimits, ...limits } });
      });
    },
    connect(next) {
      transport = next;
    },
    async close() {
      isClosed = true;
      const worker = thread;
      thread = undefined;
      if (worker === undefined) return;
      // Otherwise, a process without other work would exit here, and lose its error and exit code.
      worker.ref();
      await new Promise<void>((resolve) => {
        closed = resolve;
        worker.postMessage({ kind: "close" } satisfies ToThread);
      });
      await worker.terminate();
    },
  };
  return runner;
}

function requireMiniflare(): void {
  try {
    createRequire(import.meta.url).resolve("miniflare");
  } catch {
    throw new UsageError(
      "Running integrations requires the package miniflare, which is not installed where tome is installed.",
      `npm install --global miniflare@${miniflareVersion}`,
    );
  }
}

const platformMethods: readonly WireRequest["method"][] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
];

/** Scripts reach the API only, not the administration of the platform or its pages. */
function isOwn(text: string, base: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === new URL(base).origin && /^\/v1(?:\/|$)/.test(url.pathname);
}

function toRefusal(error: unknown): OutboundAnswer {
  const reason = error instanceof FetchFailure ? error.reason : "failed";
  const message = error instanceof Error ? error.message : String(error);
  const status = { refused: 403, timeout: 504, failed: 502 }[reason];
  return {
    response: { status, headers: { "content-type": "text/plain" }, body: Buffer.from(message) },
    warning: `A request of the script ${reason === "refused" ? "was refused" : "failed"}: ${message}`,
  };
}

const ownHeaders =
  /^(?:host|connection|keep-alive|transfer-encoding|upgrade|content-length|content-encoding|accept-encoding|cf-.*|mf-.*|x-tome-.*)$/;

function cleanHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
}

async function readBody(body: string | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > outboundLimit) {
      throw new FetchFailure("refused", `The response exceeds ${outboundLimit} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
