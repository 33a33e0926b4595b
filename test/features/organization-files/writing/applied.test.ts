import { describe, expect, test } from "vitest";
import type { LockRecord } from "../../../../src/features/organization-files/lock.ts";
import type { DesiredResource } from "../../../../src/features/organization-files/resource.ts";
import { AppliedChanges } from "../../../../src/features/organization-files/writing/applied.ts";

const record = (kind: LockRecord["kind"], id: string): LockRecord => ({
  kind,
  id,
  protect: false,
  fields: new Map(),
});

const before = new Map([
  ["sites/docs", record("site", "T1")],
  ["sites/docs/guide", record("section", "X1")],
  ["sites/docs/guide/en", record("site-space", "Y1")],
  ["sites/blog", record("site", "T2")],
  ["sites/blog/news", record("section", "X2")],
  ["spaces/docs", record("space", "S1")],
  ["members/ada@example.com", record("member", "U1")],
]);

/** The addresses that are no longer in the lock file after deletions. */
function removed(...deleted: readonly string[]): string[] {
  const applied = new AppliedChanges();
  for (const one of deleted) applied.deleted.add(one);
  const plan = { wanted: { things: new Map() }, ids: { findId: () => undefined } };
  const after = applied.locked(before, plan);
  return [...before.keys()].filter((address) => !after.has(address));
}

describe("the lock file after a deletion", () => {
  test.each([
    [[], []],
    [["space S1"], ["spaces/docs"]],
    [["section X1"], ["sites/docs/guide"]],
    // The platform deletes the parts of a site with it.
    [["site T1"], ["sites/docs", "sites/docs/guide", "sites/docs/guide/en"]],
    [["site T2"], ["sites/blog", "sites/blog/news"]],
    [["site X1"], []],
    [["space T1", "section S1"], []],
    [["member U1"], ["members/ada@example.com"]],
    [["invitation U1"], ["members/ada@example.com"]],
    [["invitation S1"], []],
  ])("of %j has no more %j", (deleted, expected) => {
    expect(removed(...deleted)).toEqual(expected);
  });
});

test("a created resource has only the fields that were sent, and an unset one none", () => {
  const applied = new AppliedChanges();
  applied.made.add("spaces/new");
  applied.note("spaces/new", "title", "New", "New");
  applied.note("spaces/docs", "labels/a", null, null);
  applied.note("spaces/docs", "emoji", null, null);
  const desired = (address: string, protect: boolean): DesiredResource => ({
    address,
    kind: "space",
    fields: new Map(),
    lists: new Set(),
    whole: new Set(),
    protect,
    location: { file: "content.yaml", path: [] },
  });
  const things = new Map([
    ["spaces/new", desired("spaces/new", true)],
    ["spaces/docs", desired("spaces/docs", false)],
  ]);
  const findId = (address: string) => (address === "spaces/new" ? "S2" : "S1");
  const plan = { wanted: { things }, ids: { findId } };
  const fields = new Map([["labels/a", "x"]]);
  const lock = applied.locked(
    new Map([["spaces/docs", { ...record("space", "S1"), fields }]]),
    plan,
  );
  expect(lock.get("spaces/new")).toMatchObject({ kind: "space", id: "S2", protect: true });
  expect([...(lock.get("spaces/new")?.fields.keys() ?? [])]).toEqual(["title"]);
  // Only an entry of a list is forgotten; another unset field remains managed.
  expect([...(lock.get("spaces/docs")?.fields.keys() ?? [])]).toEqual(["emoji"]);
});
