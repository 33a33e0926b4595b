import { describe, expect, test } from "vitest";
import { disable, enable } from "../../../src/features/members/disabled.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const input = { organizationId: "O1", userId: "U1" };
const member = (disabled: boolean) => ({
  id: "U1",
  role: "edit",
  disabled,
  user: { id: "U1", displayName: "Ada" },
});
const line = "/orgs/O1/members/U1";

function open(isDisabled: boolean, options: object = {}) {
  return openScriptedContext({ yes: true, answer: () => member(isDisabled), ...options });
}

describe("a member", () => {
  test("is disabled after a question, and can be enabled again", async () => {
    const { context, sent, said } = open(true, { yes: false, confirms: true });
    expect(await disable(context, input)).toMatchObject({
      done: "Disabled Ada.",
      next: "To enable the member again: tome member enable U1",
      record: member(true),
    });
    expect(said.join("\n")).toContain(
      "Disable Ada? They lose access to the organization immediately, but keep their role, teams and grants.",
    );
    expect(sent).toEqual([`GET ${line}`, [`PATCH ${line}`, { disabled: true }]]);
  });

  test("is not disabled without the confirmation", async () => {
    const { context, sent } = open(false, { yes: false, confirms: false });
    await expect(disable(context, input)).rejects.toThrow();
    expect(sent).toEqual([`GET ${line}`]);
  });

  test("is enabled without a question", async () => {
    const { context, sent, said } = open(false, { yes: false });
    const result = await enable(context, input);
    expect(result).toMatchObject({ done: "Enabled Ada.", record: member(false) });
    expect(result).not.toHaveProperty("next");
    expect([sent, said]).toEqual([[[`PATCH ${line}`, { disabled: false }]], []]);
  });

  test.each([
    ["not", disable, false],
    ["still", enable, true],
  ] as const)("that is %s disabled afterwards is an error", async (word, change, isDisabled) => {
    await expect(change(open(isDisabled).context, input)).rejects.toMatchObject({
      how: "failed",
      message: `The platform reported success, but Ada is ${word} disabled.`,
      hint: "tome member get U1",
    });
  });
});
