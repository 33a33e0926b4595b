import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { steps } from "../../src/features/workspace/tour.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { buildProgram, root, start } from "./built.ts";

/** Lines of a screen of 80 columns. */
function getHeight(text: string): number {
  const lines = text.trimEnd().split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
}

slowTest("npm start shows the tour of at most 67 lines, and leaves no data", () => {
  buildProgram();
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
  // A tree, a word diff, a conflict with its resolution, and a check.
  expect(screen).toContain("├─ Getting started");
  expect(screen).toContain("[-none-]{+4713+}");
  expect(screen).toMatch(/error: The change request and the space [\s\S]*\nhint: tome cr pull/);
  expect(screen).toMatch(
    /\$ tome cr pull 1 .*--keep space\n.*up to date with the space [^\n]*[Hh]andbook/,
  );
  expect(screen).toContain("Merged the change request 1 in the space");
  expect(screen).toMatch(/2 broken\. Skipped 1 external link[^\n]*\nerror: 2 links are broken\./);
  const [tour = ""] = screen.split("# To run tome from this repository");
  expect(getHeight(tour)).toBeLessThanOrEqual(67);
  // A Node without SQLite stores the decompressed one for the next command.
  const left = readdirSync(home, { recursive: true }).map(String);
  const others = left.filter((path) => !`${path}/`.startsWith("tome/sqlite/") && path !== "tome");
  expect(others).toEqual([]);
});

slowTest("the tour uses color on a terminal, and needs no id and no --local", async () => {
  buildProgram();
  const home = temporaryFolder();
  const env = { HOME: home, TOME_CONFIG_DIR: home, TOME_ORG: "elsewhere" };
  const { stdout, stderr, exitCode } = await start(["tour"], [], { ...env, FORCE_COLOR: "1" });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toContain("\u001b[31merror:\u001b[39m");
  for (const { type = "" } of steps) expect(type).not.toMatch(/--local|\b\w{20}\b/);
});

test("the tour in docs/commands.md equals the executed tour", () => {
  const page = readFileSync(join(root, "docs", "commands.md"), "utf8");
  const section =
    /^`tome tour` runs these commands.*?```sh\n(?<lines>.*?)```/ms.exec(page)?.groups?.lines ?? "";
  const lines = section
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(5);
  const walked = steps.map(({ type }) => type);
  expect(lines.filter((line) => !walked.includes(line))).toEqual([]);
});
