/**
 * Work whose output can be much larger than its input. It starts in the main thread with a small
 * budget; work that exceeds it continues in a worker thread, within the limits of the contract.
 */

import { ApiError } from "../../../errors.ts";
import {
  type BoundedResult,
  type BudgetLimits,
  describeExceeded,
  type ExceededLimit,
  OutputTooLarge,
} from "../../../json/budget.ts";
import { type RequestContextKey, refuseInTransaction } from "./caller.ts";
import { takeTurn } from "./turns.ts";
import { type PooledTask, PooledTaskError, runInPool, type TaskOptions } from "./worker-pool.ts";

/** The input of a function with a budget. */
export interface BoundedInput<Input> {
  readonly input: Input;
  readonly limits: BudgetLimits;
}

export interface BoundedTask<Input, Output>
  extends PooledTask<BoundedInput<Input>, BoundedResult<Output>> {
  /** The limits in a worker thread. */
  readonly limits: BudgetLimits;
  /** Loads the same function in the main thread. */
  readonly load: () => Promise<(input: BoundedInput<Input>) => Promise<BoundedResult<Output>>>;
  /** @returns an error message, from a sentence that names the limit */
  readonly describe: (limit: string) => string;
}

export type BoundedOptions = Pick<TaskOptions, "measure">;

/** This much takes a few milliseconds. Work that rarely draws on its budget ends at `hardLimit`. */
const limitsHere = { name: "here", characters: 128 * 1024, nodes: 2000, milliseconds: 40 };
/** The maximum size of the input in characters. */
const longestHere = 64 * 1024;

/**
 * @param size of the input in characters
 * @param options of the task in a worker thread
 * @throws OutputTooLarge if it exceeds a limit, ApiError 413 if it takes too much time or memory
 */
export async function runBounded<Input, Output>(
  task: BoundedTask<Input, Output>,
  input: Input,
  size: number,
  asker: RequestContextKey,
  options: BoundedOptions = {},
): Promise<Output> {
  refuseInTransaction(asker);
  if (size <= longestHere) {
    const run = await task.load();
    await takeTurn(asker.caller);
    const bounded = await run({ input, limits: limitsHere });
    if ("result" in bounded) return bounded.result;
    // A limit on a part of the work is the same in a worker thread.
    if (bounded.exceeded.name !== limitsHere.name) throw refuse(bounded.exceeded, task);
  }
  const bounded = await runInThread(task, input, asker, options);
  if ("result" in bounded) return bounded.result;
  throw refuse(bounded.exceeded, task);
}

async function runInThread<Input, Output>(
  task: BoundedTask<Input, Output>,
  input: Input,
  asker: RequestContextKey,
  options: BoundedOptions,
): Promise<BoundedResult<Output>> {
  try {
    return await runInPool(task, { input, limits: task.limits }, asker, options);
  } catch (error) {
    if (!(error instanceof PooledTaskError)) throw error;
    throw new ApiError(413, task.describe(error.message));
  }
}

function refuse(
  exceeded: ExceededLimit,
  { describe }: Pick<BoundedTask<never, never>, "describe">,
): OutputTooLarge {
  return new OutputTooLarge(exceeded, describe(describeExceeded(exceeded)));
}
