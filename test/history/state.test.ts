import { describe, expect, test } from "vitest";
import type { Inverse, Opposite } from "../../src/contract/inverse.ts";
import * as member from "../../src/contract/member.ts";
import * as space from "../../src/contract/space.ts";
import { ApiError, NetworkError } from "../../src/errors.ts";
import {
  computeDifferences,
  isAbsent,
  isSame,
  listHolders,
  listSentFields,
  readState,
  selectFields,
  toOppositeState,
  type WriteRequest,
} from "../../src/history/state.ts";
import { computeRolesAfter, readStateAfter } from "../../src/history/state-after.ts";
import type { JsonObject, JsonValue } from "../../src/json/values.ts";

type Responses = Readonly<Record<string, JsonValue | Error>>;

function open(responses: Responses) {
  const paths: string[] = [];
  const read = async (path: string) => {
    paths.push(path);
    const value = responses[path];
    if (value instanceof Error) throw value;
    return value;
  };
  return { paths, read };
}

const about = (
  input: JsonObject,
  endpoint: WriteRequest["endpoint"] = space.update,
): WriteRequest => ({ endpoint, input });
const fields: Inverse = {
  how: "fields",
  look: "/spaces/{spaceId}",
  members: { emoji: "mark.code" },
  untold: { language: "No response has it." },
};

describe("the state before a write", () => {
  test("has the body fields of the operation that the platform returns", async () => {
    const target = {
      id: "S1",
      title: "Guide",
      mark: { code: "1f600" },
      language: "de",
      editMode: null,
      urls: {},
    };
    const { read } = open({ "/spaces/S1": target });
    const state = { title: "Guide", emoji: "1f600", editMode: null };
    expect(await readState(fields, about({ spaceId: "S1" }), read)).toEqual({
      state,
      title: "Guide",
    });
    expect(selectFields(fields, space.update, target)).toEqual(state);
    const sent = { spaceId: "S1", title: "New", emoji: "x", language: "fr", unknown: 1 };
    expect(listSentFields(fields, about(sent))).toEqual(["title", "emoji"]);
  });

  const opposite = (makes: Opposite["makes"]): Opposite => ({
    how: "opposite",
    by: "x",
    look: "/spaces/{spaceId}",
    makes,
  });
  test.each<readonly [string, Opposite["makes"], JsonValue | Error, object | Error]>([
    ["an existing resource", "absent", { title: "A" }, { state: { absent: false }, title: "A" }],
    [
      "a deleted resource",
      "absent",
      { title: "A", deletedAt: "2026" },
      { state: { absent: true }, title: "A" },
    ],
    ["a missing resource", "present", new ApiError(404, "x"), { state: { absent: true } }],
    ["a gone resource", "absent", new ApiError(410, "x"), { state: { absent: true } }],
    ["a refused read", "absent", new ApiError(403, "x"), new ApiError(403, "x")],
    [
      "members",
      { published: true, "a.b": true },
      { title: "A", published: false },
      { state: { published: false, "a.b": null }, title: "A" },
    ],
    [
      "members of a missing resource",
      { published: true },
      new ApiError(404, "x"),
      new ApiError(404, "x"),
    ],
  ])("of an operation with an opposite: %s", async (_, makes, response, expected) => {
    const done = readState(
      opposite(makes),
      about({ spaceId: "S1" }),
      open({ "/spaces/S1": response }).read,
    );
    if (expected instanceof Error) await expect(done).rejects.toThrow(expected);
    else expect(await done).toEqual(expected);
  });

  test.each<readonly [Opposite["makes"], JsonObject]>([
    ["absent", { absent: true }],
    ["present", { absent: false }],
    [{ published: true }, { published: true }],
  ])("the state that makes %j", (makes, state) => {
    expect(toOppositeState(opposite(makes))).toEqual(state);
  });

  test("of a creation is unknown", async () => {
    const creation: Inverse = {
      how: "delete",
      by: "x",
      look: "/x",
      named: { field: "spaceId", member: "id" },
    };
    const { read, paths } = open({});
    expect(await readState(creation, about({}), read)).toBeUndefined();
    expect(paths).toEqual([]);
  });
});

