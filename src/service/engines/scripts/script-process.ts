/**
 * A process of workerd that runs one script, and enforces its limits. Miniflare configures the
 * process: no environment, no files, and all connections through a function of the platform.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { startKiller, watchStarts } from "../../../programs/start.ts";
import { buildModules, keyHeader, readConsoleLine, runHeader } from "./sandbox-modules.ts";
import { requestScript } from "./script-connection.ts";
import type {
  OutboundAnswer,
  Script,
  ScriptFailureReason,
  ScriptLimits,
  ScriptLog,
  ScriptOutcome,
  ScriptRequest,
  ScriptResponse,
} from "./script-messages.ts";

type MiniflarePackage = typeof import("miniflare");
type FetchedRequest = InstanceType<MiniflarePackage["Request"]>;
type SendOutbound = (request: ScriptRequest) => Promise<OutboundAnswer>;

export interface ScriptProcess {
  readonly hash: string;
  /** The number of runs in progress. */
  readonly active: () => number;
  /** Never rejects. */
  readonly run: (
    id: number,
    request: ScriptRequest,
    limits: ScriptLimits,
  ) => Promise<ScriptOutcome>;
  /** Kills the process. */
  readonly end: () => Promise<void>;
  readonly isEnded: () => boolean;
}

interface Run {
  readonly limits: ScriptLimits;
  readonly logs: ScriptLog[];
  /** Characters of its console output. */
  written: number;
  /** Whether lines are omitted from its log. */
  isCut: boolean;
  readonly finish: (outcome: RunEnd) => void;
  /** Resolves when its last line of the console was read. */
  readonly endLine: PromiseWithResolve;
}

type RunEnd =
  | { readonly response: ScriptResponse }
  | { readonly failure: { readonly reason: ScriptFailureReason; readonly message: string } };

/** The maximum number of lines of one run in its log. */
const mostLines = 500;
const mostErrors = 20;
/** The maximum number of characters in its log. */
const longestLog = 128 * 1024;
/** In characters; longer than a line of the modules. */
const longestRest = 64 * 1024;
/** In milliseconds. */
const memoryInterval = 25;
const endLinePatience = 250;
/** As in Workers: further requests wait. */
const mostConcurrent = 6;
/** The part of an error of a script that cannot be loaded. */
const longestError = 600;
/** Runtime features of Workers at this date, without those that were added later. */
const compatibilityDate = "2025-01-01";

