/**
 * Work that takes long, in threads beside the one that answers requests. What takes too long, or too
 * much memory, is ended, and the thread replaced.
 */
import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type Asker, refuseInTransaction } from "./asker.ts";
import { createFairQueue } from "./fair-queue.ts";

/** A function of a program of threads. */
export interface PooledTask<Input, Output> {
  /** The program; the name of its file ends in `-worker.ts`. */
  readonly script: URL;
  /** The name by which the program exports the function. */
  readonly name: string;
  /** The time that it may take once it has begun, in seconds, without that in which it waits for answers. */
  readonly seconds: number;
  /** `heavy` takes minutes or much memory, and has threads of its own; `light` if absent. */
  readonly weight?: Weight;
  /** What the function gets and returns, both copied; for the compiler alone. */
  readonly types?: (input: Input) => Output;
}

type Weight = "light" | "heavy";

/** The work was ended before it was done. */
export class PooledTaskEnded extends Error {
  override readonly name = "PooledTaskEnded";
  constructor(
    readonly reason: "time" | "memory" | "aborted",
    message: string,
  ) {
    super(message);
  }
}

export interface Surroundings {
  /** Answers the function's questions; what it gets is then an `Asking` of the input (thread-side.ts). */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Ends the work, also while it waits. */
  readonly signal?: AbortSignal | undefined;
}

/** Of one caller. Two at least: one long piece of work leaves a thread to the caller's others. */
const threads = Math.min(Math.max(2, availableParallelism() - 1), 4);

/**
 * Each weight has its own threads, so that no text waits behind a book. Memory is in MiB, of one thread:
 * GitHub's API specification of 13 MB fits, and the process stays below 512 with one caller's work.
 */
const pools = {
  // One caller's long texts leave a thread to all others, which is started when they need it.
  light: createPool({
    memory: 256,
    minThreads: threads,
    maxThreads: threads + 1,
    slotsOfCaller: threads,
  }),
  // Kept for a while only, as they take much memory. One for a caller, one for all others.
  heavy: createPool({ memory: 224, minThreads: 0, maxThreads: 2, slotsOfCaller: 1 }),
};

/** In milliseconds: to load a program again takes longer than much of the work. Of the process: so are the threads. */
let idleTimeout = 20_000;

/** From now on, threads stay for as long as the process does; to be called before there are any. */
export function keepThreads(): void {
  idleTimeout = 2 ** 31 - 1;
}

/** How many pieces of work wait for their turn. */
export function countWaiting(): number {
  return Object.values(pools).reduce((sum, { queue }) => sum + queue.waiting(), 0);
}

/**
 * @param asker callers take turns
 * @throws PooledTaskEnded if it takes too much time or memory, or the signal is aborted; Problem 429
 *   if too much work of the caller is waiting; or what the function, or answering it, throws
 */
export async function runInPool<Input, Output>(
  { script, name, seconds, weight = "light" }: PooledTask<Input, Output>,
  input: Input,
  asker: Asker,
  { answer, signal }: Surroundings = {},
): Promise<Output> {
  refuseInTransaction(asker);
  const { queue, memory, open } = pools[weight];
  const ending = new AbortController();
  const broken = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
  const clock = createClock(seconds * 1000, () => {
    ending.abort(new PooledTaskEnded("time", `It took more than ${round(seconds)} seconds.`));
  });
  const work = async () => {
    const pool = await open();
    const channel = answer && answerAt(answer, clock, (error) => ending.abort(error));
    clock.start();
    try {
      return await pool.run(channel ? { input, port: channel.port } : input, {
        filename: script.href,
        name,
        signal: broken,
        transferList: channel ? [channel.port] : [],
      });
    } finally {
      clock.end();
      channel?.close();
    }
  };
  try {
    return await queue.run(asker.caller, work, signal);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    if (signal?.aborted) throw new PooledTaskEnded("aborted", "It was broken off.");
    if (!isOutOfMemory(error)) throw error;
    throw new PooledTaskEnded("memory", `It took more than ${memory} MiB of memory.`);
  }
}

/** @returns the thread's end of a channel, at which its questions are answered, and what closes it */
function answerAt(
  answer: (question: unknown) => Promise<unknown>,
  clock: Clock,
  fail: (error: unknown) => void,
): { readonly port: MessagePort; readonly close: () => void } {
  const { port1: here, port2: there } = new MessageChannel();
  here.on("message", async (question) => {
    clock.stop();
    try {
      here.postMessage(await answer(question));
      clock.start();
    } catch (error) {
      fail(error);
    }
  });
  // The thread keeps the process alive while it works.
  here.unref();
  return { port: there, close: () => here.close() };
}

interface Clock {
  readonly start: () => void;
  readonly stop: () => void;
  /** Stops it for good. */
  readonly end: () => void;
}

/** @param over called once so many milliseconds passed between starts and stops */
function createClock(milliseconds: number, over: () => void): Clock {
  let left = milliseconds;
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - started;
  };
  return {
    start() {
      if (isEnded) return;
      started = performance.now();
      timer = setTimeout(over, left);
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
      // With twice as much for what is young, printing takes a tenth less time and 30 MiB more.
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    });
  }
  /** Created at the first long work: most processes have none. */
  let pool: ReturnType<typeof create> | undefined;
  return {
    memory,
    queue: createFairQueue({ slots: maxThreads, slotsOfCaller, mostWaiting: 50 }),
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
