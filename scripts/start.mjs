/** `npm start`: installs and builds, then runs the tour without leaving files behind. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";

const root = resolve(import.meta.dirname, "..");
await prepare(root);

const launcher = join(root, "bin", "tome.js");
const variables = Object.entries(process.env).filter(([name]) => !/^(?:TOME|GITBOOK)_/.test(name));
const env = { ...Object.fromEntries(variables), NODE_DISABLE_COMPILE_CACHE: "1" };
const { status } = spawnSync(process.execPath, [launcher, "tour"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
if (status === 0) {
  const command = process.platform === "win32" ? "npm link" : `alias tome='node ${launcher}'`;
  console.log(`# To run tome from this repository, first run:\n${command}`);
}
