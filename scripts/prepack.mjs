/** The prepack script of npm: installs and builds, so that a fresh clone can be packed. */
import { resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";

await prepare(resolve(import.meta.dirname, ".."));
