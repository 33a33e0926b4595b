import { expect, test } from "vitest";
import {
  computeDepth,
  findDeleteDependencies,
  findDependencies,
  getConcurrencyKey,
  isFinishing,
  phases,
} from "../../../../src/features/organization-files/planning/order.ts";
import { kinds } from "../../../../src/features/organization-files/resource.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { byAddress, desired } from "../../../support/organizations/plan-parts.ts";

test("resources are written before those that need them, and deleted after them", () => {
  const order = phases.map(({ kinds: all, does }) => `${does} ${all.join(", ")}`);
  expect(order).toEqual([
    "write organization",
    "write member",
    "write team",
    "write collection",
    "write space",
    "write specification",
    "write webhook, saml-provider",
    "write site",
    "write group",
    "write section",
    "write site-space",
    "write link",
    "finish section, group",
    "finish site",
    "finish organization",
    "delete link",
    "delete site-space",
    "delete section",
    "delete group",
    "delete site",
    "delete specification",
    "delete space",
    "delete collection",
    "delete webhook, saml-provider",
    "delete team",
    "delete member, invitation",
  ]);
});

test("fields that refer to later resources are written at the end", () => {
  const fields = [
    "title",
    "defaultContent",
    "mergeRules",
    "sso",
    "order",
    "default",
    "published",
    "redirects//a",
  ];
  const finishing = kinds.flatMap((kind) =>
    fields.filter((field) => isFinishing(kind, field)).map((field) => `${kind}.${field}`),
  );
  expect(finishing).toEqual([
    "organization.defaultContent",
    "organization.mergeRules",
    "organization.sso",
    "site.order",
    "site.default",
    "site.published",
    "site.redirects//a",
    "group.order",
    "section.order",
    "section.default",
  ]);
});

const tree = byAddress([
  desired("collection", "collections/a", { parent: null }),
  desired("collection", "collections/b", { parent: "collections/a" }),
  desired("space", "spaces/c", { parent: "collections/b" }),
  desired("space", "spaces/lost", { parent: "id:C9" }),
  desired("group", "sites/s/g", { group: null }),
  desired("section", "sites/s/x", { group: "sites/s/g" }),
  desired("site-space", "sites/s/y", { section: "sites/s/x", group: null }),
  desired("collection", "collections/one", { parent: "collections/two" }),
  desired("collection", "collections/two", { parent: "collections/one" }),
]);

test.each([
  ["collections/a", 1],
  ["collections/b", 2],
  ["spaces/c", 3],
  ["spaces/lost", 1],
  ["sites/s/g", 1],
  ["sites/s/x", 2],
  ["sites/s/y", 3],
  ["spaces/none", 0],
  // A cycle ends.
  ["collections/one", tree.size],
])("%s has the depth %d", (address, depth) => {
  expect(computeDepth(address, tree)).toBe(depth);
});

test.each<readonly [string, Readonly<Record<string, JsonValue>>, readonly string[]]>([
  ["spaces/a", { title: "A", parent: "collections/b" }, ["collections/b"]],
  ["spaces/a", { parent: null }, []],
  ["spaces/a", { parent: "spaces/a" }, []],
  [
    "spaces/a",
    { "grants/teams/docs": "read", "grants/ada@x.org": "edit", "grants/teams/old": null },
    ["teams/docs", "members/ada@x.org"],
  ],
  ["teams/a", { "members/ada@x.org": "owner", "members/bob@x.org": null }, ["members/ada@x.org"]],
  [
    "saml/a",
    { "groups/Docs": ["teams/docs", "teams/b"], "groups/No": "teams/no", defaultTeam: "teams/c" },
    ["teams/docs", "teams/b", "teams/c"],
  ],
  [
    "organization",
    {
      defaultContent: "sites/help",
      mergeRules: { rules: [{ users: ["ada@x.org", "bob@x.org"] }] },
    },
    ["sites/help", "members/ada@x.org", "members/bob@x.org"],
  ],
  [
    "spaces/a",
    { mergeRules: { type: "none", text: "a user of ada@x.org here" } },
    ["members/ada@x.org"],
  ],
  ["spaces/a", { mergeRules: { type: "none" }, title: "Ask ada@x.org" }, []],
  [
    "sites/help",
    { order: ["a", "b"], default: "c" },
    ["sites/help/a", "sites/help/b", "sites/help/c"],
  ],
  ["sites/help", { order: "a", default: null }, []],
  [
    "sites/help/a",
    { space: "spaces/x", section: "sites/help/s", group: "sites/help/g" },
    ["sites/help", "spaces/x", "sites/help/s", "sites/help/g"],
  ],
  [
    "sites/help/a",
    { order: ["b"], space: null, spaces: "spaces/no", "shareLinks/x": "y" },
    ["sites/help", "sites/help/b"],
  ],
])("%s with %j needs %j", (address, fields, needed) => {
  expect([...findDependencies(address, new Map(Object.entries(fields)))]).toEqual(needed);
});

test.each([
  ["sites/help/guides@Y1", ["sites/help/guides"], "sites/help"],
  ["sites/help/guides", [], "sites/help"],
  ["sites/help", [], "sites/help"],
  ["spaces/a", [], "spaces/a"],
  ["members/ada@x.org", [], "members/ada@x.org"],
  ["members/ada/docs@x.org", [], "members/ada/docs@x.org"],
  ["organization", [], "organization"],
])("%s is deleted after %j, in turns of %s", (address, needed, key) => {
  expect([...findDeleteDependencies(address)]).toEqual(needed);
  expect(getConcurrencyKey(address)).toBe(key);
});
