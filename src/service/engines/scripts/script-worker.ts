/**
 * The thread that runs scripts. Miniflare is loaded here only: it blocks its thread while it loads,
 * and starts workerd itself, with the environment of the thread, which is empty.
 */
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { createRunQueue } from "./run-queue.ts";
import type { FromThread, OutboundAnswer, ScriptRequest, ToThread } from "./script-messages.ts";
import { startScript } from "./script-process.ts";
import { createScriptProcesses } from "./script-processes.ts";

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
// Process-wide: as above.
const processes = createScriptProcesses(mostProcesses, (script, loadTime) =>
  startScript(miniflare, script, loadTime, send),
);
// Process-wide: as above.
const questions = new Map<number, (answer: OutboundAnswer) => void>();
// Process-wide: as above.
let lastQuestion = 0;

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
  const outcome = await queue({ name, publisher, organization }, () =>
    processes.run(id, script, request, limits),
  );
  if (!("refusal" in outcome)) return post({ kind: "outcome", id, outcome });
  const message = `The script was not started. ${outcome.refusal}`;
  post({ kind: "outcome", id, outcome: { logs: [], failure: { reason: "busy", message } } });
}

async function close(): Promise<void> {
  await processes.close();
  post({ kind: "closed" });
}
