import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

slowTest("the sample workspace fills the lists and is loaded once", async () => {
  const tome = openTome();
  expect((await tome("local seed")).code).toBe(0);
  const spaces = JSON.parse((await tome("space list --local --all --json title")).stdout);
  expect(spaces.length).toBeGreaterThan(10);
  const again = await tome("local seed");
  expect(again.code).toBe(6);
  expect(again.stderr).toContain("hint: tome local reset");
});

slowTest("an export contains all data in a private file, and an import restores it", async () => {
  const tome = openTome();
  const file = join(temporaryFolder(), "backup.json");
  await tome("space create --title Kept --local");
  expect((await tome(`local export ${file}`)).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await tome("local reset")).code).toBe(2);
  expect((await tome("local reset --yes")).code).toBe(0);
  expect((await tome("space list --local --json title")).stdout.trim()).toBe("[]");
  expect((await tome(`local seed ${file}`)).code).toBe(0);
  expect(JSON.parse((await tome("space list --local --json title")).stdout)).toEqual([
    { title: "Kept" },
  ]);
  const other = openTome();
  expect((await other(`local import ${file} --yes`)).code).toBe(0);
  expect(JSON.parse((await other("space list --local --json title")).stdout)).toEqual([
    { title: "Kept" },
  ]);
  const folder = (await tome("local path")).stdout.trim();
  const token = readFileSync(join(folder, "token"), "utf8").trim();
  expect(readFileSync(file, "utf8")).not.toContain(token);
});

test("an invalid export is refused and changes nothing", async () => {
  const tome = openTome();
  const file = join(temporaryFolder(), "other.json");
  writeFileSync(file, '{"format":"something","version":1,"tables":{}}');
  await tome("space create --title Kept --local");
  const { code, stderr } = await tome(`local import ${file} --yes`);
  expect(code).toBe(1);
  expect(stderr).toContain("format must be tome-export");
  expect((await tome("space list --local --json title")).stdout).toContain("Kept");
});

test("a token with a role belongs to a user with exactly that role", async () => {
  const tome = openTome();
  const TOME_TOKEN = (await tome("local token create --role comment")).stdout.trim();
  const { code, stderr } = await tome("space create --title Mine --local", { env: { TOME_TOKEN } });
  expect(code).toBe(4);
  expect(stderr).toContain("your role is comment");
});

slowTest("the clock is advanced, set and reset", async () => {
  const tome = openTome();
  const show = async (line: string) => JSON.parse((await tome(`${line} --json`)).stdout);
  expect((await show("local clock --advance 8d")).offset).toBe(8 * 24 * 3600 * 1000);
  expect((await show("local clock --set 2030-01-01T00:00:00Z")).now).toContain("2030-01-01T00:00");
  expect((await show("local clock --reset")).offset).toBe(0);
  const { code, stderr } = await tome("local clock --advance soon");
  expect(code).toBe(1);
  expect(stderr).toContain("advance must be a duration such as 8d");
});
