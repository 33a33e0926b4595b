import { expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { ResourceIds } from "../../../src/features/organization-files/ids.ts";

const members = [
  { id: "U1", user: { email: "Ada@X.org" } },
  { id: "U2", user: { email: "" } },
  { id: "U3" },
];

test("addresses and ids lead to each other", () => {
  const ids = new ResourceIds(members);
  ids.set("space", "spaces/a", "S1");
  ids.addSpecifications(
    new Map([
      ["specs/pets", { kind: "specification" }],
      ["spaces/b", { kind: "space" }],
    ]),
  );
  expect([
    ids.findId("spaces/a"),
    ids.findId("id:S9"),
    ids.findId("spaces/b"),
    ids.findId("specs/pets"),
  ]).toEqual(["S1", "S9", undefined, "pets"]);
  expect([
    ids.getAddress("space", "S1"),
    ids.getAddress("team", "S1"),
    ids.getAddress("specification", "new"),
  ]).toEqual(["spaces/a", "id:S1", "specs/new"]);
  expect([
    ids.findId("members/ada@x.org"),
    ids.getAddress("member", "U1"),
    ids.getAddress("member", "U2"),
  ]).toEqual(["U1", "members/ada@x.org", "id:U2"]);
  expect([ids.getEmail("U1"), ids.getEmail("U2")]).toEqual(["ada@x.org", "id:U2"]);
  expect([ids.getUser("ada@x.org"), ids.getUser("id:U9")]).toEqual(["U1", "U9"]);
  expect(ids.need("spaces/a")).toBe("S1");
  expect(() => ids.need("spaces/b")).toThrow(
    new ApiError(409, "spaces/b does not exist on the platform yet."),
  );
  expect(() => ids.getUser("eve@x.org")).toThrow(
    new ApiError(409, "eve@x.org is not a member of the organization."),
  );
});

test("an address with another id no longer belongs to the first one", () => {
  const ids = new ResourceIds([]);
  ids.set("space", "spaces/a", "S1");
  ids.set("space", "spaces/a", "S1");
  expect(ids.getAddress("space", "S1")).toBe("spaces/a");
  ids.set("space", "spaces/a", "S2");
  expect([
    ids.getAddress("space", "S1"),
    ids.getAddress("space", "S2"),
    ids.findId("spaces/a"),
  ]).toEqual(["id:S1", "spaces/a", "S2"]);
  ids.forget("spaces/a");
  expect([ids.findId("spaces/a"), ids.getAddress("space", "S2")]).toEqual([undefined, "spaces/a"]);
});

test("a copy has everything and is independent", () => {
  const ids = new ResourceIds(members);
  ids.set("space", "spaces/a", "S1");
  const copy = ids.copy();
  expect([
    copy.findId("spaces/a"),
    copy.getAddress("space", "S1"),
    copy.getEmail("U1"),
    copy.getUser("ada@x.org"),
  ]).toEqual(["S1", "spaces/a", "ada@x.org", "U1"]);
  copy.set("space", "spaces/b", "S2");
  copy.addMember("bob@x.org", "U5");
  expect([ids.findId("spaces/b"), ids.getAddress("space", "S2"), ids.getEmail("U5")]).toEqual([
    undefined,
    "id:S2",
    "id:U5",
  ]);
  expect([copy.findId("members/bob@x.org"), copy.getUser("bob@x.org")]).toEqual(["U5", "U5"]);
});
