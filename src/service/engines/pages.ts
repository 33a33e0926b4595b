/** Pages as HTML. A large one is written in a thread, so that the one that answers requests stays free. */
import type { Operation } from "../../document/html/operation.ts";
import type { WrittenPage } from "../../document/html/page.ts";
import { Problem } from "../../errors.ts";
import { type Asker, refuseInTransaction } from "./asker.ts";
import type { OperationsRequest, PageRequest } from "./page-worker.ts";
import { takeTurn } from "./turns.ts";
import { type PooledTask, PooledTaskEnded, runInPool } from "./worker-pool.ts";

/** In characters of documents and specifications as JSON; so much takes a few milliseconds. */
const longestHere = 64 * 1024;
const seconds = 20;

/** In the bundled program the thread's program stands beside the chunk that this module is in. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./page-worker.ts" : "./page-worker.js",
  import.meta.url,
);

const write: PooledTask<PageRequest, WrittenPage> = { script, name: "writeHtml", seconds };
const find: PooledTask<OperationsRequest, (Operation | null)[]> = {
  script,
  name: "findOperations",
  seconds,
};

/**
 * @param asker its caller is the site
 * @throws Problem 413 for a page that takes too much time or memory
 */
export async function writeHtml(request: PageRequest, asker: Asker): Promise<WrittenPage> {
  const size = request.included.reduce((sum, [, body]) => sum + body.length, request.body.length);
  if (size > longestHere) return inThread(write, request, asker);
  refuseInTransaction(asker);
  await takeTurn(asker.caller);
  return (await import("./page-worker.ts")).writeHtml(request);
}

/**
 * @returns null for an operation that the specification does not have
 * @throws Problem 413 as `writeHtml` does
 */
export async function findOperations(
  request: OperationsRequest,
  asker: Asker,
): Promise<(Operation | null)[]> {
  if (request.filesystem.length > longestHere) return inThread(find, request, asker);
  refuseInTransaction(asker);
  await takeTurn(asker.caller);
  return (await import("./page-worker.ts")).findOperations(request);
}

function inThread<Input, Output>(
  task: PooledTask<Input, Output>,
  input: Input,
  asker: Asker,
): Promise<Output> {
  return runInPool(task, input, asker).catch((error: unknown) => {
    if (!(error instanceof PooledTaskEnded)) throw error;
    throw new Problem(413, `The page is too much to be shown: ${error.message}`);
  });
}
