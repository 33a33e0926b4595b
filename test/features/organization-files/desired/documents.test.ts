/** The documents of an export, from resources that the tests choose. */
import { describe, expect, test } from "vitest";
import {
  pickFields,
  toContentDocument,
  toOrganizationDocument,
  toPeopleDocument,
  toSiteDocument,
  toSpecificationsDocument,
  toUrlVariable,
} from "../../../../src/features/organization-files/desired/documents.ts";
import type { ResourceIds } from "../../../../src/features/organization-files/ids.ts";
import type { Live } from "../../../../src/features/organization-files/resource.ts";
import type { JsonObject } from "../../../../src/json/values.ts";
import { createPartial } from "../../../support/commands/partial.ts";

/** The address of a resource is its id; an id without a slash is that of a user without an email. */
const ids = createPartial<ResourceIds>({
  getAddress: (_: string, id: string) => id,
  getEmail: (id: string) => (id.includes("@") ? id : `id:${id}`),
});

function live(kind: Live["kind"], id: string, fields: JsonObject = {}, title = "Title"): Live {
  return { kind, id, title, fields: new Map(Object.entries(fields)) };
}

function collect<T>(build: (say: (text: string) => void) => T) {
  const said: string[] = [];
  return { document: build((text) => void said.push(text)), said };
}

const foreign = {
  type: "rules",
  rules: [{ rule: "require_specific_reviewers", users: ["id:U1"] }],
};
const rules = { type: "rules", rules: [{ rule: "require_at_least_one_review" }] };

test("fields are in the order of the file, without empty and foreign values", () => {
  const one = live("space", "spaces/a", { b: "x", a: false, c: null, d: "", e: foreign, f: 0 });
  const picked = pickFields(one, ["a", "b", "c", "d", "e", "f", "g"]);
  expect(Object.entries(picked)).toEqual([
    ["a", false],
    ["b", "x"],
    ["f", 0],
  ]);
});

test.each<[JsonObject, JsonObject, readonly string[]]>([
  [{}, { defaultRole: "guest" }, []],
  [
    {
      inviteLinks: true,
      title: "Acme",
      defaultRole: "read",
      hostname: "h",
      mergeRules: { type: "none" },
    },
    { title: "Acme", hostname: "h", defaultRole: "read", inviteLinks: true, mergeRules: "none" },
    [],
  ],
  [{ mergeRules: rules }, { defaultRole: "guest", mergeRules: rules }, []],
  [
    { mergeRules: foreign, defaultRole: null },
    { defaultRole: "guest" },
    [
      "The merge rules of the organization were not exported because they name users who are not members.",
    ],
  ],
])("the document of an organization with %j", (fields, document, said) => {
  const one = live("organization", "O1", fields);
  expect(collect((say) => toOrganizationDocument(one, say))).toEqual({ document, said });
});

test("members and teams are sorted, and members without an email are named", () => {
  const things = [
    live("member", "b@x.example", { role: "admin" }),
    live("member", "a@x.example", { role: null }),
    live("member", "c@x.example", { role: "read", disabled: true }),
    live("member", "d@x.example", { role: "read", disabled: false }),
    live("member", "U9", { role: "read" }, "Ada"),
    live(
      "team",
      "teams/docs",
      {
        "members/b@x.example": "owner",
        "members/a@x.example": "member",
        "members/id:U9": "member",
      },
      "Docs",
    ),
    live("team", "teams/empty", {}, "Empty"),
    live("space", "spaces/a"),
  ];
  const { document, said } = collect((say) => toPeopleDocument(things, ids, say));
  expect(JSON.stringify(document)).toBe(
    JSON.stringify({
      members: {
        "a@x.example": "guest",
        "b@x.example": "admin",
        "c@x.example": { role: "read", disabled: true },
        "d@x.example": "read",
      },
      teams: {
        docs: { title: "Docs", members: { "a@x.example": "member", "b@x.example": "owner" } },
        empty: { title: "Empty", members: {} },
      },
    }),
  );
  expect(said).toEqual([
    "Ada (U9) was not exported because the platform does not return their email address.",
  ]);
});

describe("the tree of content", () => {
  test("has collections and spaces in their parents, in the order of the platform", () => {
    const things = [
      live("space", "spaces/z", { title: "Z", parent: null, defaultLevel: null }),
      live("collection", "collections/b", { title: "B", description: "", parent: null }),
      live("collection", "collections/a", {
        title: "A",
        parent: "collections/b",
        defaultLevel: "read",
        "grants/u@x": "edit",
        "grants/id:U1": "admin",
      }),
      live("space", "spaces/y", {
        title: "Y",
        emoji: "y",
        parent: "collections/a",
        mergeRules: { type: "inherit" },
        git: { url: "g" },
      }),
      live("space", "spaces/x", { title: "X", parent: "id:C9", mergeRules: foreign }),
      live("space", "spaces/w", { title: "W" }),
    ];
    const { document, said } = collect((say) => toContentDocument(things, ids, say));
    expect(JSON.stringify(document)).toBe(
      JSON.stringify({
        collections: {
          b: {
            title: "B",
            collections: {
              a: {
                title: "A",
                defaultLevel: "read",
                grants: { "u@x": "edit" },
                spaces: { y: { title: "Y", emoji: "y", mergeRules: "inherit", git: { url: "g" } } },
              },
            },
          },
        },
        spaces: { z: { title: "Z", defaultLevel: null }, x: { title: "X" }, w: { title: "W" } },
      }),
    );
    expect(said).toEqual([
      "The merge rules of spaces/x were not exported because they name users who are not members.",
    ]);
  });

  test("without content has empty lists", () => {
    const { document } = collect((say) => toContentDocument([], ids, say));
    expect(document).toEqual({ collections: {}, spaces: {} });
  });
});

