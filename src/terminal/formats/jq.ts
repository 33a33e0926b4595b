/** Runs a jq program with the original jq, compiled to WebAssembly, and formats its results. */
import type { Worker } from "node:worker_threads";
import { UsageError } from "../../errors.ts";
import { neutralize } from "../neutralize.ts";
import type { PrintedValue } from "../row.ts";
import { type JqAnswer, type JqRequest, memoryExceeded, mostMemory } from "./jq-thread.ts";
import { escapeJson, toJsonText } from "./json-text.ts";

/**
 * The output of `jq --raw-output --compact-output`: one result per line, strings without quotes.
 * @param onScreen neutralizes strings; a program gets them exactly
 */
export async function applyJq(
  program: string,
  value: PrintedValue,
  onScreen: boolean,
): Promise<string> {
  const results = await runJq(program, value);
  return results
    .map((result) => {
      if (!result.startsWith('"')) return `${escapeJson(result)}\n`;
      const text = String(JSON.parse(result));
      return `${onScreen ? neutralize(text, "\n\t") : text}\n`;
    })
    .join("");
}

/** In seconds, of one program. It includes the time that jq takes to start. */
export const longestRun = 10;

/**
 * The results of a jq program for a value, as compact JSON texts. Integers that the program does
 * not change keep all their digits.
 * @param seconds the time after which the program is ended
 * @throws UsageError with jq's own message, also if jq failed after some results, or with the name
 *   of the limit that the program exceeds
 */
export async function runJq(
  program: string,
  value: PrintedValue,
  seconds = longestRun,
): Promise<readonly string[]> {
  const answer = await runInThread({ json: toWellFormed(toJsonText(value)), program }, seconds);
  if ("output" in answer) {
    // Compact JSON contains no line breaks, so each line is one result.
    return answer.output.split("\n").filter((line) => line !== "");
  }
  const failure = answer.failure
    .replace(/^(?:jq: )?error: /, "")
    .replace(/jq: \d+ compile errors?$/m, "")
    .trim();
  // A field without a dot is read as a function.
  const field = /^[a-z]\w*$/i.test(program) ? `--json ${program}` : undefined;
  throw new UsageError(
    `The --jq filter failed: ${failure}`,
    field && `To print the field: ${field}`,
  );
}

/** One program at a time; the next one waits for the previous one. */
let last: Promise<unknown> = Promise.resolve();
/** The thread of the previous program, which the next one reuses. */
let idle: Worker | undefined;

/** jq cannot be interrupted, so it runs in a thread, which can be ended. */
function runInThread(request: JqRequest, seconds: number): Promise<JqAnswer> {
  const answer = last.then(async () => {
    const worker = idle ?? (await openThread());
    idle = undefined;
    // The process stays alive for a running program, but not for an idle thread.
    worker.ref();
    const answer = await ask(worker, request, seconds);
    worker.unref();
    return answer;
  });
  last = answer.catch(() => undefined);
  return answer;
}

async function openThread(): Promise<Worker> {
  const { Worker } = await import("node:worker_threads");
  const name = import.meta.url.endsWith(".ts") ? "./jq-worker.ts" : "./jq-worker.js";
  return new Worker(new URL(name, import.meta.url), {
    // jq prints the same messages that it throws.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
}

function ask(worker: Worker, request: JqRequest, seconds: number): Promise<JqAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: JqAnswer) => {
      clearTimeout(timer);
      worker.off("message", finish).off("error", fail);
      // After a failure, jq may be out of memory or still running.
      if ("failure" in answer) void worker.terminate();
      else idle = worker;
      resolve(answer);
    };
    const fail = (error: Error & { readonly code?: string }) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      finish({ failure: isFull ? memoryExceeded : error.message });
    };
    const timer = setTimeout(() => {
      finish({ failure: `The program ran for more than ${seconds} seconds (limit jq.seconds).` });
    }, seconds * 1000);
    worker.on("message", finish).on("error", fail);
    worker.postMessage(request);
  });
}

/** jq rejects a lone surrogate, which is not a character, so it becomes U+FFFD. */
function toWellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:ud[89a-b][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(d[89a-f][0-9a-f]{2})|.)/g,
    (whole, lone: string | undefined) => (lone === undefined ? whole : "\ufffd"),
  );
}
