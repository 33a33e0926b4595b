import { expect, test } from "vitest";
import { findIds } from "../../../src/app/resolve/remember-ids.ts";
import { id, optional } from "../../../src/contract/fields.ts";
import type { JsonObject } from "../../../src/json/values.ts";

const inOrganization = { operation: "listSpaces", input: { organizationId: id("org") } };

test("a cached id has a kind, a title and a parent", () => {
  const items = [
    { object: "space", id: "S1", title: "Guide", organization: "O2", parent: "C1" },
    { object: "space", id: "S2", title: "" },
  ];
  expect(findIds(items, inOrganization, { organizationId: "O1" })).toEqual(
    new Map([
      [
        "space",
        [
          { id: "S1", title: "Guide", parent: "O2" },
          { id: "S2", title: undefined, parent: "O1" },
        ],
      ],
    ]),
  );
});

test("a change request belongs to its space even in a list of the organization", () => {
  const items = [{ object: "change-request", id: "R1", number: 3, subject: "Fix", space: "S1" }];
  expect(findIds(items, inOrganization, { organizationId: "O1" }).get("cr")).toEqual([
    { id: "3", title: "Fix", parent: "S1" },
  ]);
});

test("a member is cached as a user", () => {
  const user = { object: "user", id: "U1", displayName: "Ada" };
  const items = [{ object: "member", id: "M1", role: "admin", user }];
  expect(findIds(items, inOrganization, { organizationId: "O1" })).toEqual(
    new Map([["user", [{ id: "U1", title: "Ada", parent: undefined }]]]),
  );
});

test("a flag for another resource of the parent's kind is not the parent", () => {
  const input = { organization: optional(id("org", "Where to")) };
  const items = [{ object: "collection", id: "C1", title: "Handbooks" }];
  expect(
    findIds(items, { operation: "transferSpace", input }, { organization: "O9" }).get(
      "collection",
    )?.[0]?.parent,
  ).toBeUndefined();
});

test("resources without a known kind or id are ignored", () => {
  const items = [
    { id: "1" },
    { object: "spaceship", id: "2" },
    { object: "space" },
    { object: "toString", id: "3" },
  ];
  expect(findIds(items, inOrganization, {})).toEqual(new Map());
});

test("nested resources are cached too: the space of a site, subpages", () => {
  const space = { object: "space", id: "S1", title: "Guide", organization: "O1" };
  const items = [{ object: "site-space", id: "P1", site: "D1", space }];
  expect(findIds(items, inOrganization, { organizationId: "O1" })).toEqual(
    new Map([
      ["siteSpace", [{ id: "P1", title: undefined, parent: "D1" }]],
      ["space", [{ id: "S1", title: "Guide", parent: "O1" }]],
    ]),
  );
  const inSpace = { operation: "listPages", input: { spaceId: id("space") } };
  const pages = [{ pages: [{ id: "1", title: "One", pages: [{ id: "2", title: "Two" }] }] }];
  expect(findIds(pages, inSpace, { spaceId: "S1" }).get("page")).toEqual([
    { id: "1", title: "One", parent: "S1" },
    { id: "2", title: "Two", parent: "S1" },
  ]);
});

test("resources identified by name are cached by name", () => {
  const items = [
    { object: "openapi-spec", id: "1", slug: "pets" },
    { object: "integration", name: "link-watch", title: "Link watch" },
  ];
  expect(findIds(items, inOrganization, { organizationId: "O1" })).toEqual(
    new Map([
      ["specification", [{ id: "pets", title: undefined, parent: "O1" }]],
      ["integration", [{ id: "link-watch", title: "Link watch", parent: undefined }]],
    ]),
  );
});

test.each([
  ["import-run", "runningImport", "pending", false],
  ["import-run", "runningImport", "in-progress", false],
  ["import-run", "runningImport", "completed", true],
  ["import-run", "runningImport", "failed", true],
  ["import-run", "runningImport", "cancelled", true],
  ["change-request", "openCr", "draft", false],
  ["change-request", "openCr", "open", false],
  ["change-request", "openCr", "merged", true],
  ["change-request", "openCr", "archived", true],
] as const)("of each %s, %s keeps those that can change: %s", (object, noun, status, isGone) => {
  const items = [{ object, id: "I1", number: 1, status }];
  const ids = findIds(items, inOrganization, { organizationId: "O1" });
  expect(ids.get(noun)).toMatchObject([{ id: noun === "openCr" ? "1" : "I1", isGone }]);
});

test("a resource without a status, or whose status does not matter, is not in a subset", () => {
  const items = [
    { object: "import-run", id: "I1" },
    { object: "site", id: "D1", status: "open" },
  ];
  const ids = findIds(items, inOrganization, { organizationId: "O1" });
  expect([...ids.keys()]).toEqual(["import", "site"]);
});

test.each<[item: JsonObject, title: string | undefined]>([
  [{ title: "Guide", name: "guide" }, "Guide"],
  [{ title: "", subject: null, displayName: "Ada" }, "Ada"],
  [{ label: "Okta", language: "de" }, "Okta"],
  [{ language: "de" }, "de"],
  [{ description: "Text" }, undefined],
  // The id is no title of its own.
  [{ title: "S1", name: "guide" }, "guide"],
  [{ title: "S1" }, undefined],
])("the title of %j is %s", (item, title) => {
  const ids = findIds([{ object: "space", id: "S1", ...item }], inOrganization, {});
  expect(ids.get("space")).toEqual([{ id: "S1", title, parent: undefined }]);
});