describe("roles", () => {
  const list = {
    list: "/spaces/{spaceId}/users",
    id: "user.id",
    email: "user.email",
    role: "permission",
    give: "g",
    take: "t",
  } as const;
  const inverse: Inverse = {
    how: "roles",
    users: list,
    teams: {
      list: "/spaces/{spaceId}/teams",
      id: "team.id",
      role: "permission",
      give: "g",
      take: "t",
    },
  };
  const row = (id: string, permission: string | null, email = `${id}@x.org`) => ({
    user: { id, email },
    permission,
  });

  test("are those of the users and teams of the write, until all are found", async () => {
    const { read, paths } = open({
      "/spaces/S1/users?limit=1000": {
        items: [
          row("U9", "admin"),
          row("U1", "read"),
          row("U2", null, "Ada@X.org"),
          row("U1", "edit"),
        ],
        next: { page: "p" },
      },
      "/spaces/S1/users?limit=1000&page=p": { items: [row("U3", "create")], next: { page: "q" } },
      "/spaces/S1/teams?limit=1000": { items: [{ team: { id: "T1" }, permission: "edit" }] },
    });
    const input = { spaceId: "S1", users: ["U1", "ada@x.org", "U3"], teams: ["T1", "T2"] };
    expect(await readState(inverse, about(input), read)).toEqual({
      state: {
        users: { U1: "read", "ada@x.org": null, U3: "create" },
        teams: { T1: "edit", T2: "none" },
        ids: { "ada@x.org": "U2" },
      },
    });
    expect(paths).toEqual([
      "/spaces/S1/users?limit=1000",
      "/spaces/S1/users?limit=1000&page=p",
      "/spaces/S1/teams?limit=1000",
    ]);
  });

  test("without teams or users read only one list", async () => {
    const one = open({});
    expect(await readState(inverse, about({ spaceId: "S1", userId: "U1" }), one.read)).toEqual({
      state: { users: { U1: "none" } },
    });
    expect(one.paths).toEqual(["/spaces/S1/users?limit=1000"]);
    const { teams: _, ...alone } = inverse;
    const other = open({});
    expect(await readState(alone, about({ spaceId: "S1", teamId: "T1" }), other.read)).toEqual({
      state: {},
    });
    expect(other.paths).toEqual([]);
    const { email: __, ...byId } = list;
    const ids = open({
      "/spaces/S1/users?limit=1000": { items: [row("U2", "read", "ada@x.org")] },
    });
    expect(
      await readState(
        { how: "roles", users: byId },
        about({ spaceId: "S1", users: ["ada@x.org"] }),
        ids.read,
      ),
    ).toEqual({ state: { users: { "ada@x.org": "none" } } });
  });

  test("name users and teams in every field of a write, once", () => {
    const input = {
      userId: "U1",
      users: ["U2", "U1", 7],
      add: ["U3"],
      remove: ["U4"],
      memberships: { U5: {}, U3: {} },
      teamId: "T1",
      teams: ["T2", "T1"],
    };
    expect(listHolders(input)).toEqual({
      users: ["U1", "U2", "U3", "U4", "U5"],
      teams: ["T1", "T2"],
    });
    expect(listHolders({ userId: 1, users: "U1" })).toEqual({ users: [], teams: [] });
  });

  test.each([
    [
      { role: "edit", users: ["U1"], teams: ["T1"] },
      member.update,
      { users: { U1: "edit" }, teams: { T1: "edit" } },
    ],
    [{ role: null, userId: "U1" }, member.update, { users: { U1: "none" } }],
    [{ role: "edit", userId: "U1" }, member.remove, { users: { U1: "none" } }],
    [{ teams: ["T1"] }, member.update, { teams: { T1: "none" } }],
  ])("after %j", async (input, endpoint, after) => {
    expect(computeRolesAfter(about(input, endpoint))).toEqual(after);
    const { read, paths } = open({});
    const write = { about: about(input, endpoint), inverse, before: undefined };
    expect(await readStateAfter(write, {}, read)).toEqual({ after });
    expect(paths).toEqual([]);
  });
});

