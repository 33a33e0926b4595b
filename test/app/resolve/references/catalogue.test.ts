import { describe, expect, test } from "vitest";
import { openCatalogue, type Within } from "../../../../src/app/resolve/references/catalogue.ts";
import type { NamedNoun } from "../../../../src/app/resolve/references/reference-syntax.ts";
import type { JsonObject } from "../../../../src/context.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

/** The items of a list by its path; other lists are empty. */
type Lists = Readonly<Record<string, JsonObject | readonly JsonObject[]>>;

function open(lists: Lists, organizations: readonly string[] = ["O1"]) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const [, path = ""] = line.split(" ");
    const url = new URL(path, "http://platform.test");
    url.searchParams.delete("limit");
    const found = lists[decodeURIComponent(`${url.pathname}${url.search}`)] ?? [];
    return Array.isArray(found) ? { items: found } : found;
  });
  const catalogue = openCatalogue(
    async () => client,
    async () => organizations,
  );
  return { ...catalogue, sent };
}

/** Title, other names, addresses and path of each resource by its id. */
async function listNames(lists: Lists, noun: NamedNoun, within: Within, whole = true) {
  const things = await open(lists).things(noun, within, whole);
  expect(things.every((one) => one.names[0] === one.title)).toBe(true);
  return things.map(({ id, title, names, path }) => [id, title, ...names.slice(1), `at ${path}`]);
}

const ofOrganization = { organizationId: "O1" };
const ofSite = { organizationId: "O1", siteId: "T1" };
const ofSpace = { spaceId: "S1" };
const ofChangeRequest = { spaceId: "S1", changeRequestId: "R1" };

