import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { buildProgram, root } from "./built.ts";

beforeAll(buildProgram);

test("npm start carries out every line of its tour, and ends by saying what to type next", () => {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const home = temporaryFolder();
  const screen = execFileSync(process.execPath, [join(root, "scripts", "start.mjs")], {
    cwd: root,
    env: {
      ...env,
      TOME_ORG: "elsewhere",
      TOME_PROFILE: "nobody",
      HOME: home,
      XDG_CACHE_HOME: home,
    },
    encoding: "utf8",
  });
  expect(screen).toMatch(/\$ tome whoami --local\nID +\S+\n/);
  expect(screen).toMatch(/\$ tome space restore \S+ --local\nRestored the space "On-call guide"/);
  expect(screen).toMatch(/error: --edit-mode must be .*\n.*\n\[exit code 2\]/);
  // Nothing of it is left among what is the user's.
  expect(readdirSync(home)).toEqual([]);
  // Every name in a line was filled with an id that an earlier line showed.
  expect(screen).not.toMatch(/^\$ .*<\w+>/m);
  expect(screen.trimEnd()).toMatch(/tome --help$/);
});

test("The tour in docs/commands.md is the tour that is walked", () => {
  const tour = readFileSync(join(root, "scripts", "tour.mjs"), "utf8");
  const page = readFileSync(join(root, "docs", "commands.md"), "utf8");
  const section = /^## A tour\n+```sh\n(?<lines>.*?)```/ms.exec(page)?.groups?.lines ?? "";
  const lines = section
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(5);
  // The tour has nobody to ask.
  const walked = tour.replaceAll(" --yes", "");
  expect(lines.filter((line) => !walked.includes(line))).toEqual([]);
});
