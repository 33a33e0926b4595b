import { describe, expect, test } from "vitest";
import type { MovedBack } from "../../../src/contract/inverse.ts";
import { loadWriteOperations } from "../../../src/contract/operations.ts";
import { ApiError } from "../../../src/errors.ts";
import { arrangeBack, planMove } from "../../../src/features/history/plan-move.ts";
import {
  buildOperation,
  findChangesSince,
  getName,
  selectPathFields,
} from "../../../src/features/history/request-plan.ts";
import type { Invertible, UndoContext } from "../../../src/features/history/undo-context.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";

const operations = await loadWriteOperations();
type Responses = Readonly<Record<string, JsonValue | Error>>;

function open(responses: Responses): UndoContext {
  const readFor = () => async (path: string) => {
    const value = responses[path];
    if (value instanceof Error) throw value;
    if (value === undefined) throw new ApiError(404, path);
    return value;
  };
  return createPartial<UndoContext>({ operations, readFor });
}

function createInvertible(operation: string, input: JsonObject, title = "Title"): Invertible {
  const endpoint = operations.get(operation);
  if (endpoint === undefined) throw new Error(operation);
  const entry = {
    input,
    target: { field: "spaceId", id: "S1", title },
    operation,
  } as HistoryEntry;
  return { entry, endpoint, inverse: { how: "delete" } } as Invertible;
}

const space = (id: string) => ({ type: "space", id });
const move: MovedBack = { how: "move", among: "spaces", named: "spaceId" };

