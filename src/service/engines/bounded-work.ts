/**
 * Work whose output can be far larger than its input. It begins in the thread that answers requests,
 * within a small budget; what exceeds that goes on in a thread, within the limits of the contract.
 */

import { Problem } from "../../errors.ts";
import {
  type Bounded,
  type BudgetLimits,
  describeExceeded,
  type ExceededLimit,
  OutputTooLarge,
} from "../../json/budget.ts";
import { type Asker, refuseInTransaction } from "./asker.ts";
import { takeTurn } from "./turns.ts";
import { type PooledTask, PooledTaskEnded, runInPool } from "./worker-pool.ts";

/** What a function within a budget gets. */
export interface BoundedInput<Input> {
  readonly input: Input;
  readonly limits: BudgetLimits;
}

export interface BoundedTask<Input, Output>
  extends PooledTask<BoundedInput<Input>, Bounded<Output>> {
  /** The limits in a thread. */
  readonly limits: BudgetLimits;
  /** Loads the same function into the thread that answers requests. */
  readonly load: () => Promise<(input: BoundedInput<Input>) => Promise<Bounded<Output>>>;
  /** @returns the message of an error, from a sentence that names the limit */
  readonly describe: (limit: string) => string;
}

/** So much takes a few milliseconds; what draws seldom ends at the hard limit of time-limit.ts. */
const limitsHere = { name: "here", characters: 128 * 1024, nodes: 2000, milliseconds: 40 };
/** In characters, of an input. */
const longestHere = 64 * 1024;

/**
 * @param size the characters of the input
 * @throws OutputTooLarge if it exceeds a limit, Problem 413 if it takes too much time or memory
 */
export async function runBounded<Input, Output>(
  task: BoundedTask<Input, Output>,
  input: Input,
  size: number,
  asker: Asker,
): Promise<Output> {
  refuseInTransaction(asker);
  if (size <= longestHere) {
    const run = await task.load();
    await takeTurn(asker.caller);
    const bounded = await run({ input, limits: limitsHere });
    if ("result" in bounded) return bounded.result;
    // A limit of a part of the work is the same in a thread.
    if (bounded.exceeded.name !== limitsHere.name) throw refuse(bounded.exceeded, task);
  }
  const bounded = await runInThread(task, input, asker);
  if ("result" in bounded) return bounded.result;
  throw refuse(bounded.exceeded, task);
}

async function runInThread<Input, Output>(
  task: BoundedTask<Input, Output>,
  input: Input,
  asker: Asker,
): Promise<Bounded<Output>> {
  try {
    return await runInPool(task, { input, limits: task.limits }, asker);
  } catch (error) {
    if (!(error instanceof PooledTaskEnded)) throw error;
    throw new Problem(413, task.describe(error.message));
  }
}

function refuse(
  exceeded: ExceededLimit,
  { describe }: Pick<BoundedTask<never, never>, "describe">,
): OutputTooLarge {
  return new OutputTooLarge(exceeded, describe(describeExceeded(exceeded)));
}
