/** `npm pack` in a fresh clone without installed packages. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/machine/folder.ts";
import { root } from "./built.ts";

test("packing a fresh clone installs the build dependencies first", () => {
  const clone = temporaryFolder();
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of ["package.json", "package-lock.json", "scripts"])
    cpSync(join(root, name), join(clone, name), { recursive: true });
  // A stub of npm that records its arguments, without a network.
  const programs = join(clone, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "npm"), '#!/bin/sh\necho "asked for: $*"\nexit 1\n');
  chmodSync(join(programs, "npm"), 0o755);
  const env = { PATH: [programs, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(scripts.prepack, {
    cwd: clone,
    env,
    shell: true,
    encoding: "utf8",
  });
  expect(stdout).toContain("asked for: ci --ignore-scripts");
  expect([status, stderr]).toEqual([1, expect.stringContaining("npm failed to install")]);
});