describe("planMove of a space", () => {
  const input = { spaceId: "S1", parent: "C2", position: {} };
  const before = { parent: "C1", after: space("S0"), before: space("S2") };
  const now = { parent: "C2", after: null, before: null };
  const run = async (
    states: Partial<{ before: JsonObject; after: JsonObject; now: JsonObject }>,
    responses: Responses,
  ) => {
    const plan = await planMove(
      createInvertible("moveSpace", input),
      move,
      { before, after: now, now, ...states },
      open(responses),
    );
    return { ...plan, requests: plan.requests.map((one) => one.input) };
  };
  const there = { "/spaces/S0": { parent: "C1" }, "/spaces/S2": { parent: "C1" } };
  const request = (position: object, parent: string | null = "C1") => ({
    spaceId: "S1",
    parent,
    position,
  });

  test.each<readonly [string, Responses, object, string, readonly string[]]>([
    [
      "behind its previous neighbor",
      there,
      { after: { type: "space", space: "S0" } },
      "after S0",
      [],
    ],
    [
      "before the next one, if the first one moved",
      { ...there, "/spaces/S0": { parent: "C9" } },
      { before: { type: "space", space: "S2" } },
      "before S2",
      [],
    ],
    [
      "before the next one, if the first one was deleted",
      { ...there, "/spaces/S0": { parent: "C1", deletedAt: "x" } },
      { before: { type: "space", space: "S2" } },
      "before S2",
      [],
    ],
    [
      "before the next one, if the first one is missing",
      { "/spaces/S2": { parent: "C1" } },
      { before: { type: "space", space: "S2" } },
      "before S2",
      [],
    ],
    [
      "to the end, if both moved",
      {},
      {},
      "to the end of its previous parent",
      [
        "Its previous neighbors have moved or were deleted, so it moves to the end of its previous parent.",
      ],
    ],
  ])("%s", async (_, responses, position, where, notes) => {
    expect(await run({}, responses)).toEqual({
      says: `move space S1 "Title" back ${where}`,
      requests: [request(position)],
      changed: [],
      notes,
      deletes: false,
    });
  });

  test("to the top level without neighbors", async () => {
    const plan = await run({ before: { parent: "", after: null, before: null } }, {});
    expect([plan.requests, plan.notes, plan.says]).toEqual([
      [request({}, null)],
      [],
      'move space S1 "Title" back to the end of its previous parent',
    ]);
  });

  test("to the end, if its only neighbor moved", async () => {
    for (const only of [
      { after: space("S0"), before: null },
      { after: null, before: space("S2") },
    ]) {
      const plan = await run({ before: { parent: "C1", ...only } }, {});
      expect(plan.notes).toHaveLength(1);
    }
  });

  test("of a collection names collections", async () => {
    const collection = (id: string) => ({ type: "collection", id });
    const states = {
      before: { parent: "", after: collection("K0"), before: null },
      after: undefined,
      now: { parent: "C2", after: null, before: null },
    };
    const inverse = { how: "move", among: "collections", named: "collectionId" } as const;
    const invertible = createInvertible("moveCollection", { collectionId: "K1" });
    const plan = await planMove(invertible, inverse, states, open({ "/collections/K0": {} }));
    expect(plan.requests.map((one) => one.input)).toEqual([
      {
        collectionId: "K1",
        parent: null,
        position: { after: { type: "collection", collection: "K0" } },
      },
    ]);
  });

  test("reports other errors than a missing neighbor", async () => {
    await expect(run({}, { "/spaces/S0": new ApiError(403, "no") })).rejects.toThrow("no");
  });

  test("sends nothing if it is back", async () => {
    expect(await run({ now: before }, there)).toMatchObject({
      requests: [],
      changed: [],
      notes: [],
    });
    expect(await run({ now: before }, {})).toMatchObject({ requests: [], notes: [] });
  });

  test.each<readonly [string, JsonObject | undefined, JsonObject, readonly string[]]>([
    [
      "it was not moved again",
      { parent: "C2", after: space("A"), before: space("B") },
      { parent: "C2", after: space("X"), before: space("B") },
      [],
    ],
    [
      "its other neighbor changed",
      { parent: "C2", after: space("A"), before: space("B") },
      { parent: "C2", after: space("A"), before: space("X") },
      [],
    ],
    [
      "both neighbors changed",
      { parent: "C2", after: space("A"), before: space("B") },
      { parent: "C2", after: space("X"), before: space("Y") },
      ["after", "before"],
    ],
    [
      "its parent changed",
      { parent: "C2", after: null, before: null },
      { parent: "C3", after: null, before: null },
      ["parent"],
    ],
    [
      "the state after the move is unknown",
      undefined,
      now,
      ["unknown fields (the state after the write was not recorded)"],
    ],
  ])("if %s", async (_, after, current, changed) => {
    const plan = await planMove(
      createInvertible("moveSpace", input),
      move,
      { before, after, now: current },
      open(there),
    );
    expect(plan.changed).toEqual(changed);
  });
});

