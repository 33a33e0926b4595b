/**
 * Runs the scripts of integrations in workerd, through the optional package miniflare. The thread is
 * started with the first run or before it, and a process of workerd with the first run of each integration.
 */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Transport } from "../../../contract/wire.ts";
import { UsageError } from "../../../errors.ts";
import { type ScriptEgress, sendScriptRequest } from "./outbound-request.ts";
import type {
  FromThread,
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
    const answer = await sendScriptRequest(request, { base: runner.base, transport, outside });
    post({ kind: "answer", id, answer });
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
