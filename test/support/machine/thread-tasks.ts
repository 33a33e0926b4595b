import { Tinypool } from "tinypool";
import { vi } from "vitest";
import type { ThreadTask } from "../../../src/service/engines/threads/pooled-task-worker.ts";

/** @returns the result of the work, and the names of the tasks that it ran in worker threads */
export async function observeThreads<Result>(work: () => Promise<Result>) {
  const spy = vi.spyOn(Tinypool.prototype, "run");
  try {
    const result = await work();
    return { result, tasks: spy.mock.calls.map(([task]: [ThreadTask, ...unknown[]]) => task.name) };
  } finally {
    spy.mockRestore();
  }
}
