/** The grant of an invite link: a role in the organization, or a level in one space or collection. */
import { expect, test } from "vitest";
import { commands } from "../../src/commands/org-invite.ts";
import { UsageError } from "../../src/errors.ts";
import type { JsonObject } from "../../src/json/values.ts";

function prepare(input: JsonObject): unknown {
  const verb = commands.verbs.create;
  if (verb === undefined || !("toRequest" in verb) || verb.toRequest === undefined) {
    throw new Error("The command changes no input.");
  }
  return verb.toRequest(input);
}

/** All combinations of these fields. */
const inputs = [{ role: "read" }, { level: "edit" }, { space: "S1" }, { collection: "C1" }].reduce<
  readonly JsonObject[]
>((all, field) => all.flatMap((input) => [input, { ...input, ...field }]), [{}]);

const valid: readonly string[] = ["role", "level,space", "level,collection"];

test.each(inputs.map((input) => [Object.keys(input).join(), input] as const))(
  "an invite link with the fields %j is created only with one grant",
  (names, input) => {
    if (valid.includes(names)) expect(prepare(input)).toBe(input);
    else expect(() => prepare(input)).toThrow(UsageError);
  },
);

test("the role of a guest is a role", () => {
  expect(prepare({ role: null })).toEqual({ role: null });
  expect(() => prepare({ role: null, level: "read", space: "S1" })).toThrow("--to-space");
});
