/**
 * The image and its configuration, without a container engine: their format, and the last steps as
 * a script.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { buildProgram, root } from "../bin/built.ts";
import { slowTest } from "../support/generators/amount.ts";
import { closedPort } from "../support/network/loopback.ts";

const lines = readFileSync(join(root, "Dockerfile"), "utf8")
  .replace(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => ({
    word: line.slice(0, line.indexOf(" ")),
    rest: line.slice(line.indexOf(" ") + 1),
  }));
const start = lines.findLastIndex(({ word }) => word === "FROM");
const [build, last] = [lines.slice(0, start), lines.slice(start)];
const getText = (word: string) => last.find((line) => line.word === word)?.rest ?? "";
const words = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf("[")));

test("the image is based on Node's image, runs no install scripts, and does not run as root", () => {
  const known = "FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD".split(
    " ",
  );
  expect(lines.filter(({ word }) => !known.includes(word))).toEqual([]);
  const images = lines.filter(({ word }) => word === "FROM").map(({ rest }) => rest.split(" ")[0]);
  expect(images).toEqual(["node:24-alpine", "node:24-alpine"]);
  const installing = build.filter(({ rest }) => /\bnpm (?:ci|install|pack)\b/.test(rest));
  // All downloads come from the lock file.
  expect(installing.map(({ rest }) => /npm \w+/.exec(rest)?.[0])).toEqual(["npm ci", "npm pack"]);
  expect(installing.filter(({ rest }) => !rest.includes("--ignore-scripts"))).toEqual([]);
  expect([getText("USER"), getText("VOLUME"), getText("EXPOSE")]).toEqual([
    "node",
    "/data",
    "4620",
  ]);
});

test("compose starts the container read-only and without capabilities, on this machine only, and contains no password", () => {
  const { services } = parse(readFileSync(join(root, "compose.yaml"), "utf8"));
  expect(services.tome).toMatchObject({
    ports: ["127.0.0.1:4620:4620"],
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    depends_on: { database: { condition: "service_healthy" } },
  });
  const added = ["--seed", "--public-url", "http://127.0.0.1:4620"];
  expect(services.tome.command).toEqual([...words(getText("CMD")), ...added]);
  expect(services.tome.environment.PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(services.database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(services.database).toHaveProperty("healthcheck.test");
});

const testAsRoot = process.getuid?.() === 0 ? slowTest : test.skip;

testAsRoot("an unprivileged user with one writable folder runs a healthy server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tome-container-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const [installed, data] = [join(folder, "installed"), join(folder, "data")];
  buildProgram();
  const script = build
    .slice(-2)
    .map(({ rest }) => rest)
    .join("\n")
    .replaceAll("/installed", installed)
    .replaceAll("/packed", join(folder, "packed"));
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_offline: "true" };
  const made = spawnSync("sh", ["-euc", script], { cwd: root, env, encoding: "utf8" });
  expect([made.status, made.stderr]).toEqual([0, ""]);
  const [uid, gid] = [65534, 65534];
  mkdirSync(data);
  chownSync(data, uid, gid);
  const port = new URL(await closedPort()).port;
  const here = (given: readonly string[]) =>
    given.map((word) =>
      word.replace("4620", port).replace("/data", data).replace("0.0.0.0", "127.0.0.1"),
    );
  const at = {
    uid,
    gid,
    cwd: "/",
    env: { PATH: process.env.PATH, HOME: join(folder, "missing"), TMPDIR: data },
  };
  const program = join(installed, "bin", ...words(getText("ENTRYPOINT")));
  const serving = spawn(program, here(words(getText("CMD"))), {
    ...at,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(serving, "close");
  const said = text(serving.stderr);
  const [printed] = await once(serving.stdout, "data");
  expect(String(printed)).not.toContain("tome_");
  const [node = "", ...check] = here(words(getText("HEALTHCHECK")));
  expect(spawnSync(node, check, at).status).toBe(0);
  const ready = JSON.parse(readFileSync(join(data, "ready.json"), "utf8"));
  expect(ready.url).toContain(port);
  // Like docker exec: the image sets the data folder.
  expect(getText("ENV")).toContain("TOME_DATA_DIR=/data");
  const inside = { ...at, env: { ...at.env, TOME_DATA_DIR: data } };
  const created = spawnSync(program, ["local", "token", "create"], inside);
  expect([created.status, String(created.stdout)]).toEqual([0, expect.stringMatching(/^tome_/)]);
  const authorization = `Bearer ${String(created.stdout).trim()}`;
  const answer = await fetch(`${ready.url}/v1/user`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  serving.kill("SIGTERM");
  expect([(await ended)[0], await said]).toEqual([0, expect.not.stringContaining("error")]);
  expect(spawnSync(node, check, at).status).toBe(1);
});