describe("the names of", () => {
  test.each<[noun: NamedNoun, within: Within, lists: Lists, expected: readonly string[][]]>([
    [
      "org",
      {},
      { "/orgs": [{ id: "O1", title: "Acme", hostname: "acme.example" }] },
      [["O1", "Acme", "acme.example", "at Acme"]],
    ],
    [
      "collection",
      ofOrganization,
      {
        "/orgs/O1/collections": [
          { id: "C1", title: "Products" },
          { id: "C2", title: "App", parent: "C1" },
        ],
      },
      [
        ["C1", "Products", "at /Products"],
        ["C2", "App", "Products/App", "at /Products/App"],
      ],
    ],
    [
      "space",
      ofOrganization,
      {
        "/orgs/O1/spaces": [{ id: "S1", title: "Guide", parent: "C1" }],
        "/orgs/O1/collections": [{ id: "C1", title: "Products" }],
      },
      [["S1", "Guide", "Products/Guide", "at /Products/Guide"]],
    ],
    [
      "site",
      ofOrganization,
      {
        "/orgs/O1/sites": [{ id: "T1", title: "Docs", hostname: "docs.example", basename: "docs" }],
      },
      [["T1", "Docs", "docs.example", "docs", "at Docs"]],
    ],
    [
      "cr",
      ofSpace,
      Object.fromEntries(
        ["open", "draft", "merged", "archived"].map((status, at) => [
          `/spaces/S1/change-requests?status=${status}`,
          [{ id: `R${at}`, number: at + 1, subject: `Change ${at}` }],
        ]),
      ),
      [
        ["R0", "Change 0", "at 1, open"],
        ["R1", "Change 1", "at 2, draft"],
        ["R2", "Change 2", "at 3, merged"],
        ["R3", "Change 3", "at 4, archived"],
      ],
    ],
    [
      "siteRedirect",
      ofSite,
      {
        "/orgs/O1/sites/T1/redirects?draft=false": [{ id: "A", source: "/old" }],
        "/orgs/O1/sites/T1/redirects?draft=true": [{ id: "B", source: "/new" }],
      },
      [
        ["A", "/old", "at /old"],
        ["B", "/new", "at /new, a draft"],
      ],
    ],
    [
      "shareLink",
      ofSite,
      { "/orgs/O1/sites/T1/share-links": [{ id: "L1", name: "Partners" }] },
      [["L1", "Partners", "at Partners"]],
    ],
    [
      "mcpServer",
      ofSite,
      { "/orgs/O1/sites/T1/mcp-servers": [{ id: "M1", name: "Search" }] },
      [["M1", "Search", "at Search"]],
    ],
    [
      "user",
      ofOrganization,
      {
        "/orgs/O1/members": [{ user: { id: "U1", displayName: "Ada", email: "ada@example.com" } }],
      },
      [["U1", "Ada", "at ada@example.com"]],
    ],
    [
      "team",
      ofOrganization,
      {
        "/orgs/O1/teams": [
          { id: "G1", title: "Writers", members: 1 },
          { id: "G2", title: "Writers", members: 2 },
        ],
      },
      [
        ["G1", "Writers", "at 1 member"],
        ["G2", "Writers", "at 2 members"],
      ],
    ],
    [
      "provider",
      ofOrganization,
      { "/orgs/O1/saml": [{ id: "P1", label: "Okta" }] },
      [["P1", "Okta", "at Okta"]],
    ],
    [
      "webhook",
      ofOrganization,
      { "/orgs/O1/webhooks": [{ id: "W1", url: "https://a.example/" }] },
      [["W1", "https://a.example/", "at https://a.example/"]],
    ],
    [
      "font",
      ofOrganization,
      { "/orgs/O1/fonts": [{ id: "F1", fontFamily: "Inter" }] },
      [["F1", "Inter", "at Inter"]],
    ],
    [
      "translation",
      ofOrganization,
      {
        "/orgs/O1/spaces": [{ id: "S1", title: "Guide" }],
        "/orgs/O1/translations": [
          { id: "X1", language: "de", source: { space: "S1" } },
          { id: "X2", language: "fr", source: { space: "S9" } },
        ],
      },
      [
        ["X1", "Guide → de", "Guide -> de", "at Guide → de"],
        ["X2", " → fr", " -> fr", "at  → fr"],
      ],
    ],
    [
      "installation",
      { integrationName: "slack" },
      {
        "/orgs": [{ id: "O1", title: "Acme" }],
        "/integrations/slack/installations": [
          { id: "I1", target: { organization: "O1" } },
          { id: "I2", target: { organization: "O9" } },
        ],
      },
      [
        ["I1", "Acme", "at Acme"],
        ["I2", "", "at "],
      ],
    ],
    [
      "agentConversation",
      ofOrganization,
      { "/orgs/O1/agent/conversations": [{ id: "V1", title: "Typos" }] },
      [["V1", "Typos", "at Typos"]],
    ],
    [
      "crConversation",
      ofChangeRequest,
      { "/spaces/S1/change-requests/R1/conversations": [{ id: "V2", title: "Style" }] },
      [["V2", "Style", "at Style"]],
    ],
    [
      "agentTask",
      ofOrganization,
      { "/orgs/O1/agent-tasks": [{ id: "K1", title: "Review" }] },
      [["K1", "Review", "at Review"]],
    ],
    [
      "page",
      ofSpace,
      {
        "/spaces/S1/content/pages?metadata=false": {
          pages: [{ id: "P1", title: "Start", path: "start" }],
        },
      },
      [["P1", "Start", "at start"]],
    ],
    [
      "page",
      ofChangeRequest,
      {
        "/spaces/S1/change-requests/R1/content/pages?metadata=false": {
          pages: [{ id: "P2", title: "New", path: "new" }],
        },
      },
      [["P2", "New", "at new"]],
    ],
    [
      "file",
      ofSpace,
      { "/spaces/S1/content/files": [{ id: "A1", name: "a.png" }] },
      [["A1", "a.png", "at a.png"]],
    ],
    [
      "file",
      ofChangeRequest,
      { "/spaces/S1/change-requests/R1/content/files": [{ id: "A2", name: "b.png" }] },
      [["A2", "b.png", "at b.png"]],
    ],
  ])("%s in %j", async (noun, within, lists, expected) => {
    expect(await listNames(lists, noun, within)).toEqual(expected);
  });

  const structure = {
    structure: [
      {
        object: "site-section-group",
        id: "G1",
        title: "API",
        children: [
          {
            object: "site-section",
            id: "X1",
            title: "V2",
            path: "v2",
            siteSpaces: [{ object: "site-space", id: "Y1", title: "Guide", path: "guide" }],
          },
        ],
      },
      { object: "site-external-link", id: "E1", title: "Blog" },
    ],
  };
  test.each<[NamedNoun, readonly string[][]]>([
    ["siteSectionGroup", [["G1", "API", "at /API"]]],
    ["siteSection", [["X1", "V2", "at v2"]]],
    ["siteSpace", [["Y1", "Guide", "at v2/guide"]]],
    ["siteExternalLink", [["E1", "Blog", "at "]]],
  ])("%s of a site are those of this kind", async (noun, expected) => {
    const lists = { "/orgs/O1/sites/T1/structure": structure };
    expect(await listNames(lists, noun, ofSite)).toEqual(expected);
  });
});

describe("the requests for names", () => {
  test("read each list once, also for several kinds and names", async () => {
    const { things, sent } = open({});
    for (let turn = 0; turn < 2; turn++) {
      await things("space", {}, true);
      await things("collection", {}, true);
      await things("space", {}, false);
      await things("space", ofOrganization, false);
    }
    expect(sent).toEqual(["GET /orgs/O1/spaces?limit=1000", "GET /orgs/O1/collections?limit=1000"]);
  });

  test("read the collections only for paths", async () => {
    const { things, sent } = open({});
    await things("space", {}, false);
    expect(sent).toEqual(["GET /orgs/O1/spaces?limit=1000"]);
  });

  test("cover all organizations of the user, unless one is specified", async () => {
    const lists = {
      "/orgs/O1/teams": [{ id: "G1", title: "Writers", members: 1 }],
      "/orgs/O2/teams": [{ id: "G2", title: "Editors", members: 1 }],
      "/orgs/O3/teams": [{ id: "G3", title: "Readers", members: 1 }],
    };
    const { things } = open(lists, ["O1", "O2"]);
    const ids = async (within: Within) => (await things("team", within, true)).map(({ id }) => id);
    expect(await ids({})).toEqual(["G1", "G2"]);
    expect(await ids({ organizationId: "O3" })).toEqual(["G3"]);
  });

  test("do not read spaces for an organization without translations", async () => {
    const { things, sent } = open({});
    expect(await things("translation", {}, true)).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});
