/**
 * Runs the program for real with the Node that runs this: `node scripts/smoke.mjs <tome.js>`. It is
 * for programs that are installed elsewhere, under any version of Node.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const program = resolve(process.argv[2] ?? join(import.meta.dirname, "..", "bin", "tome.js"));
const folder = mkdtempSync(join(tmpdir(), "tome-smoke-"));
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  XDG_DATA_HOME: join(folder, "data"),
  XDG_CACHE_HOME: join(folder, "cache"),
  TOME_CONFIG_DIR: join(folder, "settings"),
};

try {
  expect(["--version"], /^\d+\.\d+\.\d+\n$/);
  expect(["--help"], /^tome .*space/s);
  expect(["space", "list", "--help"], /--org/);
  expect(["--no-color", "space", "list", "--help"], /--org/);
  expect(["help", "exit-codes"], /130/);
  expect(["whoami", "--local"], /owner@example\.com/);
  expect(["local", "seed"], /seeded/);
  const [space] = JSON.parse(expect(["space", "list", "--local", "--all", "--json"], /"title"/));
  expect(["space", "get", space.id, "--local", "--format", "yaml"], /^id: /m);
  expect(["space", "list", "--local", "--jq", "[.[].title] | length"], /^\d+\n$/);
  expect(["space", "update", space.id, "--title", "Renamed", "--local"], /Renamed/);
  // What is found was indexed, and is indexed anew: each version of SQLite numbers that in its own way.
  for (const language of ["de", "fr", "en"]) {
    expect(["space", "search", space.id, "page", "--local", "--json"], /^\[/);
    expect(["space", "update", space.id, "--language", language, "--local"], /Renamed/);
  }
  expect(["space", "get", "S404", "--local", "--json"], /^$/, 5);
  expect(["space", "update", space.id, "--edit-mode", "frozen", "--local"], /^$/, 2);
  expect(["completion", "bash"], /complete /);
  await serving(space.id);
  console.log(`Node ${process.versions.node}: the program works.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string[]} args
 * @param {RegExp} pattern of the output
 * @param {number} [code]
 */
function expect(args, pattern, code = 0) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status === code && pattern.test(stdout) && !/warning/i.test(stderr)) return stdout;
  throw new Error(`tome ${args.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
}

/** @param {string} id of a space */
async function serving(id) {
  const ready = join(folder, "ready.json");
  const server = spawn(process.execPath, [program, "serve", "--port", "0", "--ready-file", ready], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const ended = once(server, "close");
  while (!existsSync(ready) && server.exitCode === null) await pause(20);
  const { url, token } = JSON.parse(readFileSync(ready, "utf8"));
  const answer = await fetch(`${url}/v1/spaces/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { title } = /** @type {{ title: string }} */ (await answer.json());
  // The command finds the process that serves the data, and asks it.
  expect(["space", "get", id, "--local"], /Renamed/);
  server.kill("SIGTERM");
  const [code] = await ended;
  if (title !== "Renamed" || code !== 0) throw new Error(`Serving ended with ${code}, ${title}.`);
}
