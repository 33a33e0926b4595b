/** Reads a description in a worker thread, and fetches the files that it refers to. */

import { bounds } from "../../../document/openapi/bounds.ts";
import { type Egress, fetchText } from "../network/egress.ts";
import { FetchFailure } from "../network/fetch-failure.ts";
import type { RequestContextKey } from "../threads/caller.ts";
import { type PooledTask, PooledTaskError, runInPool } from "../threads/worker-pool.ts";
import type { AssembledSpecification, EntryDocument } from "./assemble.ts";
import type { FetchedFile } from "./fetch-referenced.ts";

const second = 1000;
/** The timeout for one file. */
export const fetchPatience = 20 * second;
/** The timeout for all files together. */
const wholeFetchPatience = 60 * second;
/** The number of concurrent fetches, to limit the load on servers. */
const fetchesAtOnce = 4;

/** In the bundled program, the worker script is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./specification-worker.ts" : "./specification-worker.js",
  import.meta.url,
);

/**
 * @param asker the caller and its database
 * @throws PooledTaskError if the signal was aborted
 */
export async function readSpecification(
  entry: EntryDocument,
  outside: Pick<Egress, "fetch">,
  asker: RequestContextKey,
  signal?: AbortSignal,
): Promise<AssembledSpecification> {
  const deadline = performance.now() + wholeFetchPatience;
  const fetchOne = (url: string) => {
    const patience = Math.max(1, Math.min(fetchPatience, deadline - performance.now()));
    return fetchReferred(outside, { url, largest: bounds.fileBytes, patience, signal });
  };
  const assembly: PooledTask<EntryDocument, AssembledSpecification> = {
    script,
    name: "assembleSpecification",
    seconds: 30 + (entry.text.length / bounds.fileBytes) * 60,
    weight: "heavy",
  };
  const answer = (urls: unknown) => inTurns(urls as readonly string[], fetchOne);
  try {
    return await runInPool(assembly, entry, asker, { answer, signal });
  } catch (error) {
    if (!(error instanceof PooledTaskError) || error.reason === "aborted") throw error;
    return {
      faults: [{ code: "LIMIT", message: `Processing the description failed: ${error.message}` }],
    };
  }
}

async function fetchReferred(
  outside: Pick<Egress, "fetch">,
  request: Parameters<Egress["fetch"]>[0],
): Promise<FetchedFile> {
  const { url } = request;
  try {
    const { text, url: finalUrl } = await fetchText(outside, request);
    return { url, at: finalUrl, text };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return { url, failure: error.message, isTimeout: error.reason === "timeout" };
  }
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += fetchesAtOnce) {
    const some = await Promise.all(items.slice(start, start + fetchesAtOnce).map(work));
    for (const one of some) results.push(one);
  }
  return results;
}
