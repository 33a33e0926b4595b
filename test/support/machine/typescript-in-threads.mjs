/** Enables threads and child processes of tests to run TypeScript sources on Node versions without type stripping. */
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

// A worker that runs as a separate process is recognized by its name.
if (!isMainThread || process.argv[1]?.endsWith("-worker.ts")) {
  register("./typescript-loader.mjs", import.meta.url);
}
