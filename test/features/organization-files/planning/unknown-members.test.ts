import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { refuseUnknownMembers } from "../../../../src/features/organization-files/planning/unknown-members.ts";
import type { DesiredResource } from "../../../../src/features/organization-files/resource.ts";
import {
  desired,
  organizationFolder,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const members = [
  { id: "U1", user: { email: "Ada@x.org" } },
  { id: "U2", user: { email: "bob@x.org" } },
];
const deletions = [
  step("delete", "member", "members/bob@x.org"),
  step("delete", "team", "members/ada@x.org"),
];
const team = desired("team", "teams/t", { "members/eve@x.org": "owner" });
const gone = "refers to eve@x.org, who is not a member of the organization.";

test.each<readonly [string, DesiredResource, string | undefined]>([
  ["a team member", team, gone],
  ["a member", desired("team", "teams/t", { "members/ada@x.org": "owner" }), undefined],
  ["a new member", desired("team", "teams/t", { "members/new@x.org": "owner" }), undefined],
  ["a removed entry", desired("team", "teams/t", { "members/eve@x.org": null }), undefined],
  ["a grant", desired("space", "spaces/a", { "grants/eve@x.org": "read" }), gone],
  ["a grant of a team", desired("space", "spaces/a", { "grants/teams/docs": "read" }), undefined],
  [
    "an entry of another list",
    desired("space", "spaces/a", { "members/eve@x.org": "x", "shareLinks/eve@x.org": "x" }),
    undefined,
  ],
  [
    "a merge rule",
    desired("space", "spaces/a", {
      mergeRules: { rules: [{ users: ["ada@x.org", "eve@x.org", "id:U9"] }] },
    }),
    gone,
  ],
  [
    "a removed member",
    desired("space", "spaces/a", { "grants/bob@x.org": "read" }),
    "refers to bob@x.org, who would be removed from the organization.",
  ],
])("%s", (_, one, error) => {
  const things = wanted([one, desired("member", "members/new@x.org")]);
  const check = () =>
    refuseUnknownMembers({ folder: organizationFolder(), wanted: things, members, deletions });
  if (error === undefined) expect(check()).toBeUndefined();
  else {
    expect(check).toThrow(
      new UsageError(
        "The files in org have 1 reference to users who are not members. Add them to members in people.yaml, or remove the references. No changes were made.",
        undefined,
        [`content.yaml, ${one.address}: ${one.address} ${error}`],
      ),
    );
  }
});

test.each([
  ["unknown", undefined],
  ["hidden", [...members, { id: "U3", user: {} }]],
])("nothing is refused if members are %s", (_, some) => {
  const one = { folder: organizationFolder(), wanted: wanted([team]), members: some, deletions };
  expect(refuseUnknownMembers(one)).toBeUndefined();
});
