import { describe, expect, test } from "vitest";
import {
  collectLiveParts,
  listCollectionFields,
  listMemberFields,
  listOrganizationFields,
  listSiteFields,
  listSpaceFields,
  listSpecificationFields,
  mapMergeRules,
} from "../../../src/features/organization-files/fields.ts";
import type { JsonObject } from "../../../src/json/values.ts";

const names = {
  getAddress: (kind: string, id: string) => (id.startsWith("X") ? `id:${id}` : `${kind}/${id}`),
  getEmail: (id: string) => `${id}@x.org`,
};

test.each<readonly [string, (one: JsonObject) => unknown, JsonObject, object]>([
  [
    "organization",
    (one) => listOrganizationFields(one, names),
    {
      title: "Acme",
      emailDomains: ["b.org", "a.org"],
      hostname: "docs.acme.org",
      defaultRole: "read",
      defaultContent: { site: "1" },
      urls: { logo: "https://l" },
      sso: true,
      ai: true,
      inviteLinks: true,
      mergeRules: { type: "none" },
    },
    {
      title: "Acme",
      emailDomains: ["a.org", "b.org"],
      hostname: "docs.acme.org",
      defaultRole: "read",
      defaultContent: "site/1",
      logo: "https://l",
      sso: true,
      ai: true,
      inviteLinks: true,
      mergeRules: { type: "none" },
    },
  ],
  [
    "empty organization",
    (one) => listOrganizationFields(one, names),
    { sso: "yes", ai: 1, emailDomains: "a.org" },
    {
      title: "",
      emailDomains: [],
      hostname: null,
      defaultRole: null,
      defaultContent: null,
      logo: null,
      sso: false,
      ai: false,
      inviteLinks: false,
      mergeRules: { type: "none" },
    },
  ],
  ["member", listMemberFields, { role: "edit", disabled: true }, { role: "edit", disabled: true }],
  ["guest", listMemberFields, {}, { role: null, disabled: false }],
  [
    "collection",
    (one) => listCollectionFields(one, names),
    { title: "A", description: "d", defaultLevel: "read", parent: "C1" },
    { title: "A", description: "d", defaultLevel: "read", parent: "collection/C1" },
  ],
  [
    "empty collection",
    (one) => listCollectionFields(one, names),
    {},
    { title: "", description: "", defaultLevel: null, parent: null },
  ],
  [
    "space",
    (one) => listSpaceFields(one, names),
    {
      title: "A",
      emoji: "1f600",
      language: "de",
      editMode: "live",
      defaultLevel: "read",
      parent: "C1",
      mergeRules: { type: "inherit" },
    },
    {
      title: "A",
      emoji: "1f600",
      language: "de",
      editMode: "live",
      defaultLevel: "read",
      parent: "collection/C1",
      mergeRules: { type: "inherit" },
    },
  ],
  [
    "empty space",
    (one) => listSpaceFields(one, names),
    { emoji: "" },
    {
      title: "",
      emoji: null,
      language: null,
      editMode: null,
      defaultLevel: null,
      parent: null,
      mergeRules: { type: "none" },
    },
  ],
  [
    "specification",
    listSpecificationFields,
    { sourceURL: "u", visibility: "public" },
    { url: "u", visibility: "public" },
  ],
  ["empty specification", listSpecificationFields, {}, { url: null, visibility: null }],
  [
    "site",
    listSiteFields,
    {
      type: "basic",
      title: "S",
      visibility: "public",
      basename: "s",
      defaultLevel: "read",
      adaptiveContent: { enabled: true },
      agentsContext: "c",
      proxy: { origin: "o" },
      published: true,
    },
    {
      type: "basic",
      title: "S",
      visibility: "public",
      basename: "s",
      defaultLevel: "read",
      adaptiveContent: true,
      agentsContext: "c",
      proxy: "o",
      published: true,
    },
  ],
  [
    "empty site",
    listSiteFields,
    { published: "yes", adaptiveContent: { enabled: "yes" } },
    {
      type: null,
      title: "",
      visibility: "",
      basename: null,
      defaultLevel: null,
      adaptiveContent: false,
      agentsContext: null,
      proxy: null,
      published: false,
    },
  ],
])("fields of a %s", (_, list, one, expected) => {
  expect(list(one)).toEqual(expected);
});

