import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";

test("a terminal shows whose role a grant or a default level lowers", async () => {
  const { tome, ok } = openLocalTome();
  const run = (line: readonly string[]) =>
    tome([...line, "--local"], { screen: true, env: { NO_COLOR: "1" } });
  const users = "ada@example.com grace@example.com alan@example.com";
  await ok(`org invite users ${users} --role read`);
  await ok("collection create --title Guides");
  await ok("team create --title Writers --member ada@example.com --member grace@example.com");
  await ok("collection permission grant Guides --team Writers --role review");
  await ok("space create --title Handbook --parent Guides");

  const grant = ["space", "permission", "grant", "Handbook", "--user", "ada@example.com"];
  const higher = await run([...grant, "--role", "create"]);
  expect([higher.code, higher.stderr]).toEqual([0, expect.not.stringContaining("lowers")]);
  await ok("space permission remove Handbook --user ada@example.com --yes");
  const lower = await run([...grant, "--role", "edit"]);
  expect(lower.stderr).toContain("This lowers the role of 1 user: ada (review → edit).");

  const level = await run(["space", "update", "Handbook", "--default-level", "none"]);
  expect(level.stderr).toMatch(
    /This lowers the role of 2 users: (?:grace \(review → none\)|alan \(\w+ → none\)) and /,
  );
  const title = await run(["space", "update", "Handbook", "--title", "Manual"]);
  expect(title.stderr).not.toContain("lowers");
});

test("scripts send no requests to compare roles", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Handbook");
  const { stderr } = await tome("space update Handbook --default-level none --debug --local");
  expect(stderr).not.toContain("permissions/aggregate");
});
