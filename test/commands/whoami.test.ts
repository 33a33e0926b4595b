import { expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";

test("a terminal also shows the current organization, and a pipe only the user", async () => {
  const { tome, ok } = openLocalTome();
  const look = async () => (await tome("whoami --local --no-color", { screen: true })).stdout;
  const own = JSON.parse(await ok("org get --json"));
  expect(await look()).toMatch(new RegExp(`ORGANIZATION +${own.title} \\(${own.id}\\)`));
  const other = await ok("org create --title Acme --format id");
  await ok("config set org Acme");
  expect(await look()).toMatch(new RegExp(`ORGANIZATION +Acme \\(${other}\\)`));
  expect(JSON.parse(await ok("whoami --json"))).not.toHaveProperty("organization");
  expect(await ok("whoami")).not.toContain("Acme");
});
