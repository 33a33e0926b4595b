import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import type { EmptyList } from "../../../../src/features/organization-files/desired/desired.ts";
import { refuseEmptyLists } from "../../../../src/features/organization-files/planning/empty-lists.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import {
  byLiveKey,
  desired,
  live,
  locked,
  organizationFolder,
  resourceIds,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const parent = (value: string | null, stored = value) => ({
  parent: `${computeDigest(value)}:${computeDigest(stored)}`,
});
const lock = new Map([
  ["members/ada@x.org", locked("member", "U1")],
  ["members/new@x.org", locked("member", "U2")],
  ["members/gone@x.org", locked("member", "U3")],
  ["members/left@x.org", locked("member", "U4")],
  ["spaces/kept", locked("space", "S0", parent("collections/a"))],
  ["spaces/a", locked("space", "S1", parent("collections/a", "id:C1"))],
  ["spaces/b", locked("space", "S2", parent("collections/old"))],
  ["spaces/c", locked("space", "S3", parent(null))],
  ["spaces/d", locked("space", "S4")],
  ["collections/a", locked("collection", "C1", parent(null))],
  ["collections/b", locked("collection", "C2", parent("collections/a"))],
  ["sites/s/p", locked("section", "P1")],
  ["sites/s/y", locked("site-space", "Y1")],
  ["sites/t/y", locked("site-space", "Y2")],
  ["teams/t", locked("team", "T1")],
]);
const state = {
  wanted: wanted([
    desired("collection", "collections/a", {}, { moved: "collections/old" }),
    desired("space", "spaces/kept"),
    desired("team", "teams/t"),
    desired("team", "teams/unknown"),
    desired("organization", "organization"),
  ]),
  locked: lock,
  live: byLiveKey([
    live("member", "U1"),
    live("invitation", "U2"),
    live("space", "S0"),
    live("space", "S1"),
    live("space", "S2"),
    live("space", "S3"),
    live("space", "S4"),
    live("collection", "C1"),
    live("collection", "C2"),
    live("section", "P1"),
    live("site-space", "Y1"),
    live("site-space", "Y2"),
    live("team", "T1", {
      "members/a": "owner",
      "members/b": "member",
      "members/c": null,
      "grants/x": "read",
      emails: ["a", "b", "c"],
      none: [],
    }),
  ]),
  ids: resourceIds(lock),
};

test.each<readonly [EmptyList["content"], number]>([
  [{ of: "kind", kind: "member" }, 2],
  [{ of: "kind", kind: "space" }, 4],
  [{ of: "kind", kind: "site" }, 0],
  [{ of: "site", address: "sites/s" }, 2],
  [{ of: "site", address: "sites/t" }, 1],
  [{ of: "parent", kind: "space", parent: "collections/a" }, 2],
  [{ of: "parent", kind: "space", parent: "collections/b" }, 0],
  [{ of: "parent", kind: "space", parent: null }, 2],
  [{ of: "parent", kind: "collection", parent: "collections/a" }, 1],
  [{ of: "resource", address: "teams/t", list: "members" }, 2],
  [{ of: "resource", address: "teams/t", list: "grants" }, 1],
  [{ of: "resource", address: "teams/t", list: "emails" }, 3],
  [{ of: "resource", address: "teams/t", list: "none" }, 0],
  [{ of: "resource", address: "teams/t", list: "shareLinks" }, 0],
  [{ of: "resource", address: "teams/unknown", list: "members" }, 0],
  [{ of: "resource", address: "teams/none", list: "members" }, 0],
])("an empty value for %j would remove %d entries", (content, count) => {
  const location = { file: "content.yaml", path: ["a", "b"] };
  const emptyLists: EmptyList[] = [{ location, explicit: "[]", content }];
  const check = () =>
    refuseEmptyLists(organizationFolder(), { ...state, wanted: { ...state.wanted, emptyLists } });
  if (count === 0) expect(check()).toBeUndefined();
  else {
    expect(check).toThrow(
      new UsageError(
        "The files in org would remove all entries of a list. No changes were made.",
        undefined,
        [
          `content.yaml, a.b: a.b has no entries, but had ${count} ${count === 1 ? "entry" : "entries"} before. To remove all entries, write [].`,
        ],
      ),
    );
  }
});
