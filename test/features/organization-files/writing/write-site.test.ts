/** The requests that create, update and delete the parts of a site. */
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import {
  createPart,
  isPart,
  removePart,
  updatePart,
  updateSite,
  type WrittenPartKind,
} from "../../../../src/features/organization-files/writing/write-site.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { desired } from "../../../support/organizations/plan-parts.ts";
import { openWriter } from "../../../support/organizations/plan-writer.ts";

type Values = Readonly<Record<string, JsonValue>>;

type Requests = readonly (string | readonly [string, unknown])[];

test.each<
  readonly [WrittenPartKind, Values, string | null, readonly [string, string | undefined], Requests]
>([
  [
    "group",
    {
      title: "Title",
      url: "https://a.example",
      icon: "book",
      description: "d",
      condition: "visitor.claims.a",
      path: "p",
      group: "sites/s/g",
    },
    null,
    ["NEW", undefined],
    [["POST /orgs/O1/sites/X1/section-groups", { title: "Title", icon: "book", parent: "G1" }]],
  ],
  [
    "group",
    { title: "Title", icon: null, group: null },
    null,
    ["NEW", undefined],
    [["POST /orgs/O1/sites/X1/section-groups", { title: "Title" }]],
  ],
  [
    "link",
    {
      title: "Title",
      url: "https://a.example",
      icon: "book",
      description: "d",
      condition: "visitor.claims.a",
      path: "p",
      group: "sites/s/g",
    },
    null,
    ["NEW", undefined],
    [
      [
        "POST /orgs/O1/sites/X1/external-links",
        {
          title: "Title",
          url: "https://a.example",
          description: "d",
          icon: "book",
          parent: "G1",
          condition: "visitor.claims.a",
        },
      ],
    ],
  ],
  [
    "link",
    { title: "Title", url: "https://a.example", group: null },
    null,
    ["NEW", undefined],
    [["POST /orgs/O1/sites/X1/external-links", { title: "Title", url: "https://a.example" }]],
  ],
  [
    "section",
    {
      title: "Title",
      url: "https://a.example",
      icon: "book",
      description: "d",
      condition: "visitor.claims.a",
      path: "p",
      group: "sites/s/g",
    },
    "spaces/a",
    ["P9", "Y9"],
    [
      [
        "POST /orgs/O1/sites/X1/sections",
        { spaceId: "S1", title: "Title", icon: "book", siteSectionGroupId: "G1" },
      ],
    ],
  ],
  [
    "section",
    { title: "Title" },
    "spaces/a",
    ["P9", "Y9"],
    [
      [
        "POST /orgs/O1/sites/X1/sections",
        { spaceId: "S1", title: "Title", siteSectionGroupId: null },
      ],
    ],
  ],
  [
    "site-space",
    {
      title: "Title",
      url: "https://a.example",
      icon: "book",
      description: "d",
      condition: "visitor.claims.a",
      path: "p",
      space: "spaces/a",
      section: "sites/s/p",
    },
    null,
    ["NEW", undefined],
    [["POST /orgs/O1/sites/X1/site-spaces", { spaceId: "S1", sectionId: "P1" }]],
  ],
  [
    "site-space",
    { space: "spaces/a", section: null },
    null,
    ["NEW", undefined],
    [["POST /orgs/O1/sites/X1/site-spaces", { spaceId: "S1" }]],
  ],
])("a new %s with %j and the space %s", async (kind, fields, space, ids, requests) => {
  const sections = "POST /orgs/O1/sites/X1/sections";
  const { writer, sent } = openWriter({
    [sections]: { id: "P9", siteSpaces: [{ id: "Y9" }, { id: "Y8" }] },
  });
  const first = space === null ? undefined : desired("site-space", "sites/s/f", { space });
  const part = await createPart(writer, desired(kind, "sites/s/n", fields), first);
  expect([part.id, part.firstSiteSpace]).toEqual(ids);
  expect(part.answer.id).toBe(ids[0]);
  expect(sent).toEqual(requests);
});

test("a section without a space is refused, and one without an answer about it has none", async () => {
  const { writer, sent } = openWriter();
  const section = desired("section", "sites/s/n", { title: "Title" });
  await expect(createPart(writer, section, undefined)).rejects.toThrow(
    new ApiError(400, "sites/s/n has no spaces. A section requires at least one."),
  );
  expect(sent).toEqual([]);
  const first = desired("site-space", "sites/s/f", { space: "spaces/a" });
  expect(await createPart(writer, section, first)).toEqual({ id: "NEW", answer: { id: "NEW" } });
});

