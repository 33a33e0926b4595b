/**
 * Worker threads for long tasks. A task that takes too much time or memory is ended, and its thread
 * is replaced.
 */
import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type RequestContextKey, refuseInTransaction } from "./caller.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { ThreadTask } from "./pooled-task-worker.ts";
import { createSlowLane } from "./slow-lane.ts";

// In the bundled program, the worker script is beside the chunk that contains this module.
const threadScript = new URL(
  import.meta.url.endsWith(".ts") ? "./pooled-task-worker.ts" : "./pooled-task-worker.js",
  import.meta.url,
);

/** A function in a worker script. */
export interface PooledTask<Input, Output> {
  /** The worker script; its file name ends in `-worker.ts`. */
  readonly script: URL;
  /** The name of the exported function. */
  readonly name: string;
  /**
   * The timeout in seconds, from the time at which the thread has loaded the script, and without the
   * time in which the task waits for the main thread.
   */
  readonly seconds: number;
  /** `heavy` takes minutes or much memory, and has separate threads; `light` if absent. */
  readonly weight?: Weight;
  /** Types of the input and output, both copied; for the compiler only. */
  readonly types?: (input: Input) => Output;
}

type Weight = "light" | "heavy";

/** The task was ended before its completion. */
export class PooledTaskError extends Error {
  override readonly name = "PooledTaskError";
  constructor(
    readonly reason: "time" | "memory" | "aborted",
    message: string,
  ) {
    super(message);
  }
}

export interface TaskOptions {
  /** Handles requests of the function, whose input is then an `Asking` (thread-side.ts). */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Cancels the task, also while it waits. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the time in milliseconds that the task occupied a thread, at its end. */
  readonly measure?: ((milliseconds: number) => void) | undefined;
}

/** For one caller. At least two, so that a long task leaves a thread for the caller's other tasks. */
const threads = Math.min(Math.max(2, availableParallelism() - 1), 4);

/** In milliseconds: most pages and texts take less. */
const slowAfter = 2000;

/**
 * Each weight has separate threads, so that a document does not wait behind a book. Memory is in
 * MiB of one thread: GitHub's API specification of 13 MB fits, and the process stays below 512 with
 * the tasks of one caller.
 */
const pools = {
  // The long texts of one caller leave a thread for all others, which is started on demand.
  light: createPool({
    memory: 256,
    minThreads: threads,
    maxThreads: threads + 1,
    slotsOfCaller: threads,
  }),
  // Ended soon after use, because they take much memory. One for each caller, one for all others.
  heavy: createPool({ memory: 224, minThreads: 0, maxThreads: 2, slotsOfCaller: 1 }),
};

/**
 * In milliseconds, because loading a script again takes longer than many tasks.
 * Of the process: so are the threads.
 */
let idleTimeout = 20_000;

/** Keeps threads until the process ends; must be called before the first task. */
export function keepThreads(): void {
  idleTimeout = 2 ** 31 - 1;
}

/** The number of waiting tasks. */
export function countWaiting(): number {
  return Object.values(pools).reduce((sum, { queue }) => sum + queue.waiting(), 0);
}

/**
 * @param asker callers take turns
 * @throws PooledTaskError if it takes too much time or memory, or the signal is aborted; ApiError
 * 429 if too many tasks of the caller are waiting; or any error of the function or of its requests
 */
