/**
 * Rendering of pages as HTML. Large pages are rendered in a worker thread, so that the main thread
 * stays available for requests.
 */
import { outputLimits } from "../../contract/limits.ts";
import type { WrittenPage } from "../../document/html/page.ts";
import type { OperationResults } from "./openapi/operation.ts";
import type { OperationsRequest, PageRenderRequest } from "./page-worker.ts";
import { type BoundedOptions, type BoundedTask, runBounded } from "./threads/bounded-work.ts";
import type { RequestContextKey } from "./threads/caller.ts";

const seconds = 20;

/** In the bundled program, the worker script is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./page-worker.ts" : "./page-worker.js",
  import.meta.url,
);

const describe = (limit: string) => `The page is too large. ${limit}`;

const write: BoundedTask<PageRenderRequest, WrittenPage> = {
  script,
  name: "writeHtml",
  seconds,
  limits: outputLimits.page,
  load: async () => (await import("./page-worker.ts")).writeHtml,
  describe,
};
const find: BoundedTask<OperationsRequest, OperationResults> = {
  script,
  name: "findOperations",
  seconds,
  limits: outputLimits.operations,
  load: async () => (await import("./page-worker.ts")).findOperations,
  describe,
};

/**
 * @param asker its caller is the site
 * @throws OutputTooLarge if the page exceeds `outputLimits.page`, ApiError 413 if it takes too much
 * time or memory
 */
export function writeHtml(
  request: PageRenderRequest,
  asker: RequestContextKey,
  options: BoundedOptions = {},
): Promise<WrittenPage> {
  return runBounded(write, request, countCharacters(request), asker, options);
}

/** The length of a page with its reusable contents as JSON. */
export function countCharacters({
  body,
  included,
}: Pick<PageRenderRequest, "body" | "included">): number {
  return included.reduce((sum, one) => sum + one.body.length, body.length);
}

/** @throws as `writeHtml` does */
export function findOperations(
  request: OperationsRequest,
  asker: RequestContextKey,
): Promise<OperationResults> {
  return runBounded(find, request, request.filesystem.length, asker);
}