/** @param loadTime in milliseconds */
export function startScript(
  { Miniflare, NoOpLog, Response }: MiniflarePackage,
  script: Script,
  loadTime: number,
  send: SendOutbound,
): ScriptProcess {
  const key = randomBytes(32).toString("base64url");
  const runs = new Map<string, Run>();
  const errors: string[] = [];
  let ended: Promise<void> | undefined;
  let pid: number | undefined;
  let stopKiller = () => {};
  let isLoaded = false;
  let subrequests = 0;
  let allowance = 0;
  const turns = createSlots(mostConcurrent);

  const open = () =>
    new Miniflare({
      name: script.name,
      // Stack traces contain it.
      modulesRoot: "/",
      modules: buildModules(script.code, key),
      compatibilityDate,
      compatibilityFlags: ["nodejs_compat"],
      host: "127.0.0.1",
      port: 0,
      cf: false,
      cache: false,
      log: new NoOpLog(),
      handleRuntimeStdio(output: Readable, error: Readable) {
        readLines(output, (line) => takeLine(line));
        readLines(error, (line) => {
          // Until it is loaded, errors belong to the reason of the failure.
          if (isLoaded) takeRaw(line, "error");
          else if (errors.length < mostErrors && !line.startsWith("stack: ")) errors.push(line);
        });
      },
      async outboundService(request: FetchedRequest) {
        const body = new Uint8Array(await request.arrayBuffer());
        const { response, warning } = await outbound({
          url: request.url,
          method: request.method,
          headers: Object.fromEntries(request.headers),
          ...(body.length > 0 && { body }),
        });
        if (warning !== undefined) takeRaw(warning, "warn");
        const isBodiless = [101, 204, 205, 304].includes(response.status);
        return new Response(isBodiless ? null : response.body, {
          status: response.status,
          headers: { ...response.headers },
        });
      },
    });
  async function start(): Promise<ReturnType<typeof open>> {
    const miniflare = open();
    try {
      await miniflare.ready;
      return miniflare;
    } catch (error) {
      await miniflare.dispose().catch(() => undefined);
      throw error;
    }
  }

  async function load(): Promise<ReturnType<typeof open>> {
    // Miniflare waits for an endless loop in the script without a limit.
    const timer = setTimeout(() => {
      errors.push(`It was not loaded within ${loadTime / 1000} seconds.`);
      kill();
    }, loadTime);
    try {
      const miniflare = await watchStarts((started) => {
        pid = started;
      }, start);
      isLoaded = true;
      if (pid !== undefined) stopKiller = startKiller(pid, "workerd");
      return miniflare;
    } finally {
      clearTimeout(timer);
    }
  }
  // Scripts load at the same time, so that one that does not load delays no other.
  const opened = load();
  // Each run awaits it.
  opened.catch(() => undefined);

  async function outbound(request: ScriptRequest): Promise<OutboundAnswer> {
    subrequests++;
    if (runs.size === 0 || subrequests > allowance) {
      const message = `The script was stopped: it sent more than ${allowance} requests.`;
      if (runs.size > 0) stopAll(message);
      return { response: { status: 429, headers: {}, body: Buffer.from(message) } };
    }
    return turns(() => send(request));
  }

  function takeLine(text: string): void {
    const line = readConsoleLine(text);
    const run = runs.get(line.run);
    if (line.level === "end") run?.endLine.resolve();
    else if (run) addLine(run, { level: line.level, message: line.message });
    else takeRaw(line.message, line.level);
  }

  /** A line without a run appears in the log of all runs in progress. */
  function takeRaw(message: string, level: ScriptLog["level"] = "info"): void {
    for (const run of runs.values()) addLine(run, { level, message });
  }

  function addLine(run: Run, line: ScriptLog): void {
    run.written += line.message.length + 1;
    if (run.written > run.limits.output) {
      stopAll(
        `The script was stopped: its console output exceeded ${formatMebibytes(run.limits.output)}.`,
      );
    } else if (run.logs.length < mostLines && run.written < longestLog) run.logs.push(line);
    else if (!run.isCut) {
      run.isCut = true;
      run.logs.push({ level: "warn", message: "Further lines of the console are omitted." });
    }
  }

  /** All runs share the process. */
  function stopAll(message: string): void {
    for (const run of runs.values()) run.finish({ failure: { reason: "stopped", message } });
    void end();
  }

  function kill(): void {
    if (pid === undefined || isLoaded) return;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  function end(): Promise<void> {
    kill();
    ended ??= opened
      .then((miniflare) => miniflare.dispose())
      .catch(() => undefined)
      .finally(() => stopKiller());
    return ended;
  }

  async function watchMemory(limit: number, signal: AbortSignal): Promise<void> {
    if (process.platform !== "linux") return;
    while (!signal.aborted && ended === undefined) {
      if (pid !== undefined && (await readMemory(pid)) > limit) {
        stopAll(`The script was stopped: it used more than ${formatMebibytes(limit)} of memory.`);
      }
      await new Promise((resolve) => setTimeout(resolve, memoryInterval));
    }
  }

  return {
    hash: script.hash,
    active: () => runs.size,
    // The system may have killed an idle process, for example to free memory.
    isEnded: () => ended !== undefined || (isLoaded && pid !== undefined && !isAlive(pid)),
    end,
    async run(id, request, limits) {
      const name = String(id);
      const logs: ScriptLog[] = [];
      const watching = new AbortController();
      const outcome = await new Promise<RunEnd>((finish) => {
        const run: Run = {
          limits,
          logs,
          written: 0,
          isCut: false,
          finish,
          endLine: createSignal(),
        };
        runs.set(name, run);
        if (runs.size === 1) [subrequests, allowance] = [0, 0];
        allowance += limits.subrequests;
        const startTimer = () => {
          if (watching.signal.aborted) return;
          const timer = setTimeout(() => {
            stopAll(`The script was stopped: it ran for more than ${limits.time / 1000} seconds.`);
          }, limits.time);
          watching.signal.addEventListener("abort", () => clearTimeout(timer));
        };
        // Loading has its own limit.
        opened.then(startTimer, () => undefined);
        void watchMemory(limits.memory, watching.signal);
        dispatch(name, request, run).then(finish, (error) => finish(toFailure(error)));
      });
      watching.abort();
      runs.delete(name);
      return { ...outcome, logs };
    },
  };

  async function dispatch(name: string, request: ScriptRequest, run: Run): Promise<RunEnd> {
    let miniflare: Awaited<typeof opened>;
    try {
      miniflare = await opened;
    } catch (error) {
      void end();
      const detail = errors.map(cleanError).join(" ").trim() || describeError(error);
      const message = `The script cannot be loaded: ${detail.slice(0, longestError)}`;
      return { failure: { reason: "broken", message } };
    }
    const response = await requestScript(request, {
      url: await miniflare.ready,
      ownHeaders: { [runHeader]: name, [keyHeader]: key },
    });
    // The runtime responds itself if the script broke the modules around it, or waits for nothing. Its
    // response contains paths of this machine.
    const { [runHeader]: answeredRun, ...headers } = response.headers;
    if (answeredRun !== name) {
      if (runs.size === 1) void end();
      const message =
        "The script returned no response: it waits for a promise that never settles, or changed functions that the runtime needs.";
      return { failure: { reason: "stopped", message } };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > run.limits.output) {
        const message = `The script was stopped: its response exceeded ${formatMebibytes(run.limits.output)}.`;
        stopAll(message);
        return { failure: { reason: "stopped", message } };
      }
      chunks.push(chunk);
    }
    await Promise.race([run.endLine.promise, wait(endLinePatience)]);
    return { response: { status: response.status, headers, body: Buffer.concat(chunks) } };
  }

  function toFailure(error: unknown): RunEnd {
    void end();
    const message = `The script was stopped: its process ended (${describeError(error)}).`;
    return { failure: { reason: "stopped", message } };
  }
}

/** Splits output into lines; text without a line break is not collected without limit. */
function readLines(stream: Readable, take: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
    if (rest.length <= longestRest) return;
    take(rest);
    rest = "";
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const pageSize = 4096;

/** @returns resident memory in bytes; 0 if the process has ended */
async function readMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * pageSize;
}

function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

/** "service core:user:name: Uncaught SyntaxError" → "SyntaxError". */
function cleanError(line: string): string {
  return line.trim().replace(/^service core:user:[^:]{1,200}: Uncaught /, "");
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface PromiseWithResolve {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function createSignal(): PromiseWithResolve {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Runs a limited number of tasks at a time. */
function createSlots(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
