import { describe, expect, test } from "vitest";
import { readAgain, readLive } from "../../../src/features/organization-files/live.ts";
import type { ResourceKind } from "../../../src/features/organization-files/resource.ts";
import { openLivePlatform } from "../../support/organizations/live-platform.ts";

type Responses = Readonly<Record<string, unknown>>;

describe("readLive", () => {
  const getScope = (kinds: readonly ResourceKind[], extras: readonly string[] = []) => ({
    kinds: new Set(kinds),
    extras: () => new Set(extras),
  });
  const all: Responses = {
    "/orgs/O1": { id: "O1", title: "Acme" },
    "/orgs/O1/members": [
      { id: "U1", role: "edit", user: { displayName: "Ada", email: "ada@x.org" } },
      { id: "U2", user: { email: "b@x.org" } },
    ],
    "/orgs/O1/teams": [{ id: "T1", title: "Docs" }],
    "/orgs/O1/collections": [{ id: "C1", title: "C" }],
    "/orgs/O1/spaces": [
      { id: "S1", title: "A" },
      { id: "S2", title: "B", deletedAt: "2026" },
    ],
    "/orgs/O1/openapi": [
      { slug: "pets", id: "N", title: "P", processingState: "complete", lastVersion: "v" },
      { slug: "new", processingState: "pending" },
      { slug: "bad", processingState: "complete", lastProcessErrorCode: "parse" },
    ],
    "/orgs/O1/sites": [{ id: "X1", title: "S" }],
    "/orgs/O1/webhooks": [{ id: "W1", url: "https://h.example/hook?k=1", events: [] }],
    "/orgs/O1/saml": [{ id: "M1", label: "Okta" }],
  };
  const kinds = [
    "organization",
    "member",
    "team",
    "collection",
    "space",
    "specification",
    "site",
    "webhook",
    "saml-provider",
  ] as const;

  test("has each resource of the scope by kind and id", async () => {
    const { reading, names, lines } = openLivePlatform(all);
    const things = await readLive(reading, getScope(kinds), names);
    expect([...things].map(([key, { title }]) => `${key}: ${title}`).sort()).toEqual([
      "collection C1: C",
      "member U1: Ada",
      "member U2: b@x.org",
      "organization O1: Acme",
      "saml-provider M1: Okta",
      "site X1: S",
      "space S1: A",
      "specification bad: ",
      "specification new: ",
      "specification pets: P",
      "team T1: Docs",
      "webhook W1: https://h.example/hook",
    ]);
    expect([...things].flatMap(([key, { untold }]) => (untold ? [[key, ...untold]] : []))).toEqual([
      ["webhook W1", ["secret", ""]],
      ["specification new", ["text", "the platform is still processing it"]],
      ["specification bad", ["text", "the platform could not process it (parse)"]],
    ]);
    expect(lines()).toHaveLength(9);
  });

  test.each(kinds)("reads only the list of a %s", async (kind) => {
    const { reading, names, lines } = openLivePlatform(all);
    const things = await readLive(reading, getScope([kind]), names);
    expect([...things.values()].every((one) => one.kind === kind)).toBe(true);
    expect(lines()).toHaveLength(1);
  });

  test("fails if a list cannot be read, except webhooks of a platform without them", async () => {
    const failing = openLivePlatform({ ...all, "/orgs/O1/teams": 500 });
    await expect(
      readLive(failing.reading, getScope(["team", "space"]), failing.names),
    ).rejects.toThrow("Answered with 500.");
    const without = openLivePlatform({ ...all, "/orgs/O1/webhooks": 501 });
    expect((await readLive(without.reading, getScope(["webhook"]), without.names)).size).toBe(0);
    const forbidden = openLivePlatform({ ...all, "/orgs/O1/webhooks": 403 });
    await expect(
      readLive(forbidden.reading, getScope(["webhook"]), forbidden.names),
    ).rejects.toThrow("Answered with 403.");
  });

  test("has the parts of sites, and no text of a specification without a version", async () => {
    const structure = {
      structure: [{ object: "site-section", id: "P1", title: "P", path: "p", siteSpaces: [] }],
    };
    const { reading, names } = openLivePlatform({
      ...all,
      "/orgs/O1/sites/X1/structure": structure,
    });
    const things = await readLive(reading, getScope(["site"], ["structure"]), names);
    expect(things.get("section P1")).toMatchObject({ kind: "section", title: "P" });
    expect(things.get("site X1")?.fields.get("order")).toEqual(["p"]);
    const specs = openLivePlatform(all);
    await readLive(specs.reading, getScope(["specification"], ["text"]), specs.names).catch(
      () => {},
    );
    const texts = specs.lines().filter((line) => line.includes("/openapi/"));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("/pets/");
  });
});

