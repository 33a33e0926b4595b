import { describe, expect, test } from "vitest";
import { NetworkError } from "../../src/errors.ts";
import {
  findTitles,
  type ListedKind,
  type TitleParents,
} from "../../src/features/resource-titles.ts";
import { openScriptedClient } from "../support/network/scripted-client.ts";

const all: TitleParents = { organizationId: "O1", spaceId: "S1", siteId: "X1" };
const listed = {
  items: [
    { id: "OTHER", title: "No" },
    { id: "ID", title: "T" },
  ],
};

const kinds: readonly (readonly [
  kind: ListedKind,
  path: string,
  response: object,
  title: string,
  needs: readonly (keyof TitleParents)[],
])[] = [
  ["org", "/orgs/ID", { title: "T" }, "T", []],
  ["collection", "/collections/ID", { title: "T" }, "T", []],
  ["space", "/spaces/ID", { title: "T" }, "T", []],
  ["site", "/orgs/O1/sites/ID", { title: "T" }, "T", ["organizationId"]],
  ["user", "/orgs/O1/members/ID", { user: { displayName: "T" } }, "T", ["organizationId"]],
  ["team", "/orgs/O1/teams/ID", { title: "T" }, "T", ["organizationId"]],
  ["webhook", "/orgs/O1/webhooks/ID", { url: "https://h" }, "https://h", ["organizationId"]],
  ["cr", "/spaces/S1/change-requests/ID", { number: 7, subject: "T" }, "T (7)", ["spaceId"]],
  ["cr", "/spaces/S1/change-requests/ID", { number: 7 }, "change request (7)", ["spaceId"]],
  ["page", "/spaces/S1/content/page/ID", { title: "T" }, "T", ["spaceId"]],
  ["siteSection", "/orgs/O1/sites/X1/sections", listed, "T", ["organizationId", "siteId"]],
  [
    "siteSectionGroup",
    "/orgs/O1/sites/X1/section-groups",
    listed,
    "T",
    ["organizationId", "siteId"],
  ],
  ["siteSpace", "/orgs/O1/sites/X1/site-spaces", listed, "T", ["organizationId", "siteId"]],
];

const find = async (
  kind: ListedKind,
  parents: TitleParents,
  responses: Readonly<Record<string, unknown>>,
) => {
  const { client, sent } = openScriptedClient(
    ({ line }) => responses[line.replace(/^GET |\?.*/g, "")] ?? 404,
  );
  return {
    titles: [...(await findTitles(client, new Map([["ID", kind]]), () => parents))],
    sent: sent.map(String),
  };
};

describe("findTitles", () => {
  test.each(kinds)("of a %s from %s", async (kind, path, response, title, needs) => {
    const { titles, sent } = await find(kind, all, { [path]: response });
    expect(titles).toEqual([["ID", title]]);
    expect(sent.map((line) => line.replace(/\?.*/, ""))).toEqual([`GET ${path}`]);
    for (const need of needs) {
      expect(await find(kind, { ...all, [need]: undefined }, { [path]: response })).toEqual({
        titles: [],
        sent: [],
      });
    }
    expect((await find(kind, all, {})).titles).toEqual([]);
    const [, base] = /^(.*)\/ID$/.exec(path) ?? [];
    if (base === undefined)
      expect((await find(kind, all, { [path]: { items: [] } })).titles).toEqual([]);
  });

  test("requests at most 50 titles, each with its own parents", async () => {
    const many = new Map(
      Array.from({ length: 51 }, (_, at): [string, ListedKind] => [`T${at}`, "team"]),
    );
    const { client, sent } = openScriptedClient(({ line }) => ({ title: line }));
    const titles = await findTitles(client, many, (id) => ({ organizationId: `O-${id}` }));
    expect([titles.size, sent.length]).toEqual([50, 50]);
    expect(titles.get("T3")).toBe("GET /orgs/O-T3/teams/T3");
  });

  test("ignores a lost connection, and throws a bug", async () => {
    const failing = (error: Error) =>
      findTitles(
        { call: () => Promise.reject(error) } as never,
        new Map([["ID", "space"]]),
        () => ({}),
      );
    expect((await failing(new NetworkError("closed", { arrived: "no" }))).size).toBe(0);
    await expect(failing(new TypeError("bug"))).rejects.toThrow("bug");
  });
});
