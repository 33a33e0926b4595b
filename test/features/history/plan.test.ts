/** The requests that undo an entry, with the responses of a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import type { Inverse } from "../../../src/contract/inverse.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { digest, plan } from "./planned-write.ts";

describe("a changed space", () => {
  const look = "/spaces/S1";
  const none = { notes: [], deletes: false, read: [look] };
  const change = (
    input: JsonObject,
    before: JsonObject,
    after: JsonObject | undefined,
    now: JsonObject,
  ) =>
    plan({
      input: { spaceId: "S1", ...input },
      entry: { before, ...(after && { after }) },
      responses: { [look]: now },
    });

  test("gets the previous values of the fields that were sent", async () => {
    const before = { title: "Guide", editMode: "live", emoji: "a" };
    const after = { title: "Manual", editMode: "live", emoji: "a" };
    expect(await change({ title: "Manual" }, before, after, after)).toEqual({
      ...none,
      says: 'set space S1 "Guide" back to title "Guide" (from "Manual")',
      requests: [["updateSpaceById", { spaceId: "S1", title: "Guide" }]],
      changed: [],
    });
  });

  test.each<[string, JsonObject | undefined, JsonObject, readonly string[]]>([
    ["another value", { title: "Manual" }, { title: "Book" }, ["title"]],
    [
      "another field",
      { title: "Manual", editMode: "live" },
      { title: "Manual", editMode: "locked" },
      ["editMode"],
    ],
    [
      "unknown values",
      undefined,
      { title: "Manual" },
      ["unknown fields (the state after the write was not recorded)"],
    ],
    ["its previous values", undefined, { title: "Guide" }, []],
  ])("that has %s since is described", async (_, after, now, changed) => {
    const result = await change({ title: "Manual" }, { title: "Guide" }, after, now);
    expect(result.changed).toEqual(changed);
    const isBack = now.title === "Guide";
    expect(result.requests).toEqual(
      isBack ? [] : [["updateSpaceById", { spaceId: "S1", title: "Guide" }]],
    );
    expect(result.says).toBe(
      isBack
        ? 'set space S1 "Guide" back to title "Guide"'
        : `set space S1 "Guide" back to title "Guide" (from ${JSON.stringify(now.title)})`,
    );
  });

  test.each<[string, JsonObject]>([
    ["no value", {}],
    ["null", { emoji: null }],
    ["an empty text", { emoji: "" }],
  ])("whose nullable field had %s gets null", async (_, before) => {
    const now = { emoji: "x" };
    const { requests, notes } = await change({ emoji: "x" }, before, now, now);
    expect([requests, notes]).toEqual([[["updateSpaceById", { spaceId: "S1", emoji: null }]], []]);
  });

  test.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    [
      "a digest",
      { title: "Manual" },
      { title: digest },
      { title: "Manual" },
      "The field title is not restored: the history stores only its digest.",
    ],
    [
      "no value that can be cleared",
      { editMode: "locked" },
      {},
      { editMode: "locked" },
      "The field editMode is not restored: it had no value, and the API cannot clear it.",
    ],
    [
      "null that cannot be sent",
      { editMode: "locked" },
      { editMode: null },
      { editMode: "locked" },
      "The field editMode is not restored: it had no value, and the API cannot clear it.",
    ],
    [
      "no value that is returned",
      { editMode: "locked" },
      {},
      {},
      "The field editMode is not restored: the platform does not return it.",
    ],
  ])("whose only field has %s cannot be undone", async (_, input, before, now, message) => {
    await expect(change(input, before, now, now)).rejects.toMatchObject({
      name: "Irreversible",
      message,
    });
    const both = await change(
      { ...input, language: "de" },
      { ...before, language: "en" },
      { ...now, language: "de" },
      { ...now, language: "de" },
    );
    expect(both.notes).toEqual([message]);
    expect(both.requests).toEqual([["updateSpaceById", { spaceId: "S1", language: "en" }]]);
  });

  test.each<[JsonObject]>([[{ editMode: null }], [{ editMode: false }]])(
    "from which %j removed a value that is not returned is unchanged",
    async (input) => {
      expect(await change(input, {}, {}, {})).toEqual({
        ...none,
        says: 'leave space S1 "Guide" unchanged',
        requests: [],
        changed: [],
      });
    },
  );

  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "an icon after an emoji",
      { icon: "https://i" },
      { emoji: "a", icon: "" },
      { icon: null, emoji: "a" },
    ],
    ["an emoji after an icon", { emoji: "b" }, { icon: "https://i" }, { icon: "https://i" }],
    ["an icon after an icon", { icon: "https://i" }, { icon: "https://j" }, { icon: "https://j" }],
    ["an emoji after an emoji", { emoji: "b" }, { emoji: "a" }, { emoji: "a" }],
    ["a title", { title: "B" }, { icon: "https://i", title: "A" }, { title: "A" }],
  ])("with %s gets the previous one of both", async (_, input, before, expected) => {
    const { requests } = await change(
      input,
      before,
      {},
      { urls: { icon: "https://now" }, emoji: "n", title: "B" },
    );
    expect(requests).toEqual([["updateSpaceById", { spaceId: "S1", ...expected }]]);
  });

  test.each<[object, string]>([
    [
      { target: { field: "spaceId", id: digest } },
      "The id of the target is secret, and the history stores only its digest.",
    ],
    [{}, "The previous state is unknown: it was not read."],
    [{ unread: "No access." }, "The previous state is unknown: No access."],
  ])("cannot be undone with %j", async (entry, message) => {
    await expect(plan({ input: { spaceId: "S1", title: "B" }, entry })).rejects.toMatchObject({
      name: "Irreversible",
      message,
    });
  });
});

test("fields that no response contains are named with the reason", async () => {
  const inverse: Inverse = {
    how: "fields",
    look: "/spaces/{spaceId}",
    untold: { emoji: "it is unknown" },
  };
  const states = { title: "A", emoji: "x" };
  const result = await plan({
    input: { spaceId: "S1", title: "B", emoji: "y" },
    entry: { before: states, after: { title: "B" } },
    inverse,
    responses: { "/spaces/S1": { title: "B", emoji: "y" } },
  });
  expect(result.notes).toEqual(["The field emoji is not restored: it is unknown."]);
  expect(result.requests).toEqual([["updateSpaceById", { spaceId: "S1", title: "A" }]]);
});

describe("a created space", () => {
  const inverse: Inverse = {
    how: "delete",
    by: "deleteSpaceById",
    named: { field: "spaceId", member: "id" },
    look: "/spaces/{spaceId}",
    holds: [
      { list: "/spaces/{spaceId}/comments" },
      { list: "/spaces/{spaceId}/x?a=b", given: "parts" },
      { list: "/spaces/{spaceId}/y", given: 2 },
    ],
    moving: ["updatedAt"],
  };
  const made = { id: "S9", title: "New", updatedAt: "1", permissions: { view: true }, urls: {} };
  const empty = (path: string, count: number) => [`${path}limit=${count}`, { items: [] }] as const;
  const lists = Object.fromEntries([
    empty("/spaces/S9/comments?", 1),
    empty("/spaces/S9/x?a=b&", 3),
    empty("/spaces/S9/y?", 3),
  ]);
  const create = (now: JsonValue, more: object = {}, responses: object = {}) =>
    plan({
      operation: "createSpace",
      input: { organizationId: "O1", title: "New", parts: ["a", "b"] },
      entry: { target: { field: "organizationId", id: "O1" }, made: "S9", after: made, ...more },
      inverse,
      responses: { "/spaces/S9": now, ...lists, ...responses },
    });
  const name = 'space S9 "New"';

  test("is deleted if it is unchanged", async () => {
    const now = { ...made, updatedAt: "2", permissions: {}, urls: { app: "x" }, added: 1 };
    expect(await create(now)).toEqual({
      says: `delete ${name}`,
      made: name,
      requests: [["deleteSpaceById", { spaceId: "S9" }]],
      changed: [],
      notes: [],
      deletes: true,
      read: [
        "/spaces/S9",
        "/spaces/S9/comments?limit=1",
        "/spaces/S9/x?a=b&limit=3",
        "/spaces/S9/y?limit=3",
      ],
    });
  });

  test.each<[string, JsonValue]>([
    ["does not exist", 404],
    ["is gone", 410],
    ["was deleted", { ...made, deletedAt: "2026-01-01" }],
  ])("that %s needs no request", async (_, now) => {
    expect(await create(now)).toMatchObject({
      says: `delete ${name}`,
      requests: [],
      changed: [],
      read: ["/spaces/S9"],
    });
  });

  test("that cannot be read is an error", async () => {
    await expect(create(403)).rejects.toMatchObject({ status: 403 });
  });

  test.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ["another title", {}, { title: "Other" }, ["title"]],
    [
      "the same resource with other members",
      { space: { object: "space", id: "S2", a: 1 } },
      { space: { object: "space", id: "S2", a: 2 } },
      [],
    ],
    [
      "another resource",
      { spaces: [{ object: "space", id: "S2" }] },
      { spaces: [{ object: "space", id: "S3" }] },
      ["spaces"],
    ],
    [
      "another object without an id",
      { settings: { object: "x", a: 1 } },
      { settings: { object: "x", a: 2 } },
      ["settings"],
    ],
    [
      "the new title of another resource",
      { space: { object: "space", id: "S2", title: "New" } },
      { title: "Other", space: { object: "space", id: "S2", title: "Other" } },
      [],
    ],
    [
      "a title apart from another resource",
      { space: { object: "space", id: "S2", title: "New" } },
      { title: "Other", space: { object: "space", id: "S2", title: "New" } },
      ["title"],
    ],
  ])("with %s", async (_, first, later, changed) => {
    const after = { ...made, ...first };
    const now = JSON.parse(JSON.stringify({ ...after, ...later }));
    expect((await create(now, { after })).changed).toEqual(changed);
  });

  test.each<[string, object, readonly string[]]>([
    ["content", { "/spaces/S9/comments?limit=1": { items: [{}] } }, ["its content"]],
    ["the parts that it was created with", { "/spaces/S9/x?a=b&limit=3": { items: [{}, {}] } }, []],
    ["more parts", { "/spaces/S9/x?a=b&limit=3": { items: [{}, {}, {}] } }, ["its content"]],
    ["the usual parts", { "/spaces/S9/y?limit=3": { items: [{}, {}] } }, []],
    [
      "more than the usual parts",
      { "/spaces/S9/y?limit=3": { items: [{}, {}, {}] } },
      ["its content"],
    ],
  ])("with %s", async (_, responses, changed) => {
    const result = await create(made, {}, responses);
    expect(result.changed).toEqual(changed);
    // The command asks before it sends the request.
    expect(result.requests).toEqual([["deleteSpaceById", { spaceId: "S9" }]]);
  });

  test.each([[undefined], [digest]])("with the id %s cannot be undone", async (id) => {
    await expect(create(made, { made: id })).rejects.toMatchObject({
      name: "Irreversible",
      message: "The id of the created resource is unknown.",
    });
  });

  test("without its title has no difference of the title", async () => {
    const { title: _, ...now } = made;
    expect((await create(now)).changed).toEqual([]);
  });

  test("has no differences without a recorded response", async () => {
    const { changed, says } = await create({ ...made, title: "Other" }, { after: undefined });
    expect([changed, says]).toEqual([[], "delete space S9"]);
  });

  test.each<[string, JsonObject, JsonObject, readonly unknown[]]>([
    [
      "created with it",
      { site: { id: "C1" } },
      {},
      [["deleteCollectionById", { collectionId: "C1" }]],
    ],
    ["that existed before", { site: { id: "C1" } }, { collectionId: "C1" }, []],
    ["that is unknown", {}, {}, []],
    ["without an id", { site: { id: 7 } }, {}, []],
  ])("is deleted with a companion %s", async (_, member, input, more) => {
    const result = await plan({
      operation: "createSpace",
      input: { organizationId: "O1", ...input },
      entry: { made: "S9", after: { ...made, ...member } },
      inverse: {
        ...inverse,
        holds: [],
        along: { by: "deleteCollectionById", field: "collectionId", member: "site.id" },
      },
      responses: { "/spaces/S9": made },
    });
    expect(result.requests).toEqual([["deleteSpaceById", { spaceId: "S9" }], ...more]);
  });

  test("is found in a list by its id", async () => {
    const listed: Inverse = {
      ...inverse,
      holds: [],
      look: "/orgs/{organizationId}/spaces",
      rest: "deleted=true",
    };
    const { item: _, ...withItem } = { ...listed, item: true };
    const responses = {
      "/orgs/O1/spaces": { items: [] },
      "/orgs/O1/spaces?deleted=true": { items: [made] },
    };
    const result = await plan({
      operation: "createSpace",
      input: { organizationId: "O1" },
      entry: { made: "S9", after: made },
      inverse: { ...withItem, item: true } as Inverse,
      responses,
    });
    expect(result.requests).toEqual([["deleteSpaceById", { spaceId: "S9" }]]);
    expect(result.read).toEqual([
      "/orgs/O1/spaces?limit=1000",
      "/orgs/O1/spaces?deleted=true&limit=1000",
    ]);
  });
});

describe("a deleted space", () => {
  const remove = (before: JsonObject, now: JsonValue, after?: JsonObject) =>
    plan({
      operation: "deleteSpaceById",
      input: { spaceId: "S1" },
      entry: { before, ...(after && { after }) },
      responses: { "/spaces/S1": now },
    });

  test.each<[string, JsonValue, readonly unknown[], readonly string[]]>([
    [
      "is still deleted",
      { deletedAt: "2026-01-01" },
      [["restoreSpaceById", { spaceId: "S1" }]],
      [],
    ],
    ["exists again", { title: "Guide" }, [], []],
    ["cannot be found", 404, [["restoreSpaceById", { spaceId: "S1" }]], []],
  ])("that %s", async (_, now, requests, changed) => {
    expect(await remove({ absent: false }, now)).toMatchObject({
      says: 'restore space S1 "Guide"',
      requests: requests.map((one) => [expect.any(String), (one as readonly unknown[])[1]]),
      changed,
      notes: [],
      deletes: false,
    });
  });
});
