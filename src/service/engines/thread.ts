/** Runs heavy work in a thread, which is ended if it takes too much time or memory. */
import { Worker } from "node:worker_threads";

export interface ThreadTask {
  /** The program of the thread, which calls `serveHost`. */
  readonly script: URL;
  /** The input of the work; copied. */
  readonly data: unknown;
  /** How much memory it may take, in MiB. */
  readonly memory: number;
  /** How long it may work, in milliseconds, not counting the time that it waits for answers. */
  readonly patience: number;
  /** Answers its questions. */
  readonly answer?: (question: unknown) => Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/** The thread was ended before its work was done. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
  constructor(
    readonly reason: "time" | "memory" | "aborted",
    message: string,
  ) {
    super(message);
  }
}

/**
 * @returns what the thread's work returned; copied
 * @throws ThreadEnded, or what the work threw
 */
export async function runThread(task: ThreadTask): Promise<unknown> {
  const { memory, signal, answer } = task;
  const worker = new Worker(task.script, {
    workerData: task.data,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
  });
  let left = task.patience;
  try {
    return await new Promise((resolve, reject) => {
      let started = 0;
      let timer: NodeJS.Timeout | undefined;
      const stopClock = () => {
        clearTimeout(timer);
        left -= performance.now() - started;
      };
      const startClock = () => {
        started = performance.now();
        timer = setTimeout(() => {
          const seconds = Number((task.patience / 1000).toPrecision(3));
          reject(new ThreadEnded("time", `It took more than ${seconds} seconds.`));
        }, left);
      };
      const abort = () => reject(new ThreadEnded("aborted", "It was broken off."));
      signal?.addEventListener("abort", abort, { once: true });
      worker
        .on("message", async (message: { question: unknown } | { result: unknown }) => {
          stopClock();
          if ("result" in message) return resolve(message.result);
          try {
            worker.postMessage(await answer?.(message.question));
            startClock();
          } catch (error) {
            reject(error);
          }
        })
        .on("error", (error) => reject(isOutOfMemory(error) ? tooLarge(memory) : error))
        .on("exit", () => {
          stopClock();
          signal?.removeEventListener("abort", abort);
          reject(new Error("The thread ended without a result."));
        });
      startClock();
      if (signal?.aborted) abort();
    });
  } finally {
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge(memory: number): ThreadEnded {
  return new ThreadEnded("memory", `It took more than ${memory} MiB of memory.`);
}
