import { expect, test } from "vitest";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import {
  buildLockRecords,
  formatLock,
} from "../../../../src/features/organization-files/writing/update-lock.ts";
import {
  byAddress,
  byLiveKey,
  desired,
  live,
  locked,
  resourceIds,
} from "../../../support/organizations/plan-parts.ts";

test("the lock has each existing resource with the digests of matching fields", () => {
  const before = new Map([
    [
      "spaces/a",
      locked(
        "space",
        "S1",
        { title: "old", emoji: "emoji", "grants/gone": "g", "grants/there": "t", language: "l" },
        { left: true },
      ),
    ],
    ["spaces/removed", locked("space", "S2", { title: "x" }, { protect: true })],
    ["spaces/unread", locked("space", "S3", { title: "y" }, { left: true })],
  ]);
  const ids = resourceIds(before);
  ids.set("site", "sites/s", "X1");
  const things = byAddress([
    desired(
      "space",
      "spaces/a",
      { title: "A", emoji: "1f600", parent: "collections/c" },
      { protect: true },
    ),
    desired("space", "spaces/unread", { title: "U" }),
    desired("space", "spaces/new", { title: "N" }),
    desired("site", "sites/s", { type: "basic", title: "S" }),
  ]);
  const current = byLiveKey([
    live("space", "S1", { title: "A", emoji: "other", "grants/there": "read", language: "de" }),
    live("site", "X1", { type: "basic", title: "S" }),
  ]);
  expect(Object.fromEntries(buildLockRecords(things, before, ids, current))).toEqual({
    "spaces/a": locked(
      "space",
      "S1",
      { title: computeDigest("A"), emoji: "emoji", "grants/there": "t" },
      { protect: true },
    ),
    "spaces/removed": locked("space", "S2", { title: "x" }, { protect: true, left: true }),
    "spaces/unread": locked("space", "S3", { title: "y" }),
    "sites/s": locked("site", "X1", { title: computeDigest("S") }),
  });
});

test("the text of a lock differs only by its content", () => {
  const one = new Map([
    ["b", locked("space", "S1", { x: "1", y: "2" })],
    ["a", locked("space", "S2")],
  ]);
  const other = new Map([
    ["a", locked("space", "S2")],
    ["b", locked("space", "S1", { y: "2", x: "1" })],
  ]);
  expect(formatLock(one)).toBe(formatLock(other));
  expect(formatLock(one)).not.toBe(formatLock(new Map([["a", locked("space", "S2")]])));
  expect(formatLock(one)).not.toBe(
    formatLock(new Map([...other, ["b", locked("space", "S1", { y: "2", x: "3" })]])),
  );
  expect(formatLock(one)).not.toBe(
    formatLock(new Map([...other, ["a", locked("space", "S2", {}, { left: true })]])),
  );
});
