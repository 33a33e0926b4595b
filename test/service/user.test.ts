import { expect, test } from "vitest";
import { current } from "../../src/contract/user.ts";
import { openWorkspace } from "../support/workspace.ts";

test("The caller is the one whose token it is", async () => {
  const workspace = await openWorkspace();
  await workspace.person("someone@example.com");
  const id = await workspace.person("me@example.com");
  const me = await workspace.ok(id, current, {});
  expect(me).toMatchObject({ object: "user", id, email: "me@example.com" });
  expect(me).not.toHaveProperty("photoURL");
});
