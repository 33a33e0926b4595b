import { expect, test } from "vitest";
import { commands } from "../../src/commands/org.ts";
import { describeResponse } from "../support/commands/verb-parts.ts";

test.each<[object, boolean]>([
  [{}, false],
  [{ emailDomains: null }, false],
  [{ emailDomains: [] }, false],
  [{ emailDomains: ["a.example"] }, true],
  [{ emailDomains: ["a.example", "b.example"] }, true],
])("a change with %j mentions domains that take effect later: %j", (input, isMentioned) => {
  expect(describeResponse(commands, "update", { id: "O1", title: "Acme" }, { ...input })).toBe(
    isMentioned
      ? 'Changed the organization "Acme" (O1). Email domains take effect once they are verified: tome org domain list'
      : undefined,
  );
});
