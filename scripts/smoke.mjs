/**
 * Smoke test of an installed program with the current version of Node: `node scripts/smoke.mjs <tome.js>`.
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
  expect(["--help"], /^Usage:\n {2}tome <noun> <verb>/m);
  expect(["space", "list", "--help"], /--org/);
  expect(["--no-color", "space", "list", "--help"], /--org/);
  expect(["help", "exit-codes"], /130/);
  expect(["whoami", "--local"], /owner@example\.com/);
  expect(["local", "seed"], /seeded/);
  const [space] = JSON.parse(expect(["space", "list", "--local", "--all", "--json"], /"title"/));
  expect(["space", "get", space.id, "--local", "--format", "yaml"], /^id: /m);
  expect(["space", "list", "--local", "--jq", "[.[].title] | length"], /^\d+\n$/);
  expect(["space", "update", space.id, "--title", "Renamed", "--local"], /Renamed/);
  // Changing the language rebuilds the index, which must work with every version of SQLite.
  for (const language of ["de", "fr", "en"]) {
    expect(["space", "search", space.id, "page", "--local", "--json"], /^\[/);
    expect(["space", "update", space.id, "--language", language, "--local"], /Renamed/);
  }
  expect(["space", "get", "S404", "--local", "--json"], /^$/, 5);
  expect(["space", "update", space.id, "--edit-mode", "frozen", "--local"], /^$/, 2);
  expect(["completion", "bash"], /complete /);
  await serving(space.id);
  console.log(`Node ${process.versions.node}: the smoke test passed.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string[]} args
 * @param {RegExp} pattern expected in the output
 * @param {number} [code]
 */
function expect(args, pattern, code = 0) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status === code && pattern.test(stdout) && !/warning/i.test(stderr)) return stdout;
  throw new Error(`tome ${args.join(" ")} exited with ${status}:\n${stdout}\n${stderr}`);
}

/** @param {string} id the id of a space */
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
  // The command connects to the process that serves the data.
  expect(["space", "get", id, "--local"], /Renamed/);
  server.kill("SIGTERM");
  const [code] = await ended;
  if (title !== "Renamed" || code !== 0)
    throw new Error(`The server exited with ${code}; the title was ${title}.`);
}
