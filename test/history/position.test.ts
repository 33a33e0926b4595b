import { describe, expect, test } from "vitest";
import type { Inverse } from "../../src/contract/inverse.ts";
import { ApiError } from "../../src/errors.ts";
import {
  parseNeighbour,
  readArrangement,
  readPosition,
  readPositions,
  toPositions,
} from "../../src/history/position.ts";
import type { JsonValue } from "../../src/json/values.ts";

const part = (object: string, id: string, more: object = {}) => ({
  object,
  id,
  title: `Title ${id}`,
  ...more,
});
const structure = [
  part("site-section-group", "G1", {
    children: [
      part("site-section", "P1", {
        siteSpaces: [part("site-space", "Y1"), part("site-space", "Y2"), part("site-space", "Y3")],
      }),
    ],
  }),
  part("site-section", "P2", { siteSpaces: [] }),
  part("site-section", "P3"),
  part("site-external-link", "L1"),
];
const site = { organizationId: "O1", siteId: "X1" };
const responses: Readonly<Record<string, JsonValue>> = {
  "/orgs/O1/sites/X1/structure": { structure },
  "/spaces/S2": { organization: "O1", parent: "C1" },
  "/spaces/S9": { organization: "O1" },
  "/orgs/O1/spaces?limit=1000": {
    items: [
      part("space", "S1", { parent: "C1" }),
      part("space", "S9"),
      part("space", "S2", { parent: "C1" }),
    ],
    next: { page: "p" },
  },
  "/orgs/O1/spaces?limit=1000&page=p": {
    items: [part("space", "S8", { parent: "C2" }), part("space", "S3", { parent: "C1" })],
  },
};
const read = async (path: string) => {
  if (!(path in responses)) throw new ApiError(404, path);
  return responses[path];
};

test("an arrangement lists all parts with their parents", async () => {
  const parts = await readArrangement(site, read);
  expect(
    parts.map(({ type, id, parent, title }) => `${type} ${id} in ${parent}: ${title}`),
  ).toEqual([
    "site-section-group G1 in : Title G1",
    "site-section P1 in G1: Title P1",
    "site-space Y1 in P1: Title Y1",
    "site-space Y2 in P1: Title Y2",
    "site-space Y3 in P1: Title Y3",
    "site-section P2 in : Title P2",
    "site-section P3 in : Title P3",
    "site-external-link L1 in : Title L1",
  ]);
});

const space = (id: string) => ({ type: "space", id });
test.each([
  [
    "structure",
    "item.id",
    { ...site, item: { id: "Y2" } },
    {
      parent: "P1",
      after: { type: "site-space", id: "Y1" },
      before: { type: "site-space", id: "Y3" },
    },
    "Title Y2",
  ],
  [
    "structure",
    "item.id",
    { ...site, item: { id: "G1" } },
    { parent: "", after: null, before: { type: "site-section", id: "P2" } },
    "Title G1",
  ],
  [
    "structure",
    "item.id",
    { ...site, item: { id: "L1" } },
    { parent: "", after: { type: "site-section", id: "P3" }, before: null },
    "Title L1",
  ],
  [
    "spaces",
    "spaceId",
    { spaceId: "S2" },
    { parent: "C1", after: space("S1"), before: space("S3") },
    "Title S2",
  ],
  ["spaces", "spaceId", { spaceId: "S9" }, { parent: "", after: null, before: null }, "Title S9"],
] as const)("the position among %s by %s of %j", async (among, named, input, state, title) => {
  expect(await readPosition({ how: "move", among, named }, input, read)).toEqual({ state, title });
});

test("a resource that is missing from its list has no position", async () => {
  const input = { ...site, item: { id: "Y9" } };
  await expect(
    readPosition({ how: "move", among: "structure", named: "item.id" }, input, read),
  ).rejects.toThrow(new ApiError(404, "Y9 is missing from its list."));
});

describe("readPositions", () => {
  const inverse = (arranges: unknown): Inverse =>
    ({ how: "fields", look: "/x", arranges }) as Inverse;
  const list = async (arranges: unknown, input: object) =>
    await readPositions(inverse(arranges), { ...site, ...input }, read);
  const pointer = (type: string, id: string) => ({ type, id });

  test("lists the named parts, whose neighbors are not among them", async () => {
    const parts = [{ kind: "site-space", parts: "siteSpaces" }];
    expect(await list(parts, { siteSpaces: ["Y2", "Y1"] })).toEqual([
      {
        type: "site-space",
        id: "Y1",
        parent: "P1",
        after: null,
        before: pointer("site-space", "Y3"),
      },
      {
        type: "site-space",
        id: "Y2",
        parent: "P1",
        after: pointer("site-space", "Y1"),
        before: pointer("site-space", "Y3"),
      },
    ]);
    expect(await list(parts, { siteSpaces: "Y3" })).toEqual([
      {
        type: "site-space",
        id: "Y3",
        parent: "P1",
        after: pointer("site-space", "Y2"),
        before: null,
      },
    ]);
  });

  test("lists the parts of a kind without a parent", async () => {
    const positions = await list([{ kind: "site-section" }], {});
    expect(positions).toEqual([
      {
        type: "site-section",
        id: "P2",
        parent: "",
        after: pointer("site-section-group", "G1"),
        before: pointer("site-external-link", "L1"),
      },
      {
        type: "site-section",
        id: "P3",
        parent: "",
        after: pointer("site-section", "P2"),
        before: pointer("site-external-link", "L1"),
      },
    ]);
    expect(toPositions(positions)).toEqual(positions);
  });

  test("reads nothing for a write that moves nothing", async () => {
    const never = () => Promise.reject(new Error("A request was sent."));
    const by = [{ kind: "site-section", by: "published" }];
    expect(await readPositions(inverse(by), site, never)).toBeUndefined();
    expect(await readPositions(inverse(undefined), site, never)).toBeUndefined();
    expect(
      await readPositions({ how: "redirects", look: "/x", by: "y" }, site, never),
    ).toBeUndefined();
    expect(await list(by, { published: false })).toHaveLength(2);
    const created = { ...inverse([{ kind: "site-section" }]), how: "delete" } as Inverse;
    expect(await readPositions(created, site, read)).toHaveLength(2);
  });
});

test.each([
  [
    { type: "a", id: "b", more: 1 },
    { type: "a", id: "b" },
  ],
  [{ type: "a" }, null],
  [{ id: "b" }, null],
  [null, null],
  [undefined, null],
])("the neighbor %j is %j", (value, neighbor) => {
  expect(parseNeighbour(value)).toEqual(neighbor);
});

test("positions of an entry have all members", () => {
  expect(toPositions([{ type: "a" }])).toEqual([
    { type: "a", id: "", parent: "", after: null, before: null },
  ]);
  expect(toPositions(undefined)).toEqual([]);
});
