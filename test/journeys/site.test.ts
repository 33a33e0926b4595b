import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { launcher } from "../bin/built.ts";
import { openProgram } from "./program.ts";

test("a site of forty sections in eight groups is built, exported, torn down and rebuilt by a script", async () => {
  const { home } = await openProgram("served");
  const script = join(import.meta.dirname, "site.sh");
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    TOME_PROFILE: "local",
    NODE: process.execPath,
    LAUNCHER: launcher,
  };
  const { stdout } = await promisify(execFile)("bash", [script], { env, cwd: home });
  expect(stdout.trim().split(/\s+/)).toEqual(["40", "8"]);
  const exported = JSON.parse(readFileSync(join(home, "structure.json"), "utf8"));
  expect(exported.type).toBe("sections");
  const again = readFileSync(join(home, "after.json"), "utf8");
  expect(again).toBe(readFileSync(join(home, "before.json"), "utf8"));
  expect(again).toContain("visitor.claims.unsigned.tier35 == true");
}, 600_000);
