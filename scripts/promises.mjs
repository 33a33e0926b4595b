/** Writes docs/promises.md; run it after a proof was added or renamed, or to update the counts of changes. */
import { resolve } from "node:path";
import { writePage } from "./promising/page.mjs";

writePage(resolve(import.meta.dirname, ".."));
