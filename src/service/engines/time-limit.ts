/**
 * Ends a function that takes too long while it runs, also within one regular expression. A budget ends
 * work only where the work draws on it; this is for the thread that answers requests, in which nothing
 * may take long for any input.
 */
import { type Context, createContext, Script } from "node:vm";
import { BudgetExceeded, type BudgetLimits } from "../../json/budget.ts";

/** The function took more than its time. */
class TimeExceeded extends Error {
  override readonly name = "TimeExceeded";
}

const script = new Script("work()");
/** Of the process: what its context runs next. */
const holder: { work: (() => void) | undefined } = { work: undefined };
/** Of the process: created at the first use, as it takes a millisecond. */
let context: Context | undefined;

/**
 * Runs a function that neither waits nor leaves anything behind: it can be ended at any point, where no
 * `catch` or `finally` of its own is carried out, and what it has not returned by then is lost.
 * @throws TimeExceeded; or what the function throws
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
    if (isTimeout(error)) throw new TimeExceeded(`It took more than ${milliseconds} milliseconds.`);
    throw error;
  } finally {
    holder.work = outer;
  }
  const [done] = results;
  if (done === undefined) throw new Error("The function was not carried out.");
  return done.result;
}

/** The error is of the other context, and no instance of `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** @returns what the function returns; undefined if it was ended */
export function tryWithin<Result extends object | string>(
  milliseconds: number,
  work: () => Result,
): Result | undefined {
  try {
    return runTimed(milliseconds, work);
  } catch (error) {
    if (error instanceof TimeExceeded) return undefined;
    throw error;
  }
}

/**
 * Runs a part of bounded work that draws on its budget seldom.
 * @param limits those of the work; without a limit of time there is none here
 * @param restore called after work that was ended, for what it would have put back at its end
 * @throws BudgetExceeded if it takes longer than `hardLimit`
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
    if (!(error instanceof TimeExceeded)) throw error;
    restore();
    throw new BudgetExceeded({ name, measure: "milliseconds", maximum: hardLimit });
  }
}

/**
 * In milliseconds: no piece of work on a text holds up the thread that answers requests for longer. It
 * is more than a first run takes, for which the program is compiled.
 */
export const hardLimit = 150;