test.each<readonly [WrittenPartKind, Values, boolean, Requests]>([
  [
    "group",
    { title: "Title", group: "sites/s/g" },
    true,
    [["PATCH /orgs/O1/sites/X1/section-groups/ID", { title: "Title", parentSectionGroupId: "G1" }]],
  ],
  [
    "group",
    { group: null },
    true,
    [["PATCH /orgs/O1/sites/X1/section-groups/ID", { parentSectionGroupId: null }]],
  ],
  [
    "group",
    { order: ["y", "p"] },
    false,
    [
      [
        "PATCH /orgs/O1/sites/X1/structure/sort",
        {
          item: { type: "site-section", id: "P1" },
          position: { after: { type: "site-space", id: "Y1" } },
        },
      ],
    ],
  ],
  [
    "link",
    { url: "https://a.example", group: "sites/s/g" },
    true,
    [["PATCH /orgs/O1/sites/X1/external-links/ID", { url: "https://a.example", parent: "G1" }]],
  ],
  [
    "link",
    { group: null },
    true,
    [["PATCH /orgs/O1/sites/X1/external-links/ID", { parent: null }]],
  ],
  [
    "section",
    { path: "guides", group: "sites/s/g", default: "y", order: ["p"] },
    true,
    [
      [
        "PATCH /orgs/O1/sites/X1/sections/ID",
        { path: "guides", defaultSiteSpace: "Y1", siteSectionGroupId: "G1" },
      ],
    ],
  ],
  [
    "section",
    { group: null, default: null },
    true,
    [["PATCH /orgs/O1/sites/X1/sections/ID", { siteSectionGroupId: null }]],
  ],
  [
    "section",
    { order: ["p", "y"] },
    false,
    [
      [
        "PATCH /orgs/O1/sites/X1/structure/sort",
        {
          item: { type: "site-space", id: "Y1" },
          position: { after: { type: "site-section", id: "P1" } },
        },
      ],
    ],
  ],
  [
    "site-space",
    { path: "x", space: "spaces/a" },
    true,
    [["PATCH /orgs/O1/sites/X1/site-spaces/ID", { path: "x", spaceId: "S1" }]],
  ],
  [
    "site-space",
    { condition: null },
    true,
    [["PATCH /orgs/O1/sites/X1/site-spaces/ID", { condition: null }]],
  ],
])("a %s with the changes %j", async (kind, changes, hasAnswer, requests) => {
  const { writer, sent } = openWriter();
  const answer = await updatePart(
    writer,
    kind,
    "sites/s/n",
    "ID",
    new Map(Object.entries(changes)),
  );
  expect(sent).toEqual(requests);
  expect(answer !== undefined).toBe(hasAnswer);
});

test.each<readonly [WrittenPartKind, string]>([
  ["group", "DELETE /orgs/O1/sites/X1/section-groups/ID"],
  ["section", "DELETE /orgs/O1/sites/X1/sections/ID"],
  ["link", "DELETE /orgs/O1/sites/X1/external-links/ID"],
  ["site-space", "DELETE /orgs/O1/sites/X1/site-spaces/ID"],
])("a %s is deleted by %s", async (kind, request) => {
  const { writer, sent } = openWriter();
  await removePart(writer, kind, "X1", "ID");
  expect(sent).toEqual([request]);
});

test.each([
  ["group", true],
  ["section", true],
  ["site-space", true],
  ["link", true],
  ["site", false],
  ["space", false],
] as const)("a %s is a part of a site: %s", (kind, expected) => {
  expect(isPart(kind)).toBe(expected);
});

describe("redirects in place of automatic ones", () => {
  const redirects = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, at) => [
        `automaticRedirects//old${at}`,
        "https://a.example",
      ]),
    );
  test.each([
    [1, "1 former URL automatically (/old0)"],
    [3, "3 former URLs automatically (/old0, /old1, /old2)"],
    [4, "4 former URLs automatically (/old0, /old1, /old2, …)"],
  ])("are noted: %d", async (count, text) => {
    const changes = redirects(count);
    const results = [...changes.keys()].map((field) => ({
      source: field.slice("automaticRedirects/".length),
      status: "created",
    }));
    const { writer, notes } = openWriter({ "PUT /orgs/O1/sites/X1/redirects": { results } });
    await updateSite(writer, "X1", {}, changes);
    expect(notes).toEqual([
      `sites/s: the platform does not redirect ${text}. Ordinary redirects were created.`,
    ]);
  });
});
