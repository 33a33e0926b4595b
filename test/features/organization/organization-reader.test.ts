import { expect, test } from "vitest";
import * as member from "../../../src/contract/member.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import {
  describeUnread,
  findUnreadParts,
  type OrganizationReader,
  openOrganization,
} from "../../../src/features/organization/organization-reader.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { getClient } from "../../support/network/client.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const organizationId = "O1000000000000000000";

/** A platform that returns lists with one item, two pages for members, and configured errors. */
async function start(refused: Readonly<Record<string, number>> = {}) {
  const found = { underWay: 0, most: 0 };
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://x");
    found.underWay++;
    found.most = Math.max(found.most, found.underWay);
    setImmediate(() => {
      found.underWay--;
      const status = refused[pathname];
      const refusal = { error: { code: status, message: `Refused with ${status}.` } };
      if (status !== undefined) return answerJson(response, status, refusal);
      const isFirst = pathname.endsWith("/members") && !searchParams.has("page");
      answerJson(response, 200, {
        items: [{ object: "thing", id: searchParams.get("page") ?? pathname }],
        ...(isFirst && { next: { page: "2" } }),
      });
    });
  });
  const client = getClient(server.url, { retries: 0 });
  const reading = openOrganization(client, organizationId);
  return { reading, found, asked: () => server.seen.map(({ url }) => url.split("?")[0]) };
}

test("each list is read completely and once, for any number of concurrent callers", async () => {
  const { reading, asked } = await start();
  const [one, other] = await Promise.all([reading.members(), reading.members()]);
  expect(one?.map(({ id }) => id)).toEqual([`/v1/orgs/${organizationId}/members`, "2"]);
  expect(other).toBe(one);
  expect(await reading.members()).toBe(one);
  expect(asked()).toHaveLength(2);
  expect(reading.unread).toEqual([]);
  expect(findUnreadParts(reading)).toBe(undefined);
});

test("a limited number of requests is sent at a time", async () => {
  const { reading, found, asked } = await start();
  const ids = Array.from({ length: 40 }, (_, at) => `T${at}`);
  await Promise.all(ids.map((id) => reading.siteSpaces(id)));
  expect(asked().length).toBe(41);
  expect(found.most).toBeLessThanOrEqual(4);
});

test("unreadable resources are named with the reason and make the result partial", async () => {
  const { reading } = await start({ [`/v1/orgs/${organizationId}/teams`]: 403 });
  expect(await reading.teams()).toBe(undefined);
  expect(await reading.spaces()).toHaveLength(1);
  expect(reading.unread.map(({ list, reason }) => [list, reason])).toEqual([
    ["the teams", "Refused with 403."],
  ]);
  const end = findUnreadParts(reading);
  expect([end?.how, end?.message]).toEqual([
    "partial",
    "Some data could not be read: the teams (Refused with 403).",
  ]);
});

test("the error is thrown if nothing could be read", async () => {
  const { reading } = await start({ [`/v1/orgs/${organizationId}/teams`]: 403 });
  await reading.teams();
  expect(() => findUnreadParts(reading)).toThrow("Refused with 403.");
});

test("an operation that the platform lacks is absent, not unreadable, and is requested once", async () => {
  const path = (id: string) => `/v1/spaces/${id}/permissions/aggregate`;
  const { reading, asked } = await start({ [path("S1")]: 501, [path("S2")]: 501 });
  const look = (spaceId: string) =>
    reading.listIfOffered("who has a role", spacePermission.list, { spaceId });
  expect(await look("S1")).toBe("absent");
  expect(await look("S2")).toBe("absent");
  expect([asked(), reading.unread]).toEqual([[path("S1")], []]);
});

test.each([
  [501, "if offered", ["S1"]],
  [405, "if offered", ["S1"]],
  [403, "if allowed", ["S1"]],
  // The platform may have the list of another resource.
  [404, "if offered", ["S1", "S2"]],
  [404, "if allowed", ["S1", "S2"]],
] as const)(
  "after %d, a list that is read %s is requested for %j",
  async (status, need, spaces) => {
    const path = (id: string) => `/v1/spaces/${id}/permissions/aggregate`;
    const { reading, asked } = await start({ [path("S1")]: status });
    const list = need === "if offered" ? reading.listIfOffered : reading.listIfAllowed;
    const look = (spaceId: string) => list("who has a role", spacePermission.list, { spaceId });
    expect(await look("S1")).toBe("absent");
    const isRead = spaces.length === 2;
    expect(await look("S2")).toEqual(isRead ? [expect.anything()] : "absent");
    expect([asked(), reading.unread]).toEqual([spaces.map(path), []]);
    expect(reading.isForbidden(spacePermission.list)).toBe(status === 403);
  },
);

test("a deleted resource is unreadable if the operation exists", async () => {
  const server = await serve((_, response) =>
    answerJson(response, 404, { error: { code: 404, message: "There is no space S1." } }),
  );
  const reading = openOrganization(getClient(server.url), organizationId);
  const look = reading.listIfOffered("who has a role", spacePermission.list, { spaceId: "S1" });
  expect(await look).toBe(undefined);
  expect(reading.unread).toHaveLength(1);
});

test("prefetched data is not requested again, and refused data is", async () => {
  const refused: Record<string, number> = { [`/v1/orgs/${organizationId}/teams`]: 404 };
  const { reading, asked } = await start(refused);
  reading.begin(member.list, { organizationId });
  reading.begin(team.list, { organizationId });
  expect(await reading.members()).toHaveLength(2);
  expect(reading.unread).toEqual([]);
  expect(await reading.teams()).toBe(undefined);
  expect(reading.unread).toHaveLength(1);
  expect(
    asked()
      .toSorted()
      .map((path) => path?.split("/").at(-1)),
  ).toEqual(["members", "members", "teams", "teams"]);
});

test.each([
  [1, ""],
  [5, ""],
  [6, "; and 1 more"],
  [8, "; and 3 more"],
])("of %i lists that could not be read, at most five are named%s", (count, more) => {
  const unread = Array.from({ length: count }, (_, at) => ({ list: `L${at}`, reason: "No." }));
  const named = unread.slice(0, 5).map(({ list }) => `${list} (No)`);
  expect(describeUnread(createPartial<OrganizationReader>({ unread }))?.message).toBe(
    `Some data could not be read: ${named.join("; ")}${more}.`,
  );
});
