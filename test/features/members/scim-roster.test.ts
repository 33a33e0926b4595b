import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { parseScim, parseScimRoster } from "../../../src/features/members/scim-roster.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";

const help = "tome member sync --help";
const none = "No members were changed.";
const user = (more: JsonObject = {}): JsonObject => ({ userName: "ada@x.org", ...more });
const response = (resources: JsonValue, more: JsonObject = {}): JsonObject => ({
  Resources: resources,
  totalResults: Array.isArray(resources) ? resources.length : 0,
  ...more,
});
const parse = (...resources: readonly JsonObject[]) =>
  parseScimRoster(response(resources), "r.json");
const one = (more: JsonObject) => parse(user(more)).people[0];

describe("parseScim", () => {
  test.each([
    ['{"Resources": []}', true],
    [' \n{ "resources": [] }', true],
    ['{"email": "ada@x.org"}', false],
    ["email\nada@x.org", false],
    ["[]", false],
    ["{}", false],
    ['{"email": "a@x.org"}\n{"email": "b@x.org"}', false],
    ['{"email": "a@x.org",', false],
    // A record of NDJSON may have these words.
    ['{"schemas": 1}\n{"schemas": 2', false],
  ])("%j is a response: %s", (text, isResponse) => {
    expect(parseScim(text, "r.json") !== undefined).toBe(isResponse);
  });

  test.each([
    ['{"schemas": []}', `r.json is a SCIM response without Resources. ${none}`],
    ['{"totalResults": 0}', `r.json is a SCIM response without Resources. ${none}`],
    ['{"totalResults": 2, "Resources": [', `r.json is truncated: its JSON is incomplete. ${none}`],
    ['{"SCHEMAS": [', `r.json is truncated: its JSON is incomplete. ${none}`],
    ['{"resources": [{"a": 1}', `r.json is truncated: its JSON is incomplete. ${none}`],
  ])("%j is refused", (text, message) => {
    expect(() => parseScim(text, "r.json")).toThrow(message);
  });

  test("an attribute that is present twice is refused", () => {
    expect(() => parseScim('{"Resources": [1], "Resources": [2]}', "r.json")).toThrow(
      /^r\.json is invalid: .* No members were changed\.$/,
    );
  });
});

describe("a response", () => {
  test.each<readonly [JsonObject, string]>([
    [response({}), "Resources in r.json must be a list of objects."],
    [response([user(), "ada"]), "Resources in r.json must be a list of objects."],
    [response([user()], { totalResults: "1" }), 'r.json: totalResults must be a number, not "1".'],
    [
      response([user()], { totalResults: 2 }),
      `r.json contains 1 of 2 users. Save all users in one ListResponse. ${none}`,
    ],
    [
      { Resources: [user()] },
      `r.json contains 1 of an unknown number of users. Save all users in one ListResponse. ${none}`,
    ],
    [
      response([user()], { startIndex: 2 }),
      `r.json is one page of a list: it starts at user 2. Save all users in one ListResponse. ${none}`,
    ],
    [
      response([user()], { startIndex: "x" }),
      `r.json is one page of a list: it starts at user "x". Save all users in one ListResponse. ${none}`,
    ],
    [
      response([user()], { nextCursor: "a" }),
      `r.json is one page of a list: it has a cursor. Save all users in one ListResponse. ${none}`,
    ],
    [
      response([user()], { previousCursor: "a" }),
      `r.json is one page of a list: it has a cursor. Save all users in one ListResponse. ${none}`,
    ],
  ])("%j is refused", (answer, message) => {
    expect(() => parseScimRoster(answer, "r.json")).toThrow(new UsageError(message, help));
  });

  test.each([
    { startIndex: 1 },
    { startIndex: 0 },
    { startIndex: "1" },
    { nextCursor: "", previousCursor: null },
  ])("with %j is complete", (more) => {
    expect(parseScimRoster(response([user()], more), "r.json").people).toHaveLength(1);
  });

  test("counts resources of other types, and names unused attributes", () => {
    const core = "urn:ietf:params:scim:schemas:core:2.0";
    const { people, otherResources, unusedAttributes } = parse(
      user({
        schemas: [`${core}:User`],
        meta: { resourceType: "User" },
        status: "x",
        "urn:other:2.0:X": {},
        [`${core}:User:Title`]: "t",
      }),
      { schemas: [`${core}:Group`], displayName: "Docs" },
      { meta: { resourceType: "Group" }, schemas: `${core}:Group` },
      { schemas: ["urn:example:Other", `${core}:Role`] },
      user({ userName: "b@x.org", status: "y", [`${core}:User:Color`]: "c" }),
    );
    expect(people.map(({ email, at }) => [email, at])).toEqual([
      ["ada@x.org", "r.json, resource 1"],
      ["b@x.org", "r.json, resource 5"],
    ]);
    expect([...otherResources]).toEqual([
      ["Group", 2],
      ["Role", 1],
    ]);
    expect(unusedAttributes).toEqual(["status", `${core}:User:Color`]);
  });

  test.each<readonly [JsonObject, string]>([
    [
      {
        schemas: [
          "urn:ietf:params:scim:schemas:core:2.0:User",
          "urn:ietf:params:scim:schemas:core:2.0:Group",
        ],
      },
      `r.json, resource 1 is both a User and a Group. ${none}`,
    ],
    [
      { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], meta: { resourceType: "Group" } },
      `r.json, resource 1 is both a User and a Group. ${none}`,
    ],
    [{ members: [] }, `r.json, resource 1 has members and no type, so it may be a group. ${none}`],
    [
      { userName: "ada@x.org", USERNAME: "b@x.org" },
      `r.json, resource 1 has the attribute userName 2 times (userName, USERNAME). ${none}`,
    ],
    [
      { "urn:ietf:params:scim:schemas:core:2.0:User": { userName: "ada@x.org" } },
      `r.json, resource 1 has attributes in urn:ietf:params:scim:schemas:core:2.0:User, which must be at its top level. ${none}`,
    ],
    [
      user({
        emails: [
          { value: "a@x.org", primary: true },
          { value: "b@x.org", primary: "True" },
        ],
      }),
      `r.json, resource 1: emails: two values are primary. ${none}`,
    ],
    [
      user({ emails: ["a@x.org"] }),
      `r.json, resource 1: emails: "a@x.org" must be an object. ${none}`,
    ],
    [user({ groups: ["Docs"] }), `r.json, resource 1: groups: "Docs" must be an object. ${none}`],
    [user({ roles: ["edit"] }), `r.json, resource 1: roles: "edit" must be an object. ${none}`],
    [
      user({ active: "yes" }),
      `r.json, resource 1: active must be true or false, not "yes". ${none}`,
    ],
    [user({ active: 1 }), `r.json, resource 1: active must be true or false, not 1. ${none}`],
    [user({ active: null }), `r.json, resource 1: active must be true or false, not null. ${none}`],
    [{}, `r.json, resource 1 has no email. ${none}`],
    [{ userName: "ada" }, `r.json, resource 1 has an invalid email: "ada". ${none}`],
  ])("the resource %j is refused", (resource, message) => {
    expect(() => parse(resource)).toThrow(new UsageError(message, help));
  });

  test("a group without a name is refused", () => {
    expect(() => parse(user({ groups: [{ display: "" }] }))).toThrow(
      `r.json, resource 1: a group has neither display nor value. ${none}`,
    );
  });

  test("members with a type may have members", () => {
    expect(parse(user({ meta: { resourceType: "user" }, members: [] })).people).toHaveLength(1);
  });
});

