/** Runs jq programs in a thread that can be ended: the one file that loads jq. */
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { type JqAnswer, type JqRequest, memoryExceeded, mostMemory } from "./jq-thread.ts";

/** The folder of packages that the build cannot bundle. */
declare const TOME_BESIDE: string | undefined;
const folder = typeof TOME_BESIDE === "string" ? TOME_BESIDE : "";

/** The part of jq-web, which ships no types, that is used here. */
interface Jq {
  /** The output of `jq <flags> <program>` for a JSON text; undefined if there is none. */
  raw(json: string, program: string, flags: readonly string[]): string | undefined;
}

limitMemory();
silence();
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
 * The package writes what `debug` and `stderr` say to the console. Output of a thread that nobody reads
 * keeps its process alive for ever.
 */
function silence(): void {
  const say = () => {};
  Object.assign(console, { log: say, info: say, warn: say, error: say });
}

/** The limits of a thread do not count the memory of WebAssembly, which grows through this one function. */
function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * bytesOfPage <= mostMemory * 1024 * 1024) {
      return grow.call(this, pages);
    }
    isFull = true;
    throw new RangeError("jq takes too much memory.");
  };
}

const bytesOfPage = 64 * 1024;
