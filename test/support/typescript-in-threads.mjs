/** Lets threads and programs that tests start run the sources on a Node that knows no types; tests themselves have their own way. */
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

// One that is started as a process of its own is told by its name.
if (!isMainThread || process.argv[1]?.endsWith("-worker.ts")) {
  register("./typescript-loader.mjs", import.meta.url);
}