describe("readAgain", () => {
  const single: Responses = {
    "/orgs/O1": { id: "O1", title: "Acme" },
    "/orgs/O1/members/ID": { id: "ID", role: "edit" },
    "/orgs/O1/teams/ID": { id: "ID", title: "T" },
    "/collections/ID": { id: "ID", title: "C" },
    "/spaces/ID": { id: "ID", title: "S" },
    "/orgs/O1/webhooks/ID": { id: "ID", url: "https://h.example" },
    "/orgs/O1/saml/ID": { id: "ID", label: "L" },
    "/orgs/O1/openapi/ID": { slug: "ID", processingState: "complete" },
    "/orgs/O1/sites/ID": { id: "ID", title: "X" },
    "/orgs/O1/sites/X1/structure": {
      structure: [
        {
          object: "site-section",
          id: "P1",
          title: "P",
          siteSpaces: [{ object: "site-space", id: "P2", space: {} }],
        },
      ],
    },
  };
  test.each<readonly [ResourceKind, string, string]>([
    ["organization", "/orgs/O1", "title"],
    ["member", "/orgs/O1/members/ID", "role"],
    ["team", "/orgs/O1/teams/ID", "title"],
    ["collection", "/collections/ID", "title"],
    ["space", "/spaces/ID", "title"],
    ["webhook", "/orgs/O1/webhooks/ID", "url"],
    ["saml-provider", "/orgs/O1/saml/ID", "entityID"],
    ["specification", "/orgs/O1/openapi/ID", "url"],
    ["site", "/orgs/O1/sites/ID", "title"],
  ])("a %s by %s", async (kind, path, field) => {
    const { client, names, lines } = openLivePlatform(single);
    const found = await readAgain(client, "O1", names, { kind, id: "ID", site: "" }, new Set());
    expect(lines()).toEqual([`GET ${path}`]);
    expect(found?.kind).toBe(kind);
    expect(found?.fields.has(field)).toBe(true);
    expect(found?.untold?.has("secret") ?? false).toBe(kind === "webhook");
    const missing = openLivePlatform({});
    expect(
      await readAgain(missing.client, "O1", missing.names, { kind, id: "ID", site: "" }, new Set()),
    ).toBeUndefined();
    const refused = openLivePlatform({ [path]: 403 });
    await expect(
      readAgain(refused.client, "O1", refused.names, { kind, id: "ID", site: "" }, new Set()),
    ).rejects.toThrow("Answered with 403.");
  });

  test("a part of a site, which must have the kind and id", async () => {
    const { client, names } = openLivePlatform(single);
    const at = (kind: ResourceKind, id: string) =>
      readAgain(client, "O1", names, { kind, id, site: "X1" }, new Set());
    expect(await at("section", "P1")).toMatchObject({ kind: "section", id: "P1", title: "P" });
    expect([await at("section", "P2"), await at("group", "P1"), await at("section", "P9")]).toEqual(
      [undefined, undefined, undefined],
    );
  });

  test("with its further parts", async () => {
    const { client, names, lines } = openLivePlatform({
      ...single,
      "/spaces/ID/permissions/users": [{ user: { id: "U1" }, permission: "edit" }],
      "/spaces/ID/permissions/teams": [],
    });
    const found = await readAgain(
      client,
      "O1",
      names,
      { kind: "space", id: "ID", site: "" },
      new Set(["grants"]),
    );
    expect(found?.fields.get("grants/ada@x.org")).toBe("edit");
    expect(lines()).toHaveLength(3);
    const failing = openLivePlatform({
      ...single,
      "/spaces/ID/permissions/users": 500,
      "/spaces/ID/permissions/teams": [],
    });
    await expect(
      readAgain(
        failing.client,
        "O1",
        failing.names,
        { kind: "space", id: "ID", site: "" },
        new Set(["grants"]),
      ),
    ).rejects.toThrow("Answered with 500.");
  });
});
