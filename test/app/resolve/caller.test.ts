import { describe, expect, test } from "vitest";
import { describeSelfWarning, openSelf, type Self } from "../../../src/app/resolve/caller.ts";
import type { SelfWarning } from "../../../src/commands/confirm.ts";
import type { JsonValue } from "../../../src/json/values.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const me = { id: "U1", email: "Ada@Acme.Example" };

/** The user of a platform with two organizations, where U1 owns T1 of O1 and belongs to T2 of O2. */
function openUser(user: unknown = me, teams: unknown = undefined) {
  const { client, sent } = openScriptedClient(({ line }) => {
    if (line.startsWith("GET /user")) return user;
    if (/^GET \/orgs(?:\?|$)/.test(line)) return { items: [{ id: "O1" }, { id: "O2" }] };
    const [, org] = /^GET \/orgs\/(\w+)\/members\/U1\/teams/.exec(line) ?? [];
    if (org === undefined) return 404;
    if (teams !== undefined) return teams;
    const [id, role] = org === "O1" ? ["T1", "owner"] : ["T2", "member"];
    return { items: [{ team: { id }, member: { role } }] };
  });
  return { self: openSelf(async () => client), sent };
}

describe("the current user is among", () => {
  test.each<readonly [JsonValue | undefined, boolean]>([
    ["U1", true],
    ["u1", false],
    ["U2", false],
    ["Ada@Acme.Example", true],
    ["ada@acme.example", true],
    ["ADA@ACME.EXAMPLE", true],
    ["bo@acme.example", false],
    [["U2", "U1"], true],
    [["U2", "ada@acme.example"], true],
    [["U2", "U3"], false],
    [[7, "U1"], true],
  ])("%j: %j", async (people, expected) => {
    const { self, sent } = openUser();
    expect(await self.isAmong(people)).toBe(expected);
    expect(await self.isAmong(people)).toBe(expected);
    expect(sent).toEqual(["GET /user"]);
  });

  test.each<JsonValue | undefined>([undefined, null, [], 7, {}, [null]])(
    "no users, without a request: %j",
    async (people) => {
      const { self, sent } = openUser();
      expect(await self.isAmong(people)).toBe(false);
      expect(sent).toEqual([]);
    },
  );

  test.each([{ id: "U1" }, { id: "U1", email: null }])(
    "others without an email: %j",
    async (user) => {
      const { self } = openUser(user);
      expect(await self.isAmong("null")).toBe(false);
      expect(await self.isAmong("U1")).toBe(true);
    },
  );

  test.each([401, 403, 404])("nobody if the platform refuses the user with %i", async (status) => {
    const { self } = openUser(status);
    expect(await self.isAmong(["U1", "ada@acme.example"])).toBe(false);
    expect(await self.roleIn("T1", { organizationId: "O1" })).toBeUndefined();
  });
});

describe("the role in a team", () => {
  test.each([
    ["T1", "O1", "owner"],
    ["T2", "O1", undefined],
    ["T2", "O2", "member"],
    ["T1", undefined, "owner"],
    ["T2", undefined, "member"],
    ["T3", undefined, undefined],
  ])("%s of %s is %s", async (team, organizationId, role) => {
    const { self, sent } = openUser();
    const input = organizationId === undefined ? {} : { organizationId };
    expect(await self.roleIn(team, input)).toBe(role);
    const count = sent.length;
    expect(await self.roleIn(team, input)).toBe(role);
    expect(sent).toHaveLength(count);
    expect(count).toBe(organizationId === undefined ? 4 : 2);
  });

  test("is read separately for each organization", async () => {
    const { self } = openUser();
    expect(await self.roleIn("T1", { organizationId: "O2" })).toBeUndefined();
    expect(await self.roleIn("T1", { organizationId: "O1" })).toBe("owner");
  });

  test.each<JsonValue | undefined>([undefined, null, 7, ["T1"]])(
    "is unknown for %j",
    async (team) => {
      const { self, sent } = openUser();
      expect(await self.roleIn(team, { organizationId: "O1" })).toBeUndefined();
      expect(sent).toEqual(["GET /user"]);
    },
  );

  test("is unknown if the platform refuses the list", async () => {
    const { self } = openUser(me, 403);
    expect(await self.roleIn("T1", { organizationId: "O1" })).toBeUndefined();
  });
});

describe("a warning", () => {
  const people = (warning: string, owning?: string): SelfWarning => ({
    warning,
    people: ({ userId }) => userId,
    ...(owning !== undefined && { owning: () => owning }),
  });
  const team = (warning: string, id: string): SelfWarning => ({ warning, team: () => id });
  const input = { userId: "ada@acme.example", organizationId: "O1" };
  const others = { ...input, userId: "U2" };
  test.each([
    ["the user", [people("You.")], input, "You."],
    ["another user", [people("You.")], others, undefined],
    ["an owner of the team", [people("You.", "T1")], input, "You."],
    ["a user without this role", [people("You.", "T2")], input, undefined],
    ["a team of the user", [team("Yours.", "T1")], others, "Yours."],
    ["another team", [team("Yours.", "T2")], others, undefined],
    [
      "several, the first of which applies",
      [team("A.", "T2"), people("B."), team("C.", "T1")],
      input,
      "B.",
    ],
    ["nothing", [], input, undefined],
  ])("about %s", async (_, selfWarnings, given, warning) => {
    const self: Self = openUser().self;
    expect(await describeSelfWarning({ selfWarnings }, given, self)).toBe(warning);
  });

  test.each([
    [{ O1: "member" }, undefined],
    [{ O1: "owner" }, "You."],
  ])("about owners needs the role owner: %j", async ({ O1: role }, warning) => {
    const { self } = openUser(me, { items: [{ team: { id: "T1" }, member: { role } }] });
    expect(await describeSelfWarning({ selfWarnings: [people("You.", "T1")] }, input, self)).toBe(
      warning,
    );
  });
});
