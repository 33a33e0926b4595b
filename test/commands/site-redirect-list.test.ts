import { expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";

test("a terminal shows the destinations of redirects by path and title, and a pipe the ids", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  await ok("config set space Guide");
  await ok("cr create --subject Pages");
  await ok("cr edit 1 --new --title Start");
  await ok("cr edit 1 --new --title Tools --into Start");
  await ok("cr merge 1");
  await ok("site create --title Docs --space Guide");
  await ok("config set site Docs");
  await ok("site publish Docs");
  await ok("site redirect create /old --to /start/tools");
  const { stdout } = await tome("site redirect list --local", { screen: true });
  const [header = "", row = ""] = stdout.split("\n");
  expect(header).toMatch(/ PAGE .*SITE SPACE/);
  expect(row).toMatch(/ start\/tools +Guide /);
  expect(await ok("site redirect list --columns source,page")).toMatch(/^\/old\t\w{20}$/);
  expect(await ok("site redirect list --filter page=start/* --columns source")).toBe("/old");
});
