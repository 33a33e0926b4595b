/** Keys of exported resources, from the lock and from titles. */
import { describe, expect, test } from "vitest";
import type { OrganizationReader } from "../../../../src/features/organization/organization-reader.ts";
import {
  type AdminKind,
  findAdminKinds,
  nameLiveResources,
} from "../../../../src/features/organization-files/desired/keys.ts";
import type { LockRecord } from "../../../../src/features/organization-files/lock.ts";
import type { JsonObject } from "../../../../src/json/values.ts";
import { createPartial } from "../../../support/commands/partial.ts";

interface Organization {
  readonly teams?: readonly JsonObject[];
  readonly collections?: readonly JsonObject[];
  readonly spaces?: readonly JsonObject[];
  readonly sites?: readonly JsonObject[];
  readonly webhooks?: readonly JsonObject[];
  readonly structures?: Readonly<Record<string, readonly JsonObject[]>>;
}

/** Names the resources; the result has the address of each, by kind and id. */
async function name(
  { structures = {}, webhooks, ...lists }: Organization,
  {
    locked = {},
    withSites = true,
    kinds = [],
  }: {
    readonly locked?: Readonly<Record<string, Pick<LockRecord, "kind" | "id">>>;
    readonly withSites?: boolean;
    readonly kinds?: readonly AdminKind[];
  } = {},
) {
  const requests: string[] = [];
  const reading = createPartial<OrganizationReader>({
    organizationId: "O1",
    members: async () => [{ id: "U1", user: { email: "Ada@example.com" } }],
    teams: async () => lists.teams,
    collections: async () => lists.collections,
    spaces: async () => lists.spaces,
    sites: async () => lists.sites,
    listIfOffered: async () => "absent",
    list: async (called: string) => {
      requests.push(called);
      return called === "the webhooks" ? webhooks : undefined;
    },
    one: async (called: string, _: unknown, { siteId }: { readonly siteId: string }) => {
      requests.push(called);
      return structures[siteId] && { structure: structures[siteId] };
    },
  });
  const records = new Map(
    Object.entries(locked).map(([address, one]): [string, LockRecord] => [
      address,
      { ...one, protect: false, fields: new Map() },
    ]),
  );
  const ids = await nameLiveResources(reading, records, withSites, new Set(kinds));
  return { ids, requests };
}

const titled = (id: string, title: string, more: JsonObject = {}) => ({ id, title, ...more });

describe("the key of a resource", () => {
  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ["its title", [titled("1", "User Guide")], ["user-guide"]],
    ["its path without a title", [{ id: "1", basename: "handbook" }], ["handbook"]],
    [
      "its path, if the title is used",
      [titled("1", "Guide"), titled("2", "Guide", { basename: "v2" })],
      ["guide", "v2"],
    ],
    [
      "a number after the title",
      [titled("1", "Guide"), titled("2", "Guide"), titled("3", "Guide")],
      ["guide", "guide-2", "guide-3"],
    ],
    ["its kind without letters", [titled("1", "!!!"), titled("2", "")], ["space", "space-2"]],
    ["letters of any language", [titled("1", "Überblick 指南")], ["überblick-指南"]],
    [
      "a title that begins with a letter or digit",
      [titled("1", "_draft", { basename: "2026" })],
      ["2026"],
    ],
  ])("is %s", async (_, spaces, keys) => {
    const { ids } = await name({ spaces });
    expect(spaces.map(({ id }) => ids.getAddress("space", String(id)))).toEqual(
      keys.map((key) => `spaces/${key}`),
    );
  });

  test("with a number has at most 90 characters of the title", async () => {
    const title = "a".repeat(200);
    const { ids } = await name({ spaces: [titled("1", title), titled("2", title)] });
    expect(ids.getAddress("space", "2")).toBe(`spaces/${"a".repeat(90)}-2`);
  });

  test("is the one in the lock, which other resources do not get", async () => {
    const { ids } = await name(
      {
        teams: [titled("1", "Guide")],
        collections: [titled("1", "Guide")],
        spaces: [titled("1", "New title"), titled("2", "Old"), titled("3", "Moved")],
      },
      {
        locked: {
          "spaces/old": { kind: "space", id: "1" },
          "sites/help/moved": { kind: "space", id: "3" },
        },
      },
    );
    expect(ids.getAddress("space", "1")).toBe("spaces/old");
    expect(ids.getAddress("space", "2")).toBe("spaces/old-2");
    // An address in another folder is not one of a space.
    expect(ids.getAddress("space", "3")).toBe("spaces/moved");
    expect(ids.getAddress("team", "1")).toBe("teams/guide");
    expect(ids.getAddress("collection", "1")).toBe("collections/guide");
    expect(ids.getAddress("organization", "O1")).toBe("organization");
    expect(ids.getEmail("U1")).toBe("ada@example.com");
  });

  test("is not assigned to deleted resources", async () => {
    const { ids } = await name({
      spaces: [titled("1", "Guide", { deletedAt: "2026-01-01" }), titled("2", "Guide")],
    });
    expect(ids.getAddress("space", "1")).toBe("id:1");
    expect(ids.getAddress("space", "2")).toBe("spaces/guide");
  });
});

