/** Findings in docs sites, specifications and titles of an organization. */
import { describe, expect, test } from "vitest";
import {
  findFailedSpecifications,
  findSameTitles,
  findShareLinks,
  findUnpublished,
} from "../../../src/features/check/find-in-organization.ts";
import type { CheckScope } from "../../../src/features/check/organization-scope.ts";
import type { OrganizationReader } from "../../../src/features/organization/organization-reader.ts";
import { createPartial } from "../../support/commands/partial.ts";

const now = Date.parse("2026-06-01T00:00:00Z");

/** @param reading the parts that the rule reads */
function createScope(reading: object, spaces: CheckScope["spaces"] = []): CheckScope {
  const reader = createPartial<OrganizationReader>({ organizationId: "O1", ...reading });
  return createPartial<CheckScope>({ reading: reader, now, spaces });
}

describe("a share link", () => {
  const find = (link: object) =>
    findShareLinks(
      createScope({
        sites: async () => [{ id: "X1", title: "Docs", urls: { app: "https://app/x" } }],
        listIfOffered: async () => [{ id: "L1", ...link }],
      }),
    );

  test.each<[object, string | undefined]>([
    [{}, "A share link gives access to the site."],
    [{ name: "Team" }, 'The share link "Team" gives access to the site.'],
    [
      { active: true, createdAt: "2026-01-02T03:04:05Z" },
      "A share link gives access to the site since 2026-01-02.",
    ],
    [{ active: false }, undefined],
    [{ expiresAt: "2026-05-31T23:59:59.999Z" }, undefined],
    [{ expiresAt: "2026-06-01T00:00:00Z" }, undefined],
    [
      { expiresAt: "2026-06-01T00:00:00.001Z" },
      "A share link gives access to the site, until 2026-06-01.",
    ],
    [{ expiresAt: "soon" }, "A share link gives access to the site, until soon."],
    [
      { createdAt: "2026-01-02", expiresAt: "2027-01-02" },
      "A share link gives access to the site since 2026-01-02, until 2027-01-02.",
    ],
  ])("%j: %s", async (link, message) => {
    expect(await find(link)).toEqual(
      message === undefined
        ? []
        : [
            {
              rule: "site-share-link",
              id: "X1",
              target: "L1",
              title: "Docs",
              message,
              address: "https://app/x",
            },
          ],
    );
  });

  test.each([undefined, "absent"])("is not found in a list that is %s", async (list) => {
    const reading = { sites: async () => [{ id: "X1" }], listIfOffered: async () => list };
    expect(await findShareLinks(createScope(reading))).toEqual([]);
  });
});

describe("a space on no site", () => {
  const spaces = ["S1", "S2"].map((id) => ({ id, title: id, value: {} }));
  const sites = async () => [{ id: "A" }, { id: "B" }];

  test.each<[Readonly<Record<string, readonly object[] | undefined>>, readonly string[]]>([
    [{ A: [{ space: { id: "S1" } }], B: [{ space: { id: "S2" } }] }, []],
    [{ A: [{ space: { id: "S2" } }], B: [] }, ["S1"]],
    [{ A: [{}], B: [] }, ["S1", "S2"]],
    [{ A: undefined, B: [] }, []],
    [{ A: [], B: undefined }, []],
  ])("of sites with the spaces %j", async (listed, expected) => {
    const siteSpaces = async (id: string) => listed[id];
    const found = await findUnpublished(createScope({ sites, siteSpaces }, spaces));
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(found.map((one) => one.spaces)).toEqual(expected.map((id) => [id]));
  });

  test("is not found if the sites cannot be read", async () => {
    expect(await findUnpublished(createScope({ sites: async () => undefined }, spaces))).toEqual(
      [],
    );
  });
});

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ lastProcessErrorCode: "A" }, "Processing failed with A."],
  [{ lastProcessErrorCode: "A", lastProcessedErrors: [] }, "Processing failed with A."],
  [
    { lastProcessErrorCode: "A", lastProcessedErrors: [{ message: "No." }, { message: "Other." }] },
    "Processing failed with A: No.",
  ],
])("the specification %j failed: %s", async (specification, message) => {
  const list = async () => [{ id: "D1", slug: "pets", ...specification }];
  expect(await findFailedSpecifications(createScope({ list }))).toEqual(
    message === undefined
      ? []
      : [{ rule: "specification-failed", id: "D1", target: "", title: "pets", message }],
  );
});

describe("equal titles are reported once for each kind", () => {
  const kinds = ["spaces", "collections", "teams", "sites"];

  test.each(kinds)("%s", async (kind) => {
    const items = [
      { id: "3", title: "a " },
      { id: "1", title: "A" },
      { id: "2", title: "a" },
      { id: "4", title: "a", deletedAt: "2026-01-01" },
      { id: "5", title: "b" },
      { id: "6", title: " " },
      { id: "7", title: "" },
    ];
    const reading = Object.fromEntries(
      kinds.map((one) => [one, async () => (one === kind ? items : undefined)]),
    );
    const target = kind === "sites" ? "docs sites" : kind;
    expect(await findSameTitles(createScope(reading))).toEqual([
      { rule: "title-twice", id: "1", target, title: "A", message: `3 ${target} have this title.` },
    ]);
  });
});
