/**
 * The thread that runs scripts. Miniflare is loaded here only: it blocks its thread while it loads,
 * and starts workerd itself, with the environment of the thread, which is empty.
 */
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { createRunQueue } from "./run-queue.ts";
import type {
  FromThread,
  OutboundAnswer,
  Script,
  ScriptOutcome,
  ScriptRequest,
  ToThread,
} from "./script-messages.ts";
import { type ScriptProcess, startScript } from "./script-process.ts";

/**
 * An idle process is ended after this time, in milliseconds. It occupies less than 60 MiB, and a new
 * one delays the next event by a few hundred milliseconds.
 */
const idleTime = 10 * 60_000;
const mostProcesses = 10;

/** Process-wide: each platform has a separate thread. */
const queue = createRunQueue({
  processes: mostProcesses,
  processesOfPublisher: 4,
  runsOfOrganization: 6,
  mostWaiting: 200,
  longestWait: 30_000,
});

const miniflare: typeof import("miniflare") = createRequire(import.meta.url)("miniflare");
/**
 * By integration, the least recently used first.
 * Process-wide: each platform has a separate thread.
 */
const processes = new Map<string, ScriptProcess>();
// Process-wide: as above.
const timers = new Map<string, NodeJS.Timeout>();
// Process-wide: as above.
const questions = new Map<number, (answer: OutboundAnswer) => void>();
// Process-wide: as above.
let lastQuestion = 0;

/**
 * Failures of scripts that cannot be loaded, by the hash of the script, so that loading them again
 * and again does not delay others.
 * Process-wide: as above.
 */
const broken = new Map<string, ScriptOutcome>();
/** In milliseconds. */
const brokenTime = 60_000;

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}

function send(request: ScriptRequest): Promise<OutboundAnswer> {
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    post({ kind: "outbound", id, request });
  });
}

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "run") void run(message);
  else if (message.kind === "close") void close();
  else {
    questions.get(message.id)?.(message.answer);
    questions.delete(message.id);
  }
});

async function run({ id, script, request, limits }: Extract<ToThread, { kind: "run" }>) {
  const { name, publisher } = script;
  const { organization = publisher } = request;
  const outcome = await queue({ name, publisher, organization }, async () => {
    const failed = broken.get(script.hash);
    if (failed !== undefined) return failed;
    const process = findProcess(script.name, script.hash) ?? openProcess(script, limits.loading);
    clearTimeout(timers.get(script.name));
    const result = await process.run(id, request, limits);
    if (process.active() === 0) endWhenIdle(script.name, process);
    if (result.failure?.reason === "broken") {
      broken.set(script.hash, result);
      setTimeout(() => broken.delete(script.hash), brokenTime).unref();
    }
    return result;
  });
  if (!("refusal" in outcome)) return post({ kind: "outcome", id, outcome });
  const message = `The script was not started. ${outcome.refusal}`;
  post({ kind: "outcome", id, outcome: { logs: [], failure: { reason: "busy", message } } });
}

function findProcess(name: string, hash: string): ScriptProcess | undefined {
  const process = processes.get(name);
  if (process === undefined) return undefined;
  processes.delete(name);
  if (process.isEnded() || process.hash !== hash) {
    void process.end();
    return undefined;
  }
  processes.set(name, process);
  return process;
}

function openProcess(script: Script, loadTime: number): ScriptProcess {
  if (processes.size >= mostProcesses) {
    // The queue admits fewer active scripts than there are processes.
    const idle = [...processes].find(([, { active }]) => active() === 0);
    if (idle) {
      processes.delete(idle[0]);
      void idle[1].end();
    }
  }
  const process = startScript(miniflare, script, loadTime, send);
  processes.set(script.name, process);
  return process;
}

function endWhenIdle(name: string, process: ScriptProcess): void {
  clearTimeout(timers.get(name));
  const timer = setTimeout(() => {
    if (processes.get(name) === process) processes.delete(name);
    void process.end();
  }, idleTime);
  timers.set(name, timer.unref());
}

async function close(): Promise<void> {
  for (const timer of timers.values()) clearTimeout(timer);
  await Promise.all([...processes.values()].map((process) => process.end()));
  post({ kind: "closed" });
}