test.each([
  [{ site: "1", space: "2", collection: "3" }, "site/1"],
  [{ space: "2", collection: "3" }, "space/2"],
  [{ collection: "3" }, "collection/3"],
  [{ site: null }, null],
])("the default content %j is %j", (defaultContent, expected) => {
  expect(listOrganizationFields({ defaultContent }, names)).toMatchObject({
    defaultContent: expected,
  });
});

test.each([
  [undefined, { type: "none" }],
  ["none", { type: "none" }],
  [{ type: "inherit" }, { type: "inherit" }],
  [
    { type: "other", rules: [{ rule: "a", users: ["b", "a"] }, { rule: "c" }] },
    { type: "rules", rules: [{ rule: "a", users: ["a@x.org", "b@x.org"] }, { rule: "c" }] },
  ],
])("the merge rules %j", (value, expected) => {
  expect(mapMergeRules(value, (id) => `${id}@x.org`)).toEqual(expected);
});

describe("collectLiveParts", () => {
  const space = (id: string, more: JsonObject = {}) => ({
    object: "site-space",
    id,
    title: `Space ${id}`,
    path: id,
    space: { id: `S-${id}` },
    condition: "",
    ...more,
  });

  test("lists parts with their parents, order and defaults", () => {
    const structure = [
      {
        object: "site-section-group",
        id: "G1",
        title: "Group",
        icon: "book",
        children: [
          {
            object: "site-external-link",
            id: "L1",
            title: "Blog",
            url: "https://b",
            description: "d",
            condition: "c",
          },
          {
            object: "site-section",
            id: "P1",
            title: "Section",
            path: "guides",
            default: true,
            description: "",
            condition: "x",
            siteSpaces: [space("Y1"), space("X2", { default: true, condition: "y" })],
          },
        ],
      },
      { object: "unknown", id: "U1" },
      { object: "site-section", id: "P2", siteSpaces: [], path: "" },
    ];
    const { site, parts } = collectLiveParts({ structure }, names);
    expect(site).toEqual({ order: ["G1", "U1", "P2"], default: "P1" });
    expect(parts).toEqual([
      {
        kind: "link",
        id: "L1",
        title: "Blog",
        entries: {
          title: "Blog",
          icon: null,
          group: "group/G1",
          url: "https://b",
          description: "d",
          condition: "c",
        },
      },
      {
        kind: "site-space",
        id: "Y1",
        title: "Space Y1",
        entries: { space: "space/S-Y1", section: "section/P1", path: "Y1", condition: null },
      },
      {
        kind: "site-space",
        id: "X2",
        title: "Space X2",
        entries: { space: "space/S-X2", section: "section/P1", path: "X2", condition: "y" },
      },
      {
        kind: "section",
        id: "P1",
        title: "Section",
        entries: {
          title: "Section",
          icon: null,
          group: "group/G1",
          description: null,
          condition: "x",
          order: ["Y1", "id:X2"],
          path: "guides",
          default: "id:X2",
        },
      },
      {
        kind: "group",
        id: "G1",
        title: "Group",
        entries: { title: "Group", icon: "book", group: null, order: ["L1", "P1"] },
      },
      {
        kind: "section",
        id: "P2",
        title: "",
        entries: {
          title: "",
          icon: null,
          group: null,
          description: null,
          condition: null,
          order: [],
          path: "",
          default: null,
        },
      },
    ]);
  });

  test("a site without sections has site spaces", () => {
    const { site, parts } = collectLiveParts(
      { structure: [space("Y1"), space("Y2", { default: true })] },
      names,
    );
    expect(site).toEqual({ order: ["Y1", "Y2"], default: "Y2" });
    expect(parts.map(({ entries }) => entries.section)).toEqual([null, null]);
    expect(collectLiveParts({}, names)).toEqual({ site: { order: [], default: null }, parts: [] });
    expect(collectLiveParts({ structure: [space("Y1")] }, names).site).toEqual({
      order: ["Y1"],
      default: null,
    });
  });
});