test("specifications have a file, a URL, or a variable for a URL with a secret", () => {
  const spec = (id: string, fields: JsonObject) => live("specification", id, fields);
  const urls = [
    "https://x.example/a?version=2",
    "https://user@x.example/a",
    "https://:pw@x.example/a",
    "https://x.example/a?api_KEY=1",
    "https://x.example/a?x=1&Signature=2",
    "not a url?token=1",
  ];
  const things = [
    spec("file", { url: null, visibility: "public" }),
    spec("none", { url: null }),
    live("space", "spaces/a", { url: "https://x.example" }),
    ...urls.map((url, at) => spec(`u-${at}`, { url, visibility: "" })),
  ];
  const variables: string[] = [];
  const { document, said } = collect((say) =>
    toSpecificationsDocument(
      things,
      new Map([["file", "specs/file.yaml"]]),
      say,
      (name) => void variables.push(name),
    ),
  );
  expect(document).toEqual({
    specs: {
      file: { file: "specs/file.yaml", visibility: "public" },
      "u-0": { url: urls[0] },
      "u-1": { url: { env: "SPEC_U_1_URL" } },
      "u-2": { url: { env: "SPEC_U_2_URL" } },
      "u-3": { url: { env: "SPEC_U_3_URL" } },
      "u-4": { url: { env: "SPEC_U_4_URL" } },
      "u-5": { url: urls[5] },
    },
  });
  expect(variables).toEqual([1, 2, 3, 4].map((at) => `SPEC_U_${at}_URL`));
  expect(said[0]).toBe(
    "The URL of specs/u-1 contains a secret and was not exported: set SPEC_U_1_URL before plan and apply.",
  );
  expect(said).toHaveLength(4);
  expect(toUrlVariable("WEBHOOK", "my.hook-1")).toBe("WEBHOOK_MY_HOOK_1_URL");
});

describe("a site", () => {
  const parts = [
    live("group", "sites/help/g", { order: ["s", "l", "gone"], icon: "i" }, "Group"),
    live(
      "section",
      "sites/help/s",
      { order: ["v", "w"], default: "w", path: "s", description: "d", condition: "c" },
      "Section",
    ),
    live("site-space", "sites/help/v", { space: "spaces/v", path: "v" }, "V"),
    live("site-space", "sites/help/w", { space: "spaces/other" }, "W"),
    live("site-space", "sites/help/f", { space: "id:S9" }, "Foreign"),
    live("link", "sites/help/l", { url: "https://x.example" }, "Link"),
    live("site-space", "sites/other/v", { space: "spaces/v" }, "Elsewhere"),
    live("space", "sites/help/x", {}, "No part"),
  ];
  const build = (fields: JsonObject, hasContent = true) => {
    const all = new Map(parts.map((one) => [one.id, one]));
    const site = live("site", "sites/help", fields, "Help's site");
    return collect((say) => toSiteDocument(site, all, { ids, say, hasContent }));
  };
  const content = { content: { directory: null } };

  test("has its parts in order, with the default of each parent", () => {
    const { document, said } = build({ order: ["g", "f", "x", 7], default: "s" });
    expect(document).toEqual({
      site: {
        title: "Help's site",
        structure: [
          {
            type: "section-group",
            key: "g",
            title: "Group",
            icon: "i",
            children: [
              {
                type: "section",
                key: "s",
                title: "Section",
                path: "s",
                default: true,
                description: "d",
                condition: "c",
                children: [
                  { type: "space", key: "v", path: "v", ...content },
                  { type: "space", key: "w", default: true, space: "other", ...content },
                ],
              },
              { type: "external-link", key: "l", title: "Link", url: "https://x.example" },
            ],
          },
          { type: "space", key: "f", title: "Foreign", ...content },
        ],
      },
      settings: {},
    });
    expect(said).toEqual([]);
  });

  test("without the file of the content has the titles of its spaces", () => {
    const { document } = build({ order: ["v"], default: "v" }, false);
    expect(document.site).toEqual({
      title: "Help's site",
      structure: [{ type: "space", key: "v", title: "V", path: "v", default: true, ...content }],
    });
  });

  test("has settings, share links, customization and grants", () => {
    const { document, said } = build({
      published: true,
      basename: "help",
      type: "premium",
      visibility: "visitor-auth",
      defaultLevel: null,
      "shareLinks/b": { active: true },
      "shareLinks/a": { active: false },
      "customization/header.links": [1],
      "customization/header.preset": "none",
      "customization/title": "T",
      "grants/u@x": "read",
    });
    expect(document).toEqual({
      site: { title: "Help's site", structure: [] },
      settings: {
        type: "premium",
        visibility: "visitor-auth",
        basename: "help",
        defaultLevel: null,
        published: true,
      },
      shareLinks: { a: { active: false }, b: { active: true } },
      customization: { header: { links: [1], preset: "none" }, title: { "": "T" } },
      grants: { "u@x": "read" },
    });
    expect(said).toEqual([
      "The sign-in settings of sites/help are not exported. To show them: tome site auth get 'Help'\\''s site'",
    ]);
  });

  test("has redirects with a destination, and automatic ones without an ordinary one", () => {
    const { document, said } = build({
      "redirects//a": { to: "https://x.example" },
      "redirects//gone": { to: null },
      "automaticRedirects//a": "sites/help/s",
      "automaticRedirects//gone": "sites/help/s",
      "automaticRedirects//old": "sites/help/s",
    });
    expect(document.redirects).toEqual({ "/a": expect.anything() });
    expect(document.automaticRedirects).toEqual({ "/old": "sites/help/s" });
    expect(said).toEqual([
      "The redirect from /gone of sites/help was not exported because its destination no longer exists.",
    ]);
  });
});
