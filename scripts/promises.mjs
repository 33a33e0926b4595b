/** Writes docs/promises.md anew; run it after a proof was added or renamed, or to see what changed since. */
import { resolve } from "node:path";
import { writePage } from "./promising/page.mjs";

writePage(resolve(import.meta.dirname, ".."));