describe("parts of a docs site", () => {
  const part = (object: string, id: string, more: object = {}) => ({
    object,
    id,
    title: id,
    ...more,
  });
  const structure = [
    part("site-section-group", "G1", {
      children: [
        part("site-section", "P1", {
          siteSpaces: [part("site-space", "Y1"), part("site-space", "Y2")],
        }),
      ],
    }),
    part("site-section", "P2", { siteSpaces: [] }),
    part("site-section", "P3", { siteSpaces: [] }),
  ];
  const site = { organizationId: "O1", siteId: "X1" };
  const reading = open({ "/orgs/O1/sites/X1/structure": { structure } });
  const section = (id: string) => ({ type: "site-section", id });
  const position = (
    type: string,
    id: string,
    parent: string,
    after: object | null,
    before: object | null,
  ) => ({ type, id, parent, after, before }) as never;
  const arrange = async (...positions: readonly never[]) => {
    const { entry } = createInvertible("sortSiteStructure", { ...site, item: section("P2") });
    const back = await arrangeBack(entry, positions, reading);
    return {
      ...back,
      requests: back.requests.map(({ endpoint, input }) => [endpoint.operation, input]),
    };
  };
  const sort = (item: object, to: object) => ["sortSiteStructure", { ...site, item, position: to }];

  test("are sorted behind their previous neighbor, in order", async () => {
    expect(
      await arrange(
        position("site-section", "P2", "", section("P3"), null),
        position("site-section", "P3", "", null, section("P2")),
      ),
    ).toEqual({
      requests: [
        sort(section("P2"), { after: section("P3") }),
        sort(section("P3"), { before: section("P2") }),
      ],
      notes: [],
      where: "before P2",
    });
  });

  test("return to their group first, where later parts find them", async () => {
    const { requests, notes, where } = await arrange(
      position("site-section", "P2", "G1", section("P1"), null),
      position("site-section", "P3", "G1", section("P2"), null),
    );
    expect(requests).toEqual([
      ["updateSiteSectionById", { ...site, siteSectionId: "P2", siteSectionGroupId: "G1" }],
      sort(section("P2"), { after: section("P1") }),
      ["updateSiteSectionById", { ...site, siteSectionId: "P3", siteSectionGroupId: "G1" }],
      sort(section("P3"), { after: section("P2") }),
    ]);
    expect([notes, where]).toEqual([[], "after P2"]);
    const out = await arrange(position("site-section", "P1", "", null, null));
    expect(out).toEqual({
      requests: [
        ["updateSiteSectionById", { ...site, siteSectionId: "P1", siteSectionGroupId: null }],
      ],
      notes: [],
      where: "to the end of its previous parent",
    });
  });

  test("without their neighbors move to the end", async () => {
    const { requests, notes } = await arrange(
      position("site-section", "P2", "", section("P9"), section("P1")),
    );
    expect(requests).toEqual([sort(section("P2"), {})]);
    expect(notes).toEqual([
      "Its previous neighbors have moved or were deleted, so it moves to the end of its previous parent.",
    ]);
  });

  test("that were deleted are skipped, and site spaces stay in their section", async () => {
    expect(await arrange(position("site-section", "P9", "", section("P2"), null))).toMatchObject({
      requests: [],
    });
    expect(await arrange(position("site-space", "Y1", "P2", null, null))).toMatchObject({
      requests: [],
      notes: ["The site space Y1 stays in its section because the API cannot move it."],
    });
    expect(await arrange()).toEqual({ requests: [], notes: [], where: "" });
  });

  test("are named by their kind in a plan", async () => {
    const invertible = createInvertible("sortSiteStructure", { ...site, item: section("P2") });
    const before = { parent: "", after: null, before: section("P3") };
    const now = { parent: "", after: section("P3"), before: null };
    const plan = await planMove(
      invertible,
      { how: "move", among: "structure", named: "item.id" },
      { before, after: now, now },
      reading,
    );
    expect(plan.says).toBe('move site section P2 "Title" back before P3');
    expect(plan.requests.map(({ input }) => input)).toEqual([
      { ...site, item: section("P2"), position: { before: section("P3") } },
    ]);
  });
});

test.each([
  [{ field: "spaceId", id: "S1", title: 'A "b"' }, 'space S1 "A \\"b\\""'],
  [{ field: "siteSectionGroupId", id: "G1" }, "site section group G1"],
  [{ field: "path", id: "x", title: "" }, "path x"],
  [{ field: "IdCard", id: "x" }, " id card x"],
])("the name of %j is %s", (target, name) => {
  expect(getName(target)).toBe(name);
});

test("an inverse request has the path of its operation, which the contract must have", () => {
  const reading = open({});
  expect(
    selectPathFields(buildOperation("moveSpace", reading), { spaceId: "S1", parent: "C1" }),
  ).toEqual({ spaceId: "S1" });
  expect(selectPathFields(buildOperation("moveSpace", reading), {})).toEqual({ spaceId: null });
  expect(() => buildOperation("none", reading)).toThrow("The contract has no operation none.");
});

test.each([
  [{ a: 1 }, { a: 2 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2 }, { a: 2 }, []],
  [{ a: 1 }, { a: 2 }, { a: 3 }, ["a"]],
  [{ a: 1 }, undefined, { a: 1 }, []],
])("the changes since %j → %j, now %j", (before, after, now, expected) => {
  expect(findChangesSince({ before, after, now })).toEqual(expected);
});
