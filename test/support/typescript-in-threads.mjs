/** Lets threads that tests start run the sources on a Node that knows no types; tests themselves have their own way. */
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (!isMainThread) register("./typescript-loader.mjs", import.meta.url);
