/**
 * Work that takes long, in threads beside the one that answers requests. What takes too long, or too
 * much memory, is ended, and the thread replaced.
 */
import { availableParallelism } from "node:os";
import { createFairQueue } from "./fair-queue.ts";

/** A function of a program of threads. */
export interface PooledTask<Input, Output> {
  /** The program; the name of its file ends in `-worker.ts`. */
  readonly script: URL;
  /** The name by which the program exports the function. */
  readonly name: string;
  /** The time that it may take once it has begun, in seconds. */
  readonly seconds: number;
  /** What the function gets and returns, both copied; for the compiler alone. */
  readonly types?: (input: Input) => Output;
}

/** The work was ended before it was done. */
export class PooledTaskEnded extends Error {
  override readonly name = "PooledTaskEnded";
}

/** Two at least: one long piece of work leaves a thread to all others. */
const threads = Math.min(Math.max(2, availableParallelism() - 1), 4);
/** What the values of one thread may take, in MiB. */
const memory = 256;

/** All work of the pool waits here for its turn. */
export const longWork = createFairQueue(threads, 50);

type Pool = Awaited<ReturnType<typeof openPool>>;

/** Opened at the first long work: most processes have none. */
let pool: Promise<Pool> | undefined;

/**
 * @param caller whose work this is
 * @throws PooledTaskEnded if it takes too much time or memory; Problem 429 if too much work of the
 *   caller is waiting; or what the function throws
 */
export function runInPool<Input, Output>(
  { script, name, seconds }: PooledTask<Input, Output>,
  input: Input,
  caller: string,
): Promise<Output> {
  return longWork.run(caller, async () => {
    pool ??= openPool();
    const { run } = await pool;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), seconds * 1000);
    try {
      return await run(input, { filename: script.href, name, signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw new PooledTaskEnded(`It took more than ${seconds} seconds.`);
      if (isOutOfMemory(error)) throw new PooledTaskEnded(`It took more than ${memory} MiB.`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  });
}

async function openPool() {
  const { Tinypool } = await import("tinypool");
  const opened = new Tinypool({
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
  return { run: opened.run.bind(opened) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
