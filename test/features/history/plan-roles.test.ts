/** The requests that restore roles and redirects. */
import { describe, expect, test } from "vitest";
import type { Inverse } from "../../../src/contract/inverse.ts";
import { findInverse } from "../../../src/contract/inverses.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { operations, plan } from "./planned-write.ts";

describe("changed roles", () => {
  const inverse: Inverse = {
    how: "roles",
    users: {
      list: "/spaces/{spaceId}/permissions/users",
      id: "user.id",
      email: "user.email",
      role: "permission",
      give: "inviteToSpace",
      take: "removeUserFromSpace",
    },
    teams: {
      list: "/spaces/{spaceId}/permissions/teams",
      id: "team.id",
      role: "permission",
      give: "inviteToSpace",
      take: "removeTeamFromSpace",
    },
  };
  const users = (...roles: readonly (readonly [string, string])[]) => ({
    items: roles.map(([id, permission]) => ({
      user: { id, email: `${id}@x.example` },
      permission,
    })),
  });
  const change = (
    before: JsonObject,
    after: JsonObject,
    current: JsonValue,
    input: JsonObject = {},
  ) =>
    plan({
      operation: "inviteToSpace",
      input: { spaceId: "S1", users: ["U1", "U2", "U3"], teams: ["T1"], ...input },
      entry: { before, after },
      inverse,
      responses: {
        "/spaces/S1/permissions/users": current,
        "/spaces/S1/permissions/teams": { items: [{ team: { id: "T1" }, permission: "edit" }] },
      },
    });

  test("are given back, one request for each role, and taken from others", async () => {
    const before = { users: { U1: "read", U2: "none", U3: "read" }, teams: { T1: "none" } };
    const after = { users: { U1: "edit", U2: "edit", U3: "edit" }, teams: { T1: "edit" } };
    const current = users(["U1", "edit"], ["U2", "edit"], ["U3", "edit"]);
    expect(await change(before, after, current)).toMatchObject({
      says: "in space S1, give U1 the role read, U2 no role, U3 the role read, T1 no role",
      requests: [
        ["removeUserFromSpace", { spaceId: "S1", userId: "U2" }],
        ["inviteToSpace", { spaceId: "S1", role: "read", users: ["U1", "U3"] }],
        ["removeTeamFromSpace", { spaceId: "S1", teamId: "T1" }],
      ],
      changed: [],
      notes: [],
      deletes: false,
    });
  });

  test("that changed since are named, and those that are back are left", async () => {
    const before = { users: { U1: "read", U2: "read" }, teams: { T1: "edit" } };
    const after = { users: { U1: "edit", U2: "edit" }, teams: { T1: "edit" } };
    const result = await change(before, after, users(["U1", "admin"], ["U2", "read"]));
    expect(result).toMatchObject({
      says: "in space S1, give U1 the role read",
      requests: [["inviteToSpace", { spaceId: "S1", role: "read", users: ["U1"] }]],
      changed: ["the role of U1"],
    });
  });

  test("that are all back are left", async () => {
    const before = { users: { U1: "read" }, teams: { T1: "edit" } };
    expect(await change(before, before, users(["U1", "read"]))).toMatchObject({
      says: "leave the roles in space S1 unchanged",
      requests: [],
      changed: [],
    });
  });

  test("of a user who was named by email are taken by id", async () => {
    const email = "u1@x.example";
    const input = { users: [email], teams: [] };
    const current = { items: [{ user: { id: "U1", email: "U1@x.example" }, permission: "edit" }] };
    const now = await change(
      { users: { [email]: "none" } },
      { users: { [email]: "edit" } },
      current,
      input,
    );
    expect(now.requests).toEqual([["removeUserFromSpace", { spaceId: "S1", userId: "U1" }]]);
    const before = { users: { [email]: "read" }, ids: { [email]: "U7" } };
    const gone = await change(before, { users: { [email]: "edit" } }, { items: [] }, input);
    expect(gone.requests).toEqual([
      ["inviteToSpace", { spaceId: "S1", role: "read", users: ["U7"] }],
    ]);
    const unknown = await change({ users: { [email]: "read" } }, {}, { items: [] }, input);
    expect(unknown.requests).toEqual([
      ["inviteToSpace", { spaceId: "S1", role: "read", users: [email] }],
    ]);
  });
});

describe("changed redirects", () => {
  const inverse: Inverse = {
    how: "redirects",
    look: "/orgs/{organizationId}/sites/{siteId}/redirects",
    by: "upsertSiteRedirects",
  };
  const operation = [...operations.keys()].find((name) => {
    const known = findInverse(name);
    return known !== undefined && "how" in known && known.how === "redirects";
  });
  const known = operation === undefined ? undefined : findInverse(operation);
  const by = known && "how" in known && known.how === "redirects" ? known.by : "";
  const redirect = (source: string, to: string) => ({
    source,
    destination: { kind: "external", url: to },
  });

  test("are restored at most a batch at once, and named up to three", async () => {
    const sources = ["/a", "/b", "/c", "/d"];
    const before = Object.fromEntries(
      sources.map((source, at) => [
        `live =${source}`,
        at === 0 ? null : redirect(source, "https://old"),
      ]),
    );
    const now = sources.map((source) => redirect(source, "https://new"));
    const after = Object.fromEntries(now.map((one) => [`live =${one.source}`, one]));
    const result = await plan({
      operation: operation ?? "",
      input: { organizationId: "O1", siteId: "D1", redirects: now },
      entry: { before, after: { ...after, "live =/b": redirect("/b", "https://own") } },
      inverse: { ...inverse, by },
      responses: { "/orgs/O1/sites/D1/redirects": { items: now } },
    });
    expect(result).toMatchObject({
      says: "restore the redirects from /a, /b, /c and 1 more",
      changed: ["the redirect from /b"],
      notes: [],
      deletes: false,
    });
    expect(result.requests).toEqual([
      [
        by,
        {
          organizationId: "O1",
          siteId: "D1",
          redirects: [
            { source: "/a", intent: "live", destination: null },
            ...sources
              .slice(1)
              .map((source) => ({ ...redirect(source, "https://old"), intent: "live" })),
          ],
        },
      ],
    ]);
  });

  test("that are back need no request", async () => {
    const one = redirect("/a", "https://old");
    const result = await plan({
      operation: operation ?? "",
      input: { organizationId: "O1", siteId: "D1", redirects: [one] },
      entry: { before: { "live =/a": one }, after: {} },
      inverse: { ...inverse, by },
      responses: { "/orgs/O1/sites/D1/redirects": { items: [one] } },
    });
    expect(result).toMatchObject({ requests: [], changed: [] });
  });
});