describe("a user", () => {
  const emails = (...values: readonly JsonObject[]) => ({ emails: values });
  test.each<readonly [JsonObject, string]>([
    [{}, "ada@x.org"],
    [emails({ value: "b@x.org", primary: true }, { value: "c@x.org", type: "work" }), "b@x.org"],
    [emails({ value: "c@x.org", type: "work" }, { value: "b@x.org", PRIMARY: "true" }), "b@x.org"],
    [emails({ value: "c@x.org", type: "work" }, { value: "ADA@x.org" }), "ada@x.org"],
    [emails({ value: "b@x.org", type: "home" }, { value: "c@x.org", type: "Work" }), "c@x.org"],
    [emails({ value: "b@x.org", type: "home" }, { value: "c@x.org", type: "other" }), "b@x.org"],
    [emails({ type: "work" }), "ada@x.org"],
    [{ emails: [] }, "ada@x.org"],
    [{ userName: "", ...emails({ value: "" }, { value: "c@x.org", type: "work" }) }, "c@x.org"],
  ])("with %j has the email %s", (more, email) => {
    expect(one(more)?.email).toBe(email);
  });

  test.each<readonly [JsonObject, object]>([
    [{}, { teams: undefined, hasEmptyTeams: false }],
    [{ groups: [] }, { teams: [], hasEmptyTeams: false }],
    [{ groups: null }, { teams: [], hasEmptyTeams: true }],
    [{ groups: "" }, { teams: [], hasEmptyTeams: true }],
    [
      { groups: [{ display: "Docs", value: "1" }, { value: "2" }] },
      { teams: ["Docs", "2"], hasEmptyTeams: false },
    ],
    [{ active: false }, { active: false, hasActive: true }],
    [{ active: "False" }, { active: false, hasActive: true }],
    [{ Active: "TRUE" }, { active: true, hasActive: true }],
    [{}, { active: true, hasActive: false, sso: false, role: undefined, id: undefined }],
    [{ id: "R1" }, { id: "R1" }],
    [{ roles: [{ value: "Edit" }] }, { role: "edit" }],
    [{ roles: [{ value: "read" }, { value: "admin", primary: true }] }, { role: "admin" }],
    [{ roles: [{ value: "guest" }] }, { role: null }],
    [{ roles: [{ value: "Team Lead" }] }, { role: undefined }],
    [{ displayName: "Ada", name: { formatted: "A" } }, { displayName: "Ada" }],
    [{ displayName: "", name: { formatted: "Ada L", givenName: "A" } }, { displayName: "Ada L" }],
    [{ name: { givenName: "Ada", familyName: "L" } }, { displayName: "Ada L" }],
    [{ name: { familyName: "L" } }, { displayName: "L" }],
    [{ "urn:ietf:params:scim:schemas:core:2.0:User:displayName": "Ada" }, { displayName: "Ada" }],
  ])("with %j is %j", (more, expected) => {
    expect(one(more)).toMatchObject(expected);
  });
});