export async function runInPool<Input, Output>(
  { script, name, seconds, weight = "light" }: PooledTask<Input, Output>,
  input: Input,
  asker: RequestContextKey,
  { answer, signal, measure }: TaskOptions = {},
): Promise<Output> {
  refuseInTransaction(asker);
  const { queue, memory, open, slowLane } = pools[weight];
  const attempt = (isRepeated: boolean) => runOnce(isRepeated || answer !== undefined);
  return slowLane.run(asker.caller, attempt);

  /** @param isFinal whether it is not ended to leave its thread; a task that asks has side effects */
  async function runOnce(isFinal: boolean): Promise<Output> {
    const ending = new AbortController();
    const broken = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
    const clock = createClock(seconds * 1000, () => {
      ending.abort(
        new PooledTaskError("time", `The task took more than ${round(seconds)} seconds.`),
      );
    });
    const work = async () => {
      const pool = await open();
      const channel = answer && answerAt(answer, clock, (error) => ending.abort(error));
      // Loading the script can take seconds on a busy machine, and does not count as work of the task.
      const loading = new MessageChannel();
      loading.port1.once("message", () => clock.start()).unref();
      const start = performance.now();
      const task: ThreadTask = {
        script: script.href,
        name,
        input: channel ? { input, port: channel.port } : input,
        loaded: loading.port2,
      };
      const run = (): Promise<Output> =>
        pool.run(task, {
          filename: threadScript.href,
          name: "runThreadTask" satisfies keyof typeof import("./pooled-task-worker.ts"),
          signal: broken,
          transferList: [loading.port2, ...(channel ? [channel.port] : [])],
        });
      try {
        return await slowLane.during(asker.caller, isFinal, run, (error) => ending.abort(error));
      } finally {
        clock.end();
        loading.port1.close();
        channel?.close();
        measure?.(performance.now() - start);
      }
    };
    try {
      return await queue.run(asker.caller, work, signal);
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      if (signal?.aborted) throw new PooledTaskError("aborted", "The task was canceled.");
      if (!isOutOfMemory(error)) throw error;
      throw new PooledTaskError("memory", `The task took more than ${memory} MiB of memory.`);
    }
  }
}

/** @returns the worker's end of a channel for its requests, and a function that closes it */
function answerAt(
  answer: (question: unknown) => Promise<unknown>,
  clock: TaskTimer,
  fail: (error: unknown) => void,
): { readonly port: MessagePort; readonly close: () => void } {
  const { port1: localPort, port2: workerPort } = new MessageChannel();
  localPort.on("message", async (question) => {
    clock.stop();
    try {
      localPort.postMessage(await answer(question));
      clock.start();
    } catch (error) {
      fail(error);
    }
  });
  // The worker keeps the process alive while it runs.
  localPort.unref();
  return { port: workerPort, close: () => localPort.close() };
}

interface TaskTimer {
  readonly start: () => void;
  readonly stop: () => void;
  /** Stops the clock permanently. */
  readonly end: () => void;
}

/** @param onTimeout called once the time between starts and stops reaches the limit */
function createClock(milliseconds: number, onTimeout: () => void): TaskTimer {
  let remaining = milliseconds;
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    remaining -= performance.now() - started;
  };
  return {
    start() {
      if (isEnded || timer !== undefined) return;
      started = performance.now();
      timer = setTimeout(onTimeout, remaining);
    },
    stop,
    end() {
      stop();
      isEnded = true;
    },
  };
}

function createPool({
  memory,
  minThreads,
  maxThreads,
  slotsOfCaller = maxThreads,
}: {
  readonly memory: number;
  readonly minThreads: number;
  readonly maxThreads: number;
  readonly slotsOfCaller?: number;
}) {
  async function create() {
    const { Tinypool } = await import("tinypool");
    return new Tinypool({
      minThreads,
      maxThreads,
      idleTimeout,
      // With a young generation of twice the default size, printing takes a tenth less time and 30
      // MiB more.
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    });
  }
  /** Created with the first task: most processes have none. */
  let pool: ReturnType<typeof create> | undefined;
  const queue = createFairQueue({ slots: maxThreads, slotsOfCaller, mostWaiting: 50 });
  return {
    memory,
    queue,
    slowLane: createSlowLane({ slotsOfCaller, slowAfter }, (caller) => queue.waiting(caller) > 0),
    open() {
      pool ??= create();
      return pool;
    },
  };
}

function round(seconds: number): number {
  return Number(seconds.toPrecision(3));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
