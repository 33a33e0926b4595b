/**
 * Time limits of functions in the main thread, which also end a function within one regular expression.
 * A budget ends work only at the points where the work draws on it.
 */
import { type Context, createContext, Script } from "node:vm";
import { BudgetExceededError, type BudgetLimits } from "../../../json/budget.ts";

/**
 * The maximum time in milliseconds that work on one text occupies the main thread. It is longer than a
 * first run, which includes the compilation of the code.
 */
export const hardLimit = 150;

/** The function exceeded its time limit. */
class TimeExceededError extends Error {
  override readonly name = "TimeExceededError";
}

const script = new Script("work()");
/** The function that `script` calls, for the whole process. */
const holder: { work: (() => void) | undefined } = { work: undefined };
/** Process-wide: has no data of a platform. Created on first use, because it takes a millisecond. */
let context: Context | undefined;

/**
 * Runs a synchronous function without side effects. It can end at any point; its `catch` and `finally`
 * blocks are not executed then.
 * @throws TimeExceededError, or the error of the function
 */
function runTimed<Result>(milliseconds: number, work: () => Result): Result {
  context ??= createContext(holder);
  const outer = holder.work;
  const results: { readonly result: Result }[] = [];
  holder.work = () => void results.push({ result: work() });
  try {
    script.runInContext(context, {
      timeout: Math.max(1, Math.ceil(milliseconds)),
      displayErrors: false,
    });
  } catch (error) {
    if (isTimeout(error)) {
      throw new TimeExceededError(`The time limit of ${milliseconds} ms was exceeded.`);
    }
    throw error;
  } finally {
    holder.work = outer;
  }
  const [done] = results;
  if (done === undefined) throw new Error("The function was not executed.");
  return done.result;
}

/** The error belongs to the other context and is not an instance of this context's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/**
 * Runs a function with the restrictions of `runTimed`.
 * @returns its result; undefined if it exceeded the limit
 */
export function tryWithin<Result extends object | string>(
  milliseconds: number,
  work: () => Result,
): Result | undefined {
  try {
    return runTimed(milliseconds, work);
  } catch (error) {
    if (error instanceof TimeExceededError) return undefined;
    throw error;
  }
}

/**
 * Runs a part of bounded work that rarely draws on its budget.
 * @param limits of the bounded work; without `milliseconds`, the time is not limited
 * @param restore called after the time limit, to reset state that the function would have reset
 * @throws BudgetExceededError after `hardLimit`
 */
export function runWithinTime<Result>(
  { name, milliseconds }: BudgetLimits,
  work: () => Result,
  restore: () => void = () => {},
): Result {
  if (milliseconds === undefined) return work();
  try {
    return runTimed(hardLimit, work);
  } catch (error) {
    if (!(error instanceof TimeExceededError)) throw error;
    restore();
    throw new BudgetExceededError({ name, measure: "milliseconds", maximum: hardLimit });
  }
}
