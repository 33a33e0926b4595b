/** The requests that create, update and delete each kind of resource. */
import { expect, test } from "vitest";
import { ApiError, IncompleteError } from "../../../../src/errors.ts";
import type { ResourceKind } from "../../../../src/features/organization-files/resource.ts";
import {
  create,
  remove,
  update,
} from "../../../../src/features/organization-files/writing/write.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { desired } from "../../../support/organizations/plan-parts.ts";
import { openWriter } from "../../../support/organizations/plan-writer.ts";

type Values = Readonly<Record<string, JsonValue>>;

type Requests = readonly (string | readonly [string, unknown])[];

test.each<readonly [ResourceKind, string, Values, Requests]>([
  [
    "team",
    "teams/n",
    {
      type: "basic",
      title: "Title",
      emoji: "1f600",
      language: "de",
      editMode: "live",
      visibility: "public",
      description: "d",
      icon: "i",
      "members/ada@x.org": "owner",
      "members/bob@x.org": "member",
      "grants/x": "y",
    },
    [["PUT /orgs/O1/teams", { title: "Title", members: ["U1", "U2"] }]],
  ],
  [
    "team",
    "teams/n",
    { title: "Title", emoji: null },
    [["PUT /orgs/O1/teams", { title: "Title" }]],
  ],
  [
    "collection",
    "collections/n",
    {
      type: "basic",
      title: "Title",
      emoji: "1f600",
      language: "de",
      editMode: "live",
      visibility: "public",
      description: "d",
      icon: "i",
      parent: "collections/a",
    },
    [["POST /orgs/O1/collections", { title: "Title", parent: "C1" }]],
  ],
  [
    "collection",
    "collections/n",
    { title: "Title", parent: null },
    [["POST /orgs/O1/collections", { title: "Title" }]],
  ],
  [
    "space",
    "spaces/n",
    {
      type: "basic",
      title: "Title",
      emoji: "1f600",
      language: null,
      editMode: "live",
      visibility: "public",
      description: "d",
      icon: "i",
      parent: "collections/a",
    },
    [["POST /orgs/O1/spaces", { title: "Title", emoji: "1f600", parent: "C1", editMode: "live" }]],
  ],
  [
    "specification",
    "specs/pets",
    { text: "digest" },
    [["PUT /orgs/O1/openapi/pets", { source: { text: "openapi: 3.1.0" } }]],
  ],
  [
    "specification",
    "specs/pets",
    { url: "https://a.example/x.yaml" },
    [["PUT /orgs/O1/openapi/pets", { source: { url: "https://a.example/x.yaml" } }]],
  ],
  [
    "webhook",
    "webhooks/n",
    { url: "https://h.example", events: ["comment.created"], active: false },
    [["POST /orgs/O1/webhooks", { url: "https://h.example", events: ["comment.created"] }]],
  ],
  [
    "site",
    "sites/n",
    {
      type: "basic",
      title: "Title",
      emoji: "1f600",
      language: "de",
      editMode: "live",
      visibility: "public",
      description: "d",
      icon: "i",
    },
    [["POST /orgs/O1/sites", { type: "basic", title: "Title", visibility: "public" }]],
  ],
])("a new %s at %s with %j", async (kind, address, fields, requests) => {
  const { writer, sent } = openWriter({ "PUT /orgs/O1/openapi/pets": { id: "other" } });
  const { id } = await create(writer, desired(kind, address, fields));
  expect(id).toBe(kind === "specification" ? "pets" : "NEW");
  expect(sent).toEqual(requests);
});

test("a new member is known afterwards, or has to accept an invitation", async () => {
  const invite = "POST /orgs/O1/invites";
  const one = desired("member", "members/new@x.org", { role: "edit" });
  const joined = openWriter({ [invite]: { users: ["U9"] } });
  expect(await create(joined.writer, one)).toEqual({ id: "U9", answer: { role: "edit" } });
  expect(joined.sent).toEqual([[invite, { emails: [{ email: "new@x.org", role: "edit" }] }]]);
  expect(joined.ids.getUser("new@x.org")).toBe("U9");
  for (const response of [{ pending: ["new@x.org"] }, { users: [] }]) {
    const invited = openWriter({ [invite]: response });
    await expect(create(invited.writer, desired("member", "members/new@x.org"))).rejects.toThrow(
      new IncompleteError("pending", "new@x.org was invited and has not accepted yet."),
    );
    expect(invited.sent).toEqual([[invite, { emails: [{ email: "new@x.org", role: null }] }]]);
  }
});

