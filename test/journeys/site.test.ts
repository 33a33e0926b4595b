import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { launcher } from "../bin/built.ts";
import { amount } from "../support/generators/amount.ts";
import { openProgram } from "./program.ts";

const sections = amount({ short: 7, full: 40 });
const groups = amount({ short: 3, full: 8 });

test("a site with many sections in groups is built, exported, deleted and rebuilt by a script", async () => {
  const { home } = await openProgram("served");
  const script = join(import.meta.dirname, "site.sh");
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    TOME_PROFILE: "local",
    NODE: process.execPath,
    LAUNCHER: launcher,
    SECTIONS: String(sections),
    HOLDERS: String(groups),
  };
  const { stdout } = await promisify(execFile)("bash", [script], { env, cwd: home });
  expect(stdout.trim().split(/\s+/)).toEqual([String(sections), String(groups)]);
  const exported = JSON.parse(readFileSync(join(home, "structure.json"), "utf8"));
  expect(exported.type).toBe("sections");
  const again = readFileSync(join(home, "after.json"), "utf8");
  expect(again).toBe(readFileSync(join(home, "before.json"), "utf8"));
  // Every eighth section has a condition, from the third on.
  const last = sections - ((sections - 3) % 8);
  expect(again).toContain(`visitor.claims.unsigned.tier${last} == true`);
}, 600_000);
