/** `npm start`: prepares what is missing, takes the tour, and leaves nothing behind. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";

const root = resolve(import.meta.dirname, "..");
await prepare(root);

const launcher = join(root, "bin", "tome.js");
const own = Object.entries(process.env).filter(([name]) => !/^(?:TOME|GITBOOK)_/.test(name));
const env = { ...Object.fromEntries(own), NODE_DISABLE_COMPILE_CACHE: "1" };
const { status } = spawnSync(process.execPath, [launcher, "tour"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
if (status === 0) {
  const naming = process.platform === "win32" ? "npm link" : `alias tome='node ${launcher}'`;
  console.log(`# and before that, as tome is not installed yet:\n${naming}`);
}
