import { describe, expect, test } from "vitest";
import {
  compare,
  formatDigests,
  getLiveValue,
  parseDigests,
} from "../../../../src/features/organization-files/planning/compare.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { desired, live, locked } from "../../../support/organizations/plan-parts.ts";

const other =
  "the platform stores title in another form, as it did at the last apply; this is not a change.";
const restored =
  "the last apply reset title, but its earlier value is back. Either the platform or another user restores it after each apply.";

/** Digests in the lock: the value that was sent, the stored one, and the one that was overwritten. */
function digests(sent: JsonValue, kept: JsonValue = sent, over?: JsonValue): string {
  return formatDigests({
    sent: computeDigest(sent),
    kept: computeDigest(kept),
    over: over === undefined ? undefined : computeDigest(over),
  });
}

describe("compare", () => {
  interface Case {
    readonly platform: JsonValue | undefined;
    readonly before?: string;
    readonly untold?: string;
  }
  test.each<readonly [string, Case, string | undefined, readonly string[]]>([
    ["equal values", { platform: "New", before: digests("Old") }, undefined, []],
    ["no lock", { platform: "Old" }, "pending", []],
    ["an absent value", { platform: undefined }, "pending", []],
    ["a change of the files", { platform: "Old", before: digests("Old") }, "pending", []],
    ["a change of the platform", { platform: "Else", before: digests("New") }, "drift", []],
    ["changes of both", { platform: "Else", before: digests("Old") }, "both", []],
    ["another stored form", { platform: "NEW", before: digests("New", "NEW") }, undefined, [other]],
    [
      "another stored form of an earlier value",
      { platform: "OLD", before: digests("Old", "OLD") },
      "pending",
      [],
    ],
    [
      "a drift after another stored form",
      { platform: "Else", before: digests("New", "NEW") },
      "drift",
      [],
    ],
    [
      "a value that is back",
      { platform: "Else", before: digests("New", "New", "Else") },
      "drift",
      [restored],
    ],
    [
      "another value than the overwritten one",
      { platform: "X", before: digests("New", "New", "Else") },
      "drift",
      [],
    ],
    [
      "a value that is back, and a change of the files",
      { platform: "Else", before: digests("Old", "Old", "Else") },
      "both",
      [],
    ],
    [
      "an untold value that was applied",
      { platform: "", before: digests("New"), untold: "it is pending" },
      undefined,
      ["title matches the last apply; it is pending."],
    ],
    [
      "an untold value without a reason",
      { platform: "", before: digests("New"), untold: "" },
      undefined,
      [],
    ],
    [
      "an untold value that was not applied",
      { platform: "", before: digests("Old"), untold: "it is pending" },
      "pending",
      [],
    ],
    ["an untold value without a lock", { platform: "", untold: "it is pending" }, "pending", []],
  ])("%s", (_, { platform, before, untold }, side, notes) => {
    const current = live("space", "S1", platform === undefined ? {} : { title: platform }, {
      ...(untold !== undefined && { untold: new Map([["title", untold]]) }),
    });
    const lock = before === undefined ? undefined : locked("space", "S1", { title: before });
    const from = platform ?? null;
    const changes = side === undefined ? [] : [{ field: "title", from, to: "New", side }];
    expect(compare(desired("space", "spaces/a", { title: "New" }), current, lock)).toEqual({
      changes,
      notes,
    });
  });

  test("ignores fields that are set only at creation, and fields that the files do not have", () => {
    const one = desired("site", "sites/a", { type: "basic", title: "A" });
    const current = live("site", "X", { type: "ultimate", title: "A", basename: "b" });
    expect(compare(one, current, undefined)).toEqual({ changes: [], notes: [] });
  });

  test("removes list entries that the files own or that were applied", () => {
    const one = desired(
      "team",
      "teams/a",
      { "members/kept@x.org": "owner", "redirects//old": "y" },
      { lists: new Set(["members", "grants", "automaticRedirects"]), whole: new Set(["members"]) },
    );
    const current = live("team", "T", {
      "members/kept@x.org": "owner",
      "members/extra@x.org": "member",
      "members/gone@x.org": null,
      "grants/teams/applied": "read",
      "grants/teams/other": "read",
      "shareLinks/applied": "x",
      "redirects//old": "y",
      "automaticRedirects//old": "z",
      title: "T",
    });
    const lock = locked("team", "T", {
      "grants/teams/applied": digests("read"),
      "shareLinks/applied": digests("x"),
    });
    const { changes } = compare(one, current, lock);
    expect(changes.map(({ field, from, to, side }) => [field, from, to, side])).toEqual([
      ["members/extra@x.org", "member", null, "pending"],
      ["grants/teams/applied", "read", null, "pending"],
    ]);
  });

  test("keeps the automatic redirect of a source that the files have", () => {
    const lists = new Set(["redirects", "automaticRedirects"]);
    const one = desired(
      "site",
      "sites/a",
      { "automaticRedirects//a": "/x" },
      { lists, whole: lists },
    );
    const current = live("site", "X", {
      "redirects//a": "/x",
      "redirects//b": "/y",
      "automaticRedirects//a": "/x",
    });
    expect(compare(one, current, undefined).changes.map(({ field }) => field)).toEqual([
      "redirects//b",
    ]);
  });
});

test.each<readonly [string, JsonValue | undefined, JsonValue, JsonValue]>([
  ["title", undefined, "New", null],
  ["title", ["b", "a"], ["a"], ["b", "a"]],
  ["order", ["b", "x", "a"], ["a", "b"], ["b", "a"]],
  ["order", ["b", "a"], null, ["b", "a"]],
  ["order", undefined, ["a"], null],
  ["redirects//a", { to: "/Guides" }, { to: "/guides" }, { to: "/guides" }],
  ["redirects//a", undefined, { to: "/guides" }, null],
  ["automaticRedirects//a", "/x", "/y", "/y"],
  [
    "git",
    { repository: "https://github.com/a/b.git", provider: "github" },
    { repository: "https://github.com/a/b" },
    { repository: "https://github.com/a/b", provider: "github" },
  ],
  ["git", undefined, { repository: "x" }, null],
])("the comparable value of %s %j for %j is %j", (field, value, to, expected) => {
  const current = live("site", "X", value === undefined ? {} : { [field]: value });
  expect(getLiveValue(current, field, to)).toEqual(expected);
});

test.each([
  [undefined, undefined, undefined],
  ["a", { sent: "a", kept: "a", over: undefined }, "a"],
  ["a:a", { sent: "a", kept: "a", over: undefined }, "a"],
  ["a:b", { sent: "a", kept: "b", over: undefined }, "a:b"],
  ["a:a:c", { sent: "a", kept: "a", over: "c" }, "a:a:c"],
  ["a:b:c", { sent: "a", kept: "b", over: "c" }, "a:b:c"],
])("the digests %j", (text, expected, formatted) => {
  const parsed = parseDigests(text);
  expect(parsed).toEqual(expected);
  expect(parsed && formatDigests(parsed)).toBe(formatted);
});
