/** `tome org audit list`: unknown actions. */
import { expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";

test("an unknown action is refused with similar ones", async () => {
  const { run, ok } = openLocalTome();
  await ok("space create --title Handbook");
  const { code, stdout, stderr } = await run("org audit list --action merge");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('Unknown action "merge". Similar actions: ');
  expect(stderr).toContain("mergeChangeRequest");
  expect(await ok("org audit list --action mergeChangeRequest --json")).toBe("[]");
  expect(JSON.parse(await ok("org audit list --action createSpace --json id"))).toHaveLength(1);
});