describe("the state after a write", () => {
  const run = async (
    inverse: Inverse | undefined,
    input: JsonObject,
    answer: JsonValue | undefined,
    responses: Responses = {},
    before?: JsonObject,
  ) => {
    const { read, paths } = open(responses);
    return {
      ...(await readStateAfter({ about: about(input), inverse, before }, answer, read)),
      paths,
    };
  };

  test("has the fields of the response, or those of the request if there is none", async () => {
    const input = { spaceId: "S1", title: "New", emoji: null, language: "fr" };
    const before = { title: "Old", editMode: "live" };
    expect(
      await run(fields, input, { title: "NEW", mark: { code: "e" }, language: "fr" }, {}, before),
    ).toEqual({ after: { title: "NEW", emoji: "e" }, paths: [] });
    expect(await run(fields, input, undefined, {}, before)).toEqual({
      after: { title: "New", emoji: null, editMode: "live" },
      paths: [],
    });
    expect(await run(fields, input, undefined)).toEqual({
      after: { title: "New", emoji: null },
      paths: [],
    });
  });

  const created: Inverse = {
    how: "delete",
    by: "x",
    look: "/spaces/{made}",
    named: { field: "made", member: "space" },
  };
  test("of a creation has the created resource", async () => {
    expect(await run(created, {}, { space: "S9", title: "A" })).toEqual({
      after: { space: "S9", title: "A" },
      made: "S9",
      paths: [],
    });
    expect(await run(created, {}, { space: { id: "S9" } })).toMatchObject({ made: "S9" });
    expect(await run(created, {}, { title: "A" })).toEqual({ after: { title: "A" }, paths: [] });
    const again: Inverse = { ...created, again: true };
    expect(await run(again, {}, { space: "S9" }, { "/spaces/S9": { title: "B" } })).toEqual({
      after: { title: "B" },
      made: "S9",
      paths: ["/spaces/S9"],
    });
    for (const error of [new ApiError(500, "x"), new NetworkError("x", { arrived: "perhaps" })]) {
      expect(await run(again, {}, { space: "S9" }, { "/spaces/S9": error })).toEqual({
        after: undefined,
        made: "S9",
        paths: ["/spaces/S9"],
      });
    }
    await expect(
      run(again, {}, { space: "S9" }, { "/spaces/S9": new TypeError("bug") }),
    ).rejects.toThrow(TypeError);
  });

  test("of an opposite, a deleted redirect, and a write without inverse need no request", async () => {
    expect(await run({ how: "opposite", by: "x", look: "/x", makes: "absent" }, {}, {})).toEqual({
      after: { absent: true },
      paths: [],
    });
    expect(
      await run({ how: "redirects", look: "/x", one: "siteRedirectId", by: "y" }, {}, {}),
    ).toEqual({ after: {}, paths: [] });
    expect(await run(undefined, {}, { title: "A" })).toEqual({ paths: [] });
    const { read } = open({});
    expect(
      await readStateAfter({ about: undefined, inverse: fields, before: {} }, {}, read),
    ).toEqual({});
  });

  test("of a move and of several redirects is read again", async () => {
    const redirects: Inverse = { how: "redirects", look: "/x", by: "y" };
    expect(
      (await run(redirects, { redirects: [{ source: "/a" }] }, {}, { "/x?limit=1000": {} })).paths,
    ).toEqual(["/x?limit=1000"]);
    const move: Inverse = { how: "move", among: "spaces", named: "spaceId" };
    expect(
      await run(move, { spaceId: "S1" }, {}, { "/spaces/S1": new ApiError(404, "x") }),
    ).toEqual({ after: undefined, paths: ["/spaces/S1"] });
  });
});

test.each<readonly [JsonValue | undefined, JsonValue | undefined, boolean]>([
  [undefined, null, true],
  ["", null, true],
  ["", undefined, true],
  [null, 0, false],
  [false, "", false],
  [[], null, false],
  [{ a: 1, updatedAt: "x" }, { updatedAt: "y", a: 1 }, true],
  [[{ dueDate: "x" }], [{ dueDate: "y" }], true],
  [{ At: 1 }, { At: 2 }, false],
  [{ chat: 1 }, { chat: 2 }, false],
  [{ AtWork: 1 }, { AtWork: 2 }, false],
  ["a", "b", false],
])("%j and %j are the same: %s", (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
  expect(isSame(other, one)).toBe(expected);
});

test("differences name the members of both states except times", () => {
  expect(
    computeDifferences({ a: 1, b: "", c: 1, createdAt: 1 }, { a: 2, d: 3, b: null, createdAt: 2 }),
  ).toEqual(["a", "c", "d"]);
});

test.each([
  [new ApiError(404, ""), true],
  [new ApiError(410, ""), true],
  [new ApiError(403, ""), false],
  [new Error(""), false],
])("an absent resource: %#", (error, expected) => {
  expect(isAbsent(error)).toBe(expected);
});
