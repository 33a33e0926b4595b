/** Local platforms with their own data, for measurements. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startCompanion } from "./companion.mjs";

const tome = resolve(import.meta.dirname, "..", "..", "bin", "tome.js");

/**
 * Runs a command and returns its output.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
export function runTome(env, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tome, ...args], {
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tome ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

/**
 * Creates a data folder below `folder` with one organization and one space.
 * @param {string} folder
 */
export function createData(folder) {
  const data = join(folder, "data");
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, "home"),
    TOME_CONFIG_DIR: join(folder, "settings"),
    // Measurements import from repositories on this machine.
    TOME_ALLOW_PRIVATE: "true",
  };
  /** @param {string[]} args */
  const run = (...args) => runTome(env, ...args);
  run("config", "set", "data-dir", data, "--profile", "local");
  const [{ id: organization }] = JSON.parse(run("org", "list", "--local", "--json"));
  const created = ["space", "create", "--org", organization, "--title", "Measured"];
  const space = JSON.parse(run(...created, "--local", "--json"));
  return {
    file: join(data, "tome.sqlite"),
    organization: String(organization),
    space: String(space.id),
    /**
     * Serves the data.
     * @param {string} [path] the PATH variable of the platform; by default, that of this process
     * @param {NodeJS.ProcessEnv} [further] further variables of the platform
     */
    async serve(path = process.env.PATH, further = {}) {
      const ready = join(folder, "ready");
      rmSync(ready, { force: true });
      const args = [tome, "serve", "--port", "0", "--data", data, "--ready-file", ready];
      const platform = await startCompanion(args, { ...env, ...further, PATH: path });
      const { url, token, admin } = JSON.parse(readFileSync(ready, "utf8"));
      return { ...platform, url: String(url), token: String(token), admin: String(admin) };
    },
  };
}

/**
 * The peak memory of a process, in MiB.
 * @param {number} pid
 */
export function getPeak(pid) {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}
