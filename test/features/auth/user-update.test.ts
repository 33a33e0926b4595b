import { expect, test } from "vitest";
import { updateUser } from "../../../src/features/auth/user-update.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

test("the authenticated user is changed by its id", async () => {
  const { context, sent } = openScriptedContext({
    answer: ({ line }) =>
      line.startsWith("GET") ? { id: "U1" } : { id: "U1", displayName: "Ada" },
  });
  expect(await updateUser(context, { displayName: "Ada" })).toMatchObject({
    done: 'Changed your display name to "Ada".',
    record: { id: "U1", displayName: "Ada" },
    columns: [{ header: "ID" }, { header: "NAME" }, { header: "EMAIL" }, { header: "PICTURE" }],
  });
  expect(sent).toEqual(["GET /user", ["PATCH /users/U1", { displayName: "Ada" }]]);
});

test("an update without changes sends nothing", async () => {
  const { context, sent } = openScriptedContext();
  await expect(updateUser(context, {})).rejects.toMatchObject({
    message: "Specify --name or --photo.",
    hint: "tome user update --help",
  });
  expect(sent).toEqual([]);
});