test("webhooks have the key of their label or host, if the caller may list them", async () => {
  const webhooks = [
    { id: "1", label: "CI", url: "https://ci.example.com/hook" },
    { id: "2", url: "https://chat.example.com/hook" },
    { id: "3", url: "no url" },
  ];
  const { ids, requests } = await name({ webhooks }, { kinds: ["webhook"] });
  expect(["1", "2", "3"].map((id) => ids.getAddress("webhook", id))).toEqual([
    ...["webhooks/ci", "webhooks/chat-example-com", "webhooks/webhook"],
  ]);
  expect(requests).toEqual(["the specifications", "the webhooks"]);
  expect((await name({ webhooks })).requests).toEqual(["the specifications"]);
});

describe("the parts of a site", () => {
  const space = (id: string, spaceId: string, title = "") => ({
    ...{ object: "site-space", id, title, space: { id: spaceId } },
  });
  const organization = {
    spaces: [titled("S1", "Guide"), titled("S2", "API")],
    sites: [titled("H", "Help"), titled("E", "Empty")],
    structures: {
      H: [
        {
          ...{ object: "site-section-group", id: "G", title: "API" },
          children: [
            {
              ...{ object: "site-section", id: "C", title: "Guide" },
              siteSpaces: [space("P1", "S1"), space("P2", "S2"), space("P3", "gone", "Lost")],
            },
          ],
        },
        { object: "site-external-link", id: "L", title: "Blog" },
        { object: "unknown", id: "X", title: "X" },
        space("P4", "S1"),
      ],
    },
  };

  test("have the keys of their spaces, which sections and groups avoid", async () => {
    const { ids, requests } = await name(organization);
    expect(requests).toEqual([
      "the specifications",
      "the structure of the docs site H",
      "the structure of the docs site E",
    ]);
    const addresses = [
      ...["P1", "P2", "P3", "P4"].map((id) => ids.getAddress("site-space", id)),
      ids.getAddress("group", "G"),
      ids.getAddress("section", "C"),
      ids.getAddress("link", "L"),
    ];
    expect(addresses).toEqual([
      ...["sites/help/guide", "sites/help/api", "sites/help/lost", "sites/help/space"],
      ...["sites/help/group-api", "sites/help/section-guide", "sites/help/blog"],
    ]);
  });

  test("are not read without sites", async () => {
    const { ids, requests } = await name(organization, { withSites: false });
    expect(requests).toEqual(["the specifications"]);
    expect(ids.getAddress("site", "H")).toBe("sites/help");
    expect(ids.getAddress("site-space", "P1")).toBe("id:P1");
  });
});

test("kinds that only admins may list are exported if the caller may list them", async () => {
  const find = async (answers: readonly unknown[], isForbidden: boolean) => {
    const notes: string[] = [];
    const pending = [...answers];
    const reading = createPartial<OrganizationReader>({
      organizationId: "O1",
      listIfAllowed: async () => pending.shift(),
      isForbidden: () => isForbidden,
    });
    const kinds = await findAdminKinds(reading, ["webhook", "saml-provider"], (text) => {
      notes.push(text);
    });
    return [[...kinds], notes];
  };
  expect(await find([[], []], false)).toEqual([["webhook", "saml-provider"], []]);
  expect(await find(["absent", undefined], true)).toEqual([
    ["saml-provider"],
    ["You may not list the webhooks, so they were not exported. Only admins may list them."],
  ]);
  expect(await find([[], "absent"], true)).toEqual([
    ["webhook"],
    ["You may not list the SAML providers, so they were not exported. Only admins may list them."],
  ]);
  // The platform does not support them.
  expect(await find(["absent", "absent"], false)).toEqual([[], []]);
});
