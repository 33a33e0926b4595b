/** Runs a function of a bundled program in a new process, so that runs do not share caches. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

/**
 * @param {string} program the bundled file
 * @param {string} work the function that it exports
 * @param {string} folder the data folder and home
 * @param {number} size the problem size
 * @returns {Record<string, number>} the measurements
 */
export function runInProcess(program, work, folder, size) {
  const code = `import(${JSON.stringify(pathToFileURL(program).href)}).then(async (m) => {
    process.stdout.write(JSON.stringify(await m[${JSON.stringify(work)}](${JSON.stringify(folder)}, ${size})));
  });`;
  const env = { PATH: process.env.PATH, HOME: folder };
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    env,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
}
