import { expect, test } from "vitest";
import { openTome } from "../../support/tome.ts";

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
