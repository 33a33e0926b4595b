/** Writes docs/promises.md anew; run it after a proof was added or renamed. */
import { resolve } from "node:path";
import { keepFindings } from "./promising/page.mjs";

keepFindings(resolve(import.meta.dirname, ".."), {});
