import { expect, test } from "vitest";
import {
  findReplacement,
  setReplacedAside,
  withoutReplaced,
} from "../../../../src/features/organization-files/planning/replaced.ts";
import {
  byAddress,
  byLiveKey,
  desired,
  live,
  locked,
  resourceIds,
} from "../../../support/organizations/plan-parts.ts";

test.each([
  ["sites/help/guides@Y1", "sites/help/guides"],
  ["sites/help/guides@Y1@Y2", "sites/help/guides"],
  ["sites/help/guides", undefined],
  ["sites/help@Y1", undefined],
  ["members/ada@example.com", undefined],
  ["x/sites/help/guides@Y1", undefined],
  ["sites/help/a/b@Y1", undefined],
])("%s is replaced by %s", (address, replacement) => {
  expect(findReplacement(address)).toBe(replacement);
});

test("site spaces in another section than in the files are set aside", () => {
  const things = byAddress([
    desired("site-space", "sites/s/moved", { section: "sites/s/b" }),
    desired("site-space", "sites/s/out", { section: null }),
    desired("site-space", "sites/s/same", { section: "sites/s/a" }),
    desired("site-space", "sites/s/gone", { section: "sites/s/b" }),
    desired("section", "sites/s/kind", { section: "sites/s/b" }),
    desired("link", "sites/s/link", { section: "sites/s/b" }),
  ]);
  const lock = new Map([
    ["sites/s/moved", locked("site-space", "Y1")],
    ["sites/s/out", locked("site-space", "Y2")],
    ["sites/s/same", locked("site-space", "Y3")],
    ["sites/s/gone", locked("site-space", "Y4")],
    ["sites/s/kind", locked("site-space", "Y5")],
    ["sites/s/link", locked("link", "Y6")],
    ["sites/s/removed", locked("site-space", "Y7")],
  ]);
  const current = byLiveKey([
    ...["Y1", "Y2", "Y3", "Y5", "Y7"].map((id) => live("site-space", id, { section: "sites/s/a" })),
    live("link", "Y6", { section: "sites/s/a" }),
  ]);
  const ids = resourceIds(lock);
  expect(setReplacedAside(things, current, lock, ids)).toBe(true);
  expect([...lock.keys()]).toEqual([
    "sites/s/same",
    "sites/s/gone",
    "sites/s/kind",
    "sites/s/link",
    "sites/s/removed",
    "sites/s/moved@Y1",
    "sites/s/out@Y2",
  ]);
  expect(ids.findId("sites/s/moved")).toBeUndefined();
  expect(ids.findId("sites/s/moved@Y1")).toBe("Y1");
  expect(ids.getAddress("site-space", "Y1")).toBe("sites/s/moved@Y1");
  expect(ids.getAddress("site-space", "Y3")).toBe("sites/s/same");
  expect([...withoutReplaced(lock).keys()]).toEqual([
    "sites/s/same",
    "sites/s/gone",
    "sites/s/kind",
    "sites/s/link",
    "sites/s/removed",
  ]);
  expect(setReplacedAside(things, current, lock, ids)).toBe(false);
});

test.each([0, 1, 2])("%d site spaces that move are reported", (count) => {
  const keys = Array.from({ length: count }, (_, at) => `sites/s/${at}`);
  const lock = new Map(keys.map((key) => [key, locked("site-space", `Y ${key}`)]));
  const section = "sites/s/b";
  const things = byAddress(keys.map((key) => desired("site-space", key, { section })));
  const current = byLiveKey(
    keys.map((key) => live("site-space", `Y ${key}`, { section: "sites/s/a" })),
  );
  expect(setReplacedAside(things, current, lock, resourceIds(lock))).toBe(count > 0);
});
