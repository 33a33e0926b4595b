import { describe, expect, it } from "vitest";
import type { InstallationTarget } from "../../../../src/contract/integration-values.ts";
import {
  type AcceptedPermissions,
  addPermissions,
  InstallationPermissions,
  receivesSpaceEvents,
  subtractPermissions,
} from "../../../../src/service/core/access/installation-permissions.ts";

type Scopes = AcceptedPermissions["scopes"];

function resolve(accepted: AcceptedPermissions, requested: AcceptedPermissions) {
  const permissions = InstallationPermissions.resolve({
    accepted: JSON.stringify(accepted),
    manifest: JSON.stringify({ name: "a", scopes: requested.scopes }),
    target: requested.target,
  });
  const { scopes, target, pending } = permissions;
  return { scopes, target, pending, permissions };
}

const view: Scopes = ["space:content:read"];
const both: Scopes = ["space:content:read", "site:views:read"];

describe("the permissions of an installation", () => {
  it.each<[string, AcceptedPermissions, AcceptedPermissions, unknown]>([
    [
      "are those that were accepted and are requested",
      { scopes: view, target: "all" },
      { scopes: view, target: "all" },
      { scopes: ["space:content:read"], target: "all" },
    ],
    [
      "lose what a version withdraws",
      { scopes: both, target: "all" },
      { scopes: view, target: "space" },
      { scopes: ["space:content:read"], target: "space" },
    ],
    [
      "get what a version adds when it is accepted",
      { scopes: view, target: "space" },
      { scopes: both, target: "all" },
      {
        scopes: ["space:content:read"],
        target: "space",
        pending: { scopes: ["site:views:read"], target: "all" },
      },
    ],
    [
      "get another target when it is accepted",
      { scopes: view, target: "space" },
      { scopes: view, target: "site" },
      {
        scopes: ["space:content:read"],
        target: "organization",
        pending: { scopes: [], target: "site" },
      },
    ],
    [
      "get another scope without a wider target",
      { scopes: view, target: "all" },
      { scopes: both, target: "site" },
      { scopes: ["space:content:read"], target: "site", pending: { scopes: ["site:views:read"] } },
    ],
    [
      "of an organization have no content",
      { scopes: [], target: "organization" },
      { scopes: [], target: "organization" },
      { scopes: [], target: "organization" },
    ],
  ])("%s", (_, accepted, requested, effective) => {
    const { permissions: _permissions, ...rest } = resolve(accepted, requested);
    expect(rest).toEqual(effective);
  });

  it.each<[InstallationTarget, boolean, boolean]>([
    ["all", true, true],
    ["space", true, false],
    ["site", false, true],
    ["organization", false, false],
  ])("for the target %s apply to spaces: %s, and to sites: %s", (target, space, site) => {
    const { permissions } = resolve({ scopes: view, target }, { scopes: view, target });
    expect([permissions.worksOn("space"), permissions.worksOn("site")]).toEqual([space, site]);
    expect(permissions.hearsSpaces()).toBe(space);
    expect([permissions.includes(view[0] ?? ""), permissions.includes("site:views:read")]).toEqual([
      true,
      false,
    ]);
  });

  it("events of spaces need a scope of spaces", () => {
    expect(receivesSpaceEvents({ scopes: ["site:views:read"], target: "all" })).toBe(false);
    expect(receivesSpaceEvents({ scopes: [], target: "space" })).toBe(false);
    expect(receivesSpaceEvents({ scopes: both, target: "space" })).toBe(true);
  });

  it("can be added and subtracted", () => {
    const one: AcceptedPermissions = { scopes: view, target: "space" };
    const other: AcceptedPermissions = { scopes: both, target: "site" };
    expect(addPermissions(one, other)).toEqual({ scopes: both, target: "all" });
    expect(addPermissions(one, one)).toEqual(one);
    expect(subtractPermissions(one, one)).toBe(undefined);
    expect(subtractPermissions(one, addPermissions(one, other))).toBe(undefined);
    expect(subtractPermissions(addPermissions(one, other), one)).toEqual({
      scopes: ["site:views:read"],
      target: "all",
    });
  });
});
