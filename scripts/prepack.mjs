/** What `npm pack` does first: it prepares what is missing, so a fresh clone can be packed at once. */
import { resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";

await prepare(resolve(import.meta.dirname, ".."));
