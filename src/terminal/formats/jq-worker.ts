/** Execution of jq programs in a thread that can be ended. No other module loads jq. */
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { type JqAnswer, type JqRequest, memoryExceeded, mostMemory } from "./jq-thread.ts";

/** The directory of packages that the build cannot bundle. */
declare const TOME_BESIDE: string | undefined;
const folder = typeof TOME_BESIDE === "string" ? TOME_BESIDE : "";

/** The part of jq-web, which has no types, that is used here. */
interface Jq {
  /** The output of `jq <flags> <program>` for a JSON text; undefined if there is none. */
  raw(json: string, program: string, flags: readonly string[]): string | undefined;
}

limitMemory();
silenceConsole();
// Its export is a promise, which a dynamic import would await.
const starting: Promise<Jq> = createRequire(import.meta.url)(`${folder}jq-web/jq.js`);

parentPort?.on("message", async ({ json, program }: JqRequest) => {
  parentPort?.postMessage(run(await starting, json, program));
});

let isFull = false;

function run(jq: Jq, json: string, program: string): JqAnswer {
  isFull = false;
  try {
    return { output: jq.raw(json, program, ["-c", "--"]) ?? "" };
  } catch (error) {
    if (isFull) return { failure: memoryExceeded };
    const message =
      error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    return { failure: message.replace(/^jq: /, "").trim() };
  }
}

/**
 * jq-web writes the output of `debug` and `stderr` to the console. Unread output of a thread keeps its
 * process alive.
 */
function silenceConsole(): void {
  const ignore = () => {};
  Object.assign(console, { log: ignore, info: ignore, warn: ignore, error: ignore });
}

/** The limits of a thread do not count the memory of WebAssembly, which grows through this function. */
function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * bytesOfPage <= mostMemory * 1024 * 1024) {
      return grow.call(this, pages);
    }
    isFull = true;
    throw new RangeError("jq uses too much memory.");
  };
}

const bytesOfPage = 64 * 1024;
