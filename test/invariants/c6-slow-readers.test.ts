import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { buildProgram, launcher } from "../bin/built.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

const run = promisify(execFile);
const perPage = 500;
/** About a kilobyte, with multibyte characters. */
const description = "Überall 文書 ".repeat(50);

/** A list with this number of pages, half a megabyte each. */
async function platform(pages: number) {
  buildProgram();
  const server = await serve((seen, response) => {
    const page = Number(new URL(seen.url, "http://x").searchParams.get("page") ?? 0);
    const items = Array.from({ length: perPage }, (_, at) => ({
      object: "space",
      id: `s${page}-${at}`,
      description,
    }));
    const next = page + 1 < pages ? { next: { page: `${page + 1}` } } : {};
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items, ...next }));
  });
  const home = temporaryFolder();
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TOME_BASE_URL: server.url,
    TOME_TOKEN: "t",
    // The form of an id, so that no name is looked up.
    TOME_ORG: "organization00000001",
  };
  const line = `"${process.execPath}" "${launcher}" space list --all --format ndjson`;
  return { env, home, line };
}

slowTest(
  "a slow reader gets every byte, and little output is buffered",
  async () => {
    const { env, home, line } = await platform(amount({ short: 16, full: 400 }));
    const file = join(home, "list.ndjson");
    await run("sh", ["-c", `${line} > "${file}"`], { env });
    const written = readFileSync(file);
    const args = [launcher, "space", "list", "--all", "--format", "ndjson"];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const hash = createHash("sha256");
    let peak = 0;
    let taken = 0;
    for await (const chunk of child.stdout) {
      hash.update(chunk);
      taken += chunk.length;
      // Other work has precedence, so the pipe is full most of the time.
      await new Promise((resolve) => setImmediate(resolve));
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
    if (child.exitCode === null) await once(child, "exit");
    expect(child.exitCode).toBe(0);
    expect(hash.digest("hex")).toBe(createHash("sha256").update(written).digest("hex"));
    expect(peak).toBeLessThan(300);
    const size = Math.round(taken / 1e6);
    report(
      "C6",
      `${size} MB to a slow reader, equal to the file, at most ${Math.round(peak)} MiB held`,
    );
  },
  600_000,
);

test("a closed pipe is not an error, and a full disk is", async () => {
  const { env, line } = await platform(20);
  const times = amount({ short: 1, full: 100 });
  const words = countFaults();
  for (let at = 0; at < times; at++) {
    const left = await run("bash", ["-c", `set -o pipefail; ${line} | head -1`], { env }).catch(
      (error) => error,
    );
    words.add(left.stderr !== "");
    expect([left.stderr, JSON.parse(left.stdout).id]).toEqual(["", "s0-0"]);
  }
  const full = await run("sh", ["-c", `${line} > /dev/full`], { env }).catch((error) => error);
  expect([full.code, full.stderr]).toEqual([1, expect.stringContaining("ENOSPC")]);
  report("C6", `${times} readers that left, ${words.total()} words about it`);
}, 600_000);
