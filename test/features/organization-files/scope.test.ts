import { describe, expect, test } from "vitest";
import type { ResourceKind } from "../../../src/features/organization-files/resource.ts";
import { readAhead, resolveScope } from "../../../src/features/organization-files/scope.ts";
import { lock, openLivePlatform } from "../../support/organizations/live-platform.ts";
import { desired, resourceIds, wanted } from "../../support/organizations/plan-parts.ts";

describe("resolveScope", () => {
  const scope = (things: Parameters<typeof wanted>[0], records: typeof lock = new Map()) => {
    const { kinds, extras } = resolveScope(wanted(things), records, resourceIds(lock));
    const list = (kind: ResourceKind, id: string) => [...extras(kind, id)].sort();
    return {
      kinds: [...kinds].sort(),
      space: list("space", "S1"),
      site: list("site", "X1"),
      team: list("team", "T1"),
      section: list("section", "P1"),
    };
  };
  const none = { kinds: [], space: [], site: [], team: [], section: [] };

  test("has the parts that the files and the lock manage", () => {
    expect(scope([])).toEqual(none);
    expect(scope([desired("space", "spaces/a", { title: "A" })])).toEqual({
      ...none,
      kinds: ["space"],
    });
    expect(
      scope([desired("space", "spaces/a", { git: null, "grants/teams/docs": "read" })]),
    ).toEqual({ ...none, kinds: ["space"], space: ["git", "grants"] });
    expect(scope([desired("team", "teams/docs", {}, { lists: new Set(["members"]) })])).toEqual({
      ...none,
      kinds: ["team"],
      team: ["members"],
    });
    expect(
      scope([
        desired("site", "sites/s", {
          order: [],
          "shareLinks/a": true,
          "customization/a.b": 1,
          "redirects//a": null,
        }),
      ]),
    ).toEqual({
      ...none,
      kinds: ["site"],
      site: ["customization", "redirects", "shareLinks", "structure"],
    });
    expect(
      scope([desired("site", "sites/s", { "automaticRedirects//a": "b", default: null })]),
    ).toMatchObject({ site: ["redirects", "structure"] });
    expect(scope([desired("section", "sites/s/p", { order: [] })])).toEqual({
      ...none,
      kinds: ["site"],
      site: ["structure"],
    });
    expect(scope([desired("space", "spaces/new", { git: null })])).toEqual({
      ...none,
      kinds: ["space"],
    });
    expect(scope([], lock)).toEqual({
      ...none,
      kinds: ["site", "space", "team"],
      space: ["git", "grants"],
      site: ["structure"],
    });
  });
});

test("requests for the lock are sent ahead, members always", async () => {
  const { reading, lines } = openLivePlatform({});
  readAhead(reading, lock);
  await reading.members();
  await reading.teams();
  await reading.spaces();
  await reading.sites();
  expect(lines().toSorted()).toEqual(
    expect.arrayContaining([
      "GET /orgs/O1/members",
      "GET /orgs/O1/teams",
      "GET /orgs/O1/spaces",
      "GET /orgs/O1/sites",
    ]),
  );
  expect(lines()).not.toContain("GET /orgs/O1/collections");
  expect(lines()).not.toContain("GET /orgs/O1/webhooks");
});
