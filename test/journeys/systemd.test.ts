/** The systemd unit: its format, and systemd's own check if available. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";

const path = join(root, "templates", "tome.service");
const settings = readFileSync(path, "utf8")
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => ({
    name: line.slice(0, line.indexOf("=")),
    value: line.slice(line.indexOf("=") + 1),
  }));
const listValues = (name: string) =>
  settings.filter((setting) => setting.name === name).map(({ value }) => value);

test("passes every secret as a credential and none in the environment or on the command line", () => {
  const credentials = listValues("LoadCredential").map((value) => value.split(":")[0]);
  expect(credentials).toEqual(["database-password", "sealing-key"]);
  const environment = listValues("Environment").join(" ");
  for (const name of credentials) expect(environment).toContain(`_FILE=%d/${name}`);
  expect(environment).not.toMatch(/TOME_TOKEN|PGPASSWORD|TOME_SEALING_KEY=|:\/\/\w+:/);
  expect(listValues("ExecStart")).toEqual([
    expect.stringMatching(/ tome serve --data %S\/tome\/data /),
  ]);
});

test("runs as an unprivileged user that can write only to its own folders", () => {
  const one = (name: string) => listValues(name)[0];
  expect(one("DynamicUser")).toBe("yes");
  expect(one("ProtectSystem")).toBe("strict");
  expect(one("CapabilityBoundingSet")).toBe("");
  expect(one("UMask")).toBe("0077");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)("is valid for systemd", () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