test("a specification without a source is refused", async () => {
  const { writer, sent } = openWriter();
  await expect(create(writer, desired("specification", "specs/none"))).rejects.toThrow(
    new ApiError(400, "specs/none has neither url nor file. Specify one of them."),
  );
  expect(sent).toEqual([]);
});

const updateResponses: Values = {
  "GET /orgs/O1/sites/ID/share-links?limit=1000": {
    items: [
      { id: "A", name: "Old" },
      { id: "B", name: "On" },
    ],
  },
  "GET /orgs/O1/saml/ID": {
    groups: [
      { name: "Old", team: "T8" },
      { name: "Other", team: "T9" },
    ],
  },
  "PATCH /orgs/O1/saml/ID": { id: "ID", groups: [] },
  "GET /orgs/O1/sites/ID/customization": {
    header: { preset: "bold", links: [] },
    styling: { search: "prominent" },
  },
};

test.each<readonly [ResourceKind, Values, boolean, Requests]>([
  [
    "organization",
    {
      title: "Title",
      defaultContent: "sites/s",
      mergeRules: {
        type: "rules",
        rules: [{ rule: "require_specific_reviewers", users: ["ada@x.org"] }],
      },
    },
    true,
    [
      [
        "PATCH /orgs/O1",
        {
          title: "Title",
          defaultContent: { type: "site", site: "X1" },
          mergeRules: {
            type: "rules",
            rules: [{ rule: "require_specific_reviewers", users: ["U1"] }],
          },
        },
      ],
    ],
  ],
  [
    "organization",
    { defaultContent: "spaces/a" },
    true,
    [["PATCH /orgs/O1", { defaultContent: { type: "space", space: "S1" } }]],
  ],
  [
    "organization",
    { defaultContent: "collections/a" },
    true,
    [["PATCH /orgs/O1", { defaultContent: { type: "collection", collection: "C1" } }]],
  ],
  ["organization", { defaultContent: null }, true, [["PATCH /orgs/O1", { defaultContent: null }]]],
  [
    "member",
    { role: "edit", disabled: true },
    true,
    [["PATCH /orgs/O1/members/ID", { role: "edit", disabled: true }]],
  ],
  [
    "team",
    { title: "Title", "members/ada@x.org": "owner", "members/bob@x.org": null },
    true,
    [
      ["PATCH /orgs/O1/teams/ID", { title: "Title" }],
      [
        "PUT /orgs/O1/teams/ID/members",
        { add: ["U1"], remove: ["U2"], memberships: { U1: { role: "owner" } } },
      ],
    ],
  ],
  [
    "team",
    { "members/ada@x.org": "member" },
    false,
    [["PUT /orgs/O1/teams/ID/members", { add: ["U1"], memberships: { U1: { role: "member" } } }]],
  ],
  [
    "team",
    { "members/bob@x.org": null },
    false,
    [["PUT /orgs/O1/teams/ID/members", { remove: ["U2"] }]],
  ],
  [
    "collection",
    {
      title: "Title",
      parent: "collections/a",
      "grants/teams/docs": "read",
      "grants/ada@x.org": "read",
      "grants/bob@x.org": null,
    },
    true,
    [
      ["PATCH /collections/ID", { title: "Title" }],
      ["POST /collections/ID/move", { parent: "C1" }],
      ["POST /collections/ID/permissions", { role: "read", users: ["U1"], teams: ["T1"] }],
      ["POST /collections/ID/permissions", { role: null, users: ["U2"] }],
    ],
  ],
  ["collection", { parent: null }, true, [["POST /collections/ID/move", { parent: null }]]],
  [
    "space",
    {
      title: "Title",
      parent: "collections/a",
      mergeRules: { type: "inherit" },
      "grants/ada@x.org": "edit",
    },
    true,
    [
      ["PATCH /spaces/ID", { title: "Title", mergeRules: { type: "inherit" } }],
      ["POST /spaces/ID/move", { parent: "C1" }],
      ["POST /spaces/ID/permissions", { role: "edit", users: ["U1"] }],
    ],
  ],
  ["space", { parent: null }, true, [["POST /spaces/ID/move", { parent: null }]]],
  [
    "specification",
    { text: "digest", visibility: "private" },
    true,
    [
      ["PUT /orgs/O1/openapi/ID", { source: { text: "openapi: 3.0.0" } }],
      ["PATCH /orgs/O1/openapi/ID", { visibility: "private" }],
    ],
  ],
  [
    "saml-provider",
    {
      title: "Title",
      defaultTeam: "teams/docs",
      "groups/Docs": ["teams/docs"],
      "groups/Old": null,
    },
    true,
    [
      "GET /orgs/O1/saml/ID",
      [
        "PATCH /orgs/O1/saml/ID",
        {
          label: "Title",
          defaultTeam: "T1",
          groups: [
            { name: "Other", team: "T9" },
            { name: "Docs", team: "T1" },
          ],
        },
      ],
    ],
  ],
  [
    "specification",
    { url: "https://a.example/x.yaml" },
    true,
    [["PUT /orgs/O1/openapi/ID", { source: { url: "https://a.example/x.yaml" } }]],
  ],
  [
    "specification",
    { visibility: "private" },
    true,
    [["PATCH /orgs/O1/openapi/ID", { visibility: "private" }]],
  ],
  [
    "webhook",
    { active: false, secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
    true,
    [
      ["POST /orgs/O1/webhooks/ID/rotate", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
      ["PATCH /orgs/O1/webhooks/ID", { active: false }],
    ],
  ],
  [
    "webhook",
    { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
    false,
    [["POST /orgs/O1/webhooks/ID/rotate", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }]],
  ],
  [
    "site",
    { title: "Title", adaptiveContent: true, type: "basic", "grants/teams/docs": "read" },
    true,
    [
      ["PATCH /orgs/O1/sites/ID", { title: "Title", adaptiveContent: { enabled: true } }],
      ["POST /orgs/O1/sites/ID/permissions", { role: "read", teams: ["T1"] }],
    ],
  ],
  [
    "site",
    { adaptiveContent: false },
    true,
    [["PATCH /orgs/O1/sites/ID", { adaptiveContent: { enabled: false } }]],
  ],
  ["site", { published: true }, true, ["POST /orgs/O1/sites/ID/publish"]],
  ["site", { published: false }, true, ["POST /orgs/O1/sites/ID/unpublish"]],
  ["site", { default: "p" }, false, [["PATCH /orgs/O1/sites/ID", { defaultSiteSection: "P1" }]]],
  ["site", { default: "y" }, false, [["PATCH /orgs/O1/sites/ID", { defaultSiteSpace: "Y1" }]]],
  [
    "site",
    { order: ["g", "p", "y", "l"] },
    false,
    [
      [
        "PATCH /orgs/O1/sites/ID/structure/sort",
        {
          item: { type: "site-section", id: "P1" },
          position: { after: { type: "site-section-group", id: "G1" } },
        },
      ],
      [
        "PATCH /orgs/O1/sites/ID/structure/sort",
        {
          item: { type: "site-space", id: "Y1" },
          position: { after: { type: "site-section", id: "P1" } },
        },
      ],
      [
        "PATCH /orgs/O1/sites/ID/structure/sort",
        {
          item: { type: "site-external-link", id: "L1" },
          position: { after: { type: "site-space", id: "Y1" } },
        },
      ],
    ],
  ],
  [
    "site",
    {
      "shareLinks/Old": null,
      "shareLinks/Gone": null,
      "shareLinks/On": true,
      "shareLinks/New": true,
      "shareLinks/Off": false,
    },
    false,
    [
      "GET /orgs/O1/sites/ID/share-links?limit=1000",
      "DELETE /orgs/O1/sites/ID/share-links/A",
      ["PATCH /orgs/O1/sites/ID/share-links/B", { active: true }],
      ["POST /orgs/O1/sites/ID/share-links", { name: "New" }],
      ["POST /orgs/O1/sites/ID/share-links", { name: "Off" }],
      ["PATCH /orgs/O1/sites/ID/share-links/NEW", { active: false }],
    ],
  ],
  [
    "site",
    { "customization/header.preset": "none", "customization/footer.copyright": "x" },
    false,
    [
      "GET /orgs/O1/sites/ID/customization",
      [
        "PUT /orgs/O1/sites/ID/customization",
        {
          header: { preset: "none", links: [] },
          styling: { search: "prominent" },
          footer: { copyright: "x" },
        },
      ],
    ],
  ],
])("a %s with the changes %j", async (kind, changes, hasAnswer, requests) => {
  const { writer, sent, ids } = openWriter(updateResponses);
  if (kind === "site") ids.set("site", "sites/s", "ID");
  const answer = await update(writer, kind, "ID", new Map(Object.entries(changes)));
  expect(sent).toEqual(requests);
  expect(answer !== undefined).toBe(hasAnswer);
});

test("a platform that ignores the groups of a provider is an error", async () => {
  const changes = (teams: JsonValue) => new Map([["groups/Docs", teams]]);
  const responses = { "GET /orgs/O1/saml/ID": {}, "PATCH /orgs/O1/saml/ID": { id: "ID" } };
  await expect(
    update(openWriter(responses).writer, "saml-provider", "ID", changes(["teams/docs"])),
  ).rejects.toThrow(
    new ApiError(501, "This platform does not assign teams to the groups of a SAML provider."),
  );
  expect(await update(openWriter(responses).writer, "saml-provider", "ID", changes(null))).toEqual({
    id: "ID",
  });
});

test.each<readonly [ResourceKind, Requests]>([
  ["member", ["DELETE /orgs/O1/members/ID"]],
  ["invitation", ["DELETE /orgs/O1/invitations/ID"]],
  ["team", ["DELETE /orgs/O1/teams/ID"]],
  [
    "collection",
    [
      "GET /collections/ID",
      "GET /collections/ID/spaces?limit=1000",
      ["POST /spaces/S1/move", { parent: "C9" }],
      "GET /orgs/O1/collections?limit=1000",
      ["POST /collections/C3/move", { parent: "C9" }],
      "DELETE /collections/ID",
    ],
  ],
  ["space", ["DELETE /spaces/ID"]],
  ["specification", ["DELETE /orgs/O1/openapi/ID"]],
  ["webhook", ["DELETE /orgs/O1/webhooks/ID"]],
  ["saml-provider", ["DELETE /orgs/O1/saml/ID"]],
  ["site", ["DELETE /orgs/O1/sites/ID"]],
])("a %s is deleted", async (kind, requests) => {
  const { writer, sent } = openWriter({
    "GET /collections/ID": { id: "ID", parent: "C9" },
    "GET /collections/ID/spaces?limit=1000": {
      items: [
        { id: "S1", parent: "ID" },
        { id: "S2", parent: "C2" },
      ],
    },
    "GET /orgs/O1/collections?limit=1000": {
      items: [{ id: "C3", parent: "ID" }, { id: "C4", parent: "C9" }, { id: "C5" }],
    },
  });
  await remove(writer, kind, "ID");
  expect(sent).toEqual(requests);
});

test("the content of a collection at the top level moves there", async () => {
  const { writer, sent } = openWriter({
    "GET /collections/ID": { id: "ID" },
    "GET /collections/ID/spaces?limit=1000": { items: [{ id: "S1", parent: "ID" }] },
    "GET /orgs/O1/collections?limit=1000": { items: [] },
  });
  await remove(writer, "collection", "ID");
  expect(sent[2]).toEqual(["POST /spaces/S1/move", { parent: null }]);
});
