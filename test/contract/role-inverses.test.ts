import { expect, test } from "vitest";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { readState } from "../../src/history/state.ts";
import type { JsonObject } from "../../src/json/values.ts";

const names = {
  organizationId: "O1",
  teamId: "T1",
  spaceId: "S1",
  collectionId: "C1",
  siteId: "W1",
};
const member = {
  organization: { id: "U1", user: { email: "Ada@A.example" } },
  team: { role: "owner" },
};
const user = { user: { id: "U1" }, permission: "edit" };
const team = { team: { id: "T2" }, permission: "read" };

/** Lists of the API as it returns them, by their paths. */
const lists: Readonly<Record<string, JsonObject>> = {
  "/orgs/O1/teams/T1/members": member,
  "/spaces/S1/permissions/users": user,
  "/spaces/S1/permissions/teams": team,
  "/collections/C1/permissions/users": user,
  "/collections/C1/permissions/teams": team,
  "/orgs/O1/sites/W1/permissions/users": user,
  "/orgs/O1/sites/W1/permissions/teams": team,
};

test.each([
  ["addMemberToOrganizationTeamById", { userId: "U1" }, { users: { U1: "owner" } }],
  ["deleteMemberFromOrganizationTeamById", { userId: "U1" }, { users: { U1: "owner" } }],
  [
    "updateMembersInOrganizationTeam",
    { memberships: { "ada@a.EXAMPLE": "member" }, add: ["U2"] },
    { users: { "ada@a.EXAMPLE": "owner", U2: "none" }, ids: { "ada@a.EXAMPLE": "U1" } },
  ],
  ...["Space", "Collection", "Site"].flatMap((named): [string, JsonObject, JsonObject][] => [
    [
      `inviteTo${named}`,
      { users: ["U1", "U2"], teams: ["T2"] },
      { users: { U1: "edit", U2: "none" }, teams: { T2: "read" } },
    ],
    [`updateUserPermissionIn${named}`, { userId: "U1" }, { users: { U1: "edit" } }],
    [`removeUserFrom${named}`, { userId: "U1" }, { users: { U1: "edit" } }],
  ]),
])("%s with %j changes the roles %j", async (operation, input, state) => {
  const endpoint = everyOperation.find((one) => one.operation === operation);
  const inverse = findInverse(operation);
  if (endpoint === undefined || inverse === undefined || !("how" in inverse)) {
    throw new Error(`${operation} has no inverse.`);
  }
  const read = async (path: string) => {
    const item = lists[path.replace(/\?.*$/, "")];
    return { items: item === undefined ? [] : [item] };
  };
  const about = { endpoint, input: { ...names, ...input } };
  // A role in a team is not the team itself.
  const { teamId: _, ...withoutTeam } = about.input;
  const isOfTeam = operation.includes("OrganizationTeam");
  const target = await readState(
    inverse,
    isOfTeam ? about : { ...about, input: withoutTeam },
    read,
  );
  expect(target?.state).toMatchObject(state);
});
