import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

test("a setting is set, shown with its source, and removed", async () => {
  const tome = openTome();
  expect((await tome("config set org O1")).code).toBe(0);
  expect((await tome("config get org")).stdout).toBe("O1\n");
  const rows = JSON.parse((await tome("config list --json name,value,from")).stdout);
  expect(rows).toContainEqual({ name: "org", value: "O1", from: "profile default" });
  expect(rows).toContainEqual({ name: "timeout", value: 30, from: "built-in default" });
  await tome("config unset org");
  const gone = await tome("config get org");
  expect(gone.code).toBe(2);
  expect(gone.stderr).toContain("The setting org is not set.");
});

slowTest("an organization, space or site that does not exist is not set", async () => {
  const tome = openTome();
  for (const [name, list] of [
    ["org", "tome org list --local"],
    ["space", "tome space list --local"],
  ]) {
    for (const value of ["Nosuch", "id:nosuch404"]) {
      const { code, stderr } = await tome(`config set ${name} ${value} --local`);
      expect([code, stderr]).toEqual([
        5,
        expect.stringMatching(/^error: No (organization|space) /),
      ]);
      if (value === "Nosuch") expect(stderr).toContain(`hint: ${list}\n`);
      expect((await tome(`config get ${name} --local`)).code).toBe(2);
    }
  }
  await tome("space create --title Guide --local");
  expect((await tome("config set space guide --local")).code).toBe(0);
  expect((await tome("config get space --local")).stdout).toBe("guide\n");
});

test("without a token, the value is set and reported as unchecked", async () => {
  const { code, stderr } = await openTome()("config set space Guide");
  expect([code, stderr]).toEqual([0, expect.stringContaining("The space was not checked: ")]);
});

test("an unknown setting and an invalid value are refused with the rule, and change nothing", async () => {
  const tome = openTome();
  const unknown = await tome("config set orgg O1");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('Unknown setting "orgg"');
  const bad = await tome("config set timeout soon");
  expect(bad.stderr).toContain("timeout must be an integer from 1 to 3600");
  expect((await tome("config get timeout")).stdout).toBe("30\n");
});

test("the settings folder comes from the environment", async () => {
  const { stdout } = await openTome()("config path", {
    env: { TOME_CONFIG_DIR: "/somewhere/else" },
  });
  expect(stdout).toBe("/somewhere/else\n");
});

test("the data folder that any profile sets is that of the local platform", async () => {
  const tome = openTome();
  const folder = temporaryFolder();
  const set = await tome(["config", "set", "data-dir", folder]);
  expect(set.stderr).toBe(
    "Set data-dir in the profile local. All profiles use it for the local platform.\n",
  );
  for (const flags of ["", " --local", " --profile default"]) {
    expect((await tome(`config get data-dir${flags}`)).stdout).toBe(`${folder}\n`);
  }
  await tome("config unset data-dir");
  expect((await tome("config get data-dir --local")).stdout).not.toBe(`${folder}\n`);
});
