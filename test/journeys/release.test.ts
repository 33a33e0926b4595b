/** The release script stops before it fetches anything, unless the checkout is the release. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A checkout of version 1.2.3, and an npm that records its arguments and fails at the audit. */
function checkout() {
  const folder = temporaryFolder();
  const programs = temporaryFolder();
  mkdirSync(join(folder, ".ci"));
  copyFileSync(join(root, ".ci", "release"), join(folder, ".ci", "release"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.3" }));
  const npm = '#!/bin/sh\necho "npm $*"\n[ "$1" != audit ]\n';
  writeFileSync(join(programs, "npm"), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  const git = (...words: string[]) => {
    const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    spawnSync("git", [...author, ...words], { cwd: folder });
  };
  const change = (text: string) => writeFileSync(join(folder, "CHANGELOG.md"), text);
  const commit = () => {
    git("add", "-A");
    git("commit", "-qm", "Change");
  };
  git("init", "-q");
  return {
    change,
    commit,
    git,
    release() {
      const given = { cwd: folder, env, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync("bash", [".ci/release"], given);
      return { status, said: stderr.trim(), did: stdout };
    },
  };
}

slowTest("nothing is fetched without a clean checkout, the tag and the heading", () => {
  const { change, commit, git, release } = checkout();
  const stopped = (said: string) => ({ status: 1, said: expect.stringContaining(said), did: "" });
  change("## 1.2.3 (not released yet)\n");
  expect(release()).toEqual(stopped("uncommitted changes"));
  commit();
  expect(release()).toEqual(stopped("needs the tag v1.2.3"));
  git("tag", "v1.2.4");
  expect(release()).toEqual(stopped("needs the tag v1.2.3"));
  git("tag", "-d", "v1.2.4");
  git("tag", "v1.2.3");
  expect(release()).toEqual(stopped("has no heading ## 1.2.3"));
});

test("a known vulnerability of a package stops the release before it is packed", () => {
  const { change, commit, git, release } = checkout();
  change("# Changes\n\n## 1.2.3 (2026-01-31)\n");
  commit();
  git("tag", "v1.2.3");
  const { status, did } = release();
  expect(status).toBe(1);
  expect(did).toBe("npm ci --ignore-scripts --no-audit --no-fund\nnpm audit --audit-level=high\n");
});
