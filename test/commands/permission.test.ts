import { describe, expect, test } from "vitest";
import { commands as collection } from "../../src/commands/collection.ts";
import { commands as site } from "../../src/commands/site.ts";
import { commands as space } from "../../src/commands/space.ts";

const nouns = { collection, site, space };

describe.each(Object.entries(nouns))("without a role in a %s to change", (noun, commands) => {
  const update: unknown = Reflect.get(
    Object(Reflect.get(Object(commands.verbs.permission), "verbs")),
    "update",
  );
  const hint: unknown = Reflect.get(Object(update), "absentHint");

  test.each<[object, string, string | undefined]>([
    [{ userId: "U1" }, "Role granted to U1 not found.", "--user U1"],
    [{ teamId: "T1" }, "Role granted to T1 not found.", "--team T1"],
    [{ userId: "U1" }, "Space not found.", undefined],
  ])("%j with the error %j", (holder, message, flag) => {
    if (typeof hint !== "function") throw new Error("The command has no hint.");
    expect(hint({ [`${noun}Id`]: "ID", role: "edit", ...holder }, message)).toBe(
      flag && `To grant one: tome ${noun} permission grant ID ${flag} --role edit`,
    );
  });
});
