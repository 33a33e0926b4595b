/** Errors about resources that do not exist suggest the command that lists those that do. */
import { expect, test } from "vitest";
import { openLocalTome } from "../../../support/commands/tome.ts";

test.each([
  ["openapi get lumen", "tome openapi list"],
  ["openapi diff lumen", "tome openapi list"],
  ["integration get nosuch", "tome integration list"],
  ["space get aBcDeFgHiJkLmNoPqRsT", "tome space list"],
])("%s suggests %s", async (line, hint) => {
  const { run } = openLocalTome();
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(5);
  expect(stderr).toContain(`hint: ${hint}`);
});
