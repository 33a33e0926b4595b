/** Parts of resources that need additional requests. */
import { describe, expect, test } from "vitest";
import { getSource, readExtra } from "../../../src/features/organization-files/extras.ts";
import {
  computeDigest,
  type ResourceKind,
} from "../../../src/features/organization-files/resource.ts";
import { openLivePlatform } from "../../support/organizations/live-platform.ts";

type Responses = Readonly<Record<string, unknown>>;

const read = async (kind: ResourceKind, id: string, extra: string, responses: Responses) => {
  const { reading, names, lines } = openLivePlatform(responses);
  const found = await readExtra(getSource(reading), names, kind, id, extra);
  return { entries: found.entries, lines: lines(), unread: reading.unread.map(({ list }) => list) };
};

const users = [{ user: { id: "U1" }, permission: "edit" }, { user: { id: "U9" } }];
const teams = [
  { team: { id: "T1" }, permission: "read" },
  { team: { id: "T9" }, permission: null },
];
const grants = {
  "grants/ada@x.org": "edit",
  "grants/id:U9": null,
  "grants/teams/docs": "read",
  "grants/id:T9": null,
};

describe("readExtra", () => {
  test.each<readonly [ResourceKind, string, string, Responses, object]>([
    [
      "team",
      "T1",
      "members",
      {
        "/orgs/O1/teams/T1/members": [
          { organization: { id: "U1" }, team: { role: "owner" } },
          { organization: { id: "U9" } },
        ],
      },
      { "members/ada@x.org": "owner", "members/id:U9": "member" },
    ],
    [
      "space",
      "S1",
      "grants",
      { "/spaces/S1/permissions/users": users, "/spaces/S1/permissions/teams": teams },
      grants,
    ],
    [
      "collection",
      "C1",
      "grants",
      { "/collections/C1/permissions/users": users, "/collections/C1/permissions/teams": teams },
      grants,
    ],
    [
      "site",
      "X1",
      "grants",
      {
        "/orgs/O1/sites/X1/permissions/users": users,
        "/orgs/O1/sites/X1/permissions/teams": teams,
      },
      grants,
    ],
    [
      "site",
      "X1",
      "shareLinks",
      {
        "/orgs/O1/sites/X1/share-links": [
          { name: "A", active: true },
          { name: "B", active: false },
          { name: "C" },
        ],
      },
      { "shareLinks/A": true, "shareLinks/B": false, "shareLinks/C": true },
    ],
    [
      "site",
      "X1",
      "customization",
      {
        "/orgs/O1/sites/X1/customization": {
          header: { preset: "bold" },
          title: "T",
          footer: { copyright: null },
        },
      },
      { "customization/header.preset": "bold", "customization/footer.copyright": null },
    ],
    [
      "specification",
      "pets",
      "text",
      { "/orgs/O1/openapi/pets/versions/latest/content/raw": { text: "openapi" } },
      { text: computeDigest("openapi") },
    ],
    ["space", "S1", "git", {}, { git: null }],
    // The id of the space instead of a connection, even if a connection has it.
    [
      "space",
      "S1",
      "git",
      {
        "/spaces/S1/git/info": { installationId: "S1" },
        "/git/installations/S1": {
          provider: "git",
          providerConfiguration: { url: "https://g.example/a", branch: "refs/heads/main" },
        },
      },
      { git: null },
    ],
    ["space", "S1", "git", { "/spaces/S1/git/info": {} }, { git: null }],
    ["space", "S1", "git", { "/spaces/S1/git/info": { installationId: "I1" } }, { git: null }],
    [
      "space",
      "S1",
      "git",
      {
        "/spaces/S1/git/info": { installationId: "I1" },
        "/git/installations/I1": {
          provider: "git",
          providerConfiguration: { url: "https://g.example/a", branch: "refs/heads/main" },
        },
      },
      { git: { repository: "https://g.example/a", branch: "main" } },
    ],
  ])("%s %s %s: %#", async (kind, id, extra, responses, entries) => {
    const result = await read(kind, id, extra, responses);
    if (extra === "text") expect(result.lines).toHaveLength(1);
    else {
      expect(result.entries).toEqual(entries);
      expect(result.unread).toEqual([]);
    }
  });

  test("reports a list that cannot be read", async () => {
    expect(await read("space", "S1", "grants", {})).toMatchObject({
      entries: {},
      unread: ["the permissions of S1", "the permissions of S1"],
    });
  });
});
