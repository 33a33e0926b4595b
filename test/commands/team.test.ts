import { describe, expect, test } from "vitest";
import { commands } from "../../src/commands/team.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { prepareInput } from "../support/commands/verb-parts.ts";

describe("team add sends", () => {
  const [owner, member] = [{ role: "owner" }, { role: "member" }];

  test.each<readonly [string, JsonObject, JsonObject]>([
    ["members without a role", { add: ["U1", "U2"] }, { add: ["U1", "U2"] }],
    [
      "one role for all added members",
      { add: ["U1", "U2"], role: "owner" },
      { add: ["U1", "U2"], memberships: { U1: owner, U2: owner } },
    ],
    [
      "the roles of other members",
      { add: ["U1"], role: "owner", memberships: { U2: member } },
      { add: ["U1"], memberships: { U2: member, U1: owner } },
    ],
    [
      "the role of the flag for an added member with another role",
      { add: ["U1"], role: "owner", memberships: { U1: member } },
      { add: ["U1"], memberships: { U1: owner } },
    ],
    ["no roles for no members", { role: "owner" }, { memberships: {} }],
    [
      "the roles of the input without the flag",
      { add: ["U1"], memberships: { U1: member } },
      { add: ["U1"], memberships: { U1: member } },
    ],
    [
      "no memberships that are null",
      { add: ["U1"], role: "member", memberships: null },
      { add: ["U1"], memberships: { U1: member } },
    ],
  ])("%s", (_, input, sent) => {
    expect(prepareInput(commands, "add", { teamId: "T1", ...input })).toEqual({
      teamId: "T1",
      ...sent,
    });
  });
});
