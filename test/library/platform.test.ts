import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ApiError, UsageError } from "../../src/errors.ts";
import { type Platform, startPlatform } from "../../src/library/platform.ts";
import { slowTest } from "../support/generators/amount.ts";
import { callOperation, openList, readItems } from "../support/network/program-client.ts";

/** The status of a plain request. */
async function readStatus({ baseUrl, token }: Platform, path = "/v1/user"): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${baseUrl}${path}`, { headers })).status;
}

async function listTitles({ client, organization: organizationId }: Platform): Promise<unknown[]> {
  const spaces = openList(client, "listSpacesInOrganizationById", { organizationId });
  return (await readItems(spaces)).map((space) => Object(space).title);
}

async function createSpace({ client, organization: organizationId }: Platform, title: string) {
  return Object(await callOperation(client, "createSpace", { organizationId, title }));
}

describe("a platform", () => {
  const start = Date.parse("2026-03-01T00:00:00Z");
  const hour = 3_600_000;
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ clock: "2026-03-01T00:00:00Z" });
  });
  afterAll(() => platform.close());
  afterEach(() => platform.reset());

  test("starts empty, and answers its client and other programs", async () => {
    expect(platform.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await listTitles(platform)).toEqual([]);
    await createSpace(platform, "Guide");
    expect(await listTitles(platform)).toEqual(["Guide"]);
    expect(await readStatus(platform)).toBe(200);
    expect(await readStatus({ ...platform, token: "other" })).toBe(401);
  });

  test("lists its requests, the oldest first", async () => {
    await createSpace(platform, "Guide");
    await readStatus(platform, "/v1/nosuch");
    expect(await platform.requests()).toMatchObject([
      { method: "POST", operation: "createSpace", status: 201, message: null, fault: null },
      { method: "GET", path: "/v1/nosuch", operation: null, status: 404 },
    ]);
  });

  test("runs from its time, which can be advanced, set and returned to the real one", async () => {
    const { clock } = platform;
    const expectTime = (expected: number) => {
      const passed = clock.now().getTime() - expected;
      expect(passed >= 0 && passed < hour, `${passed} ms`).toBe(true);
    };
    expectTime(start);
    await clock.advance("2h");
    expectTime(start + 2 * hour);
    await clock.advance("-2h");
    expectTime(start);
    await clock.set(new Date(start + 24 * hour));
    expectTime(start + 24 * hour);
    await clock.set("2026-03-01T05:00:00Z");
    expectTime(start + 5 * hour);
    for (const advance of ["soon", "", "8"]) {
      await expect(clock.advance(advance)).rejects.toThrow(
        new UsageError(`advance requires a duration such as 8d, -2h or 90m, not ${advance}.`),
      );
    }
    await expect(clock.set("soon")).rejects.toThrow(
      new UsageError("The clock must be a time such as 2026-01-31T09:30:00Z, not soon."),
    );
    expectTime(start + 5 * hour);
    const before = Date.now();
    await clock.reset();
    expectTime(before - 1);
  });

  test("executes the jobs that become due when its time changes", async () => {
    const { client, clock } = platform;
    const { id: spaceId } = await createSpace(platform, "Guide");
    const request = Object(
      await callOperation(client, "createChangeRequest", { spaceId, subject: "Typo" }),
    );
    const change = { spaceId, changeRequestId: request.id };
    await callOperation(client, "updateChangeRequestById", { ...change, status: "open" });
    const time = new Date(start + hour).toISOString();
    await callOperation(client, "scheduleChangeRequestMerge", { ...change, at: time });
    const readChange = () => callOperation(client, "getChangeRequestById", change);
    expect(await readChange()).toMatchObject({ status: "open" });
    await clock.advance("2h");
    await platform.finishJobs();
    expect(await readChange()).toMatchObject({ status: "merged" });
  });

  test("injects faults until they end", async () => {
    const { faults } = platform;
    await faults.set([{ fault: "error", status: 418, operation: "getAuthenticatedUser" }]);
    expect([await readStatus(platform), await readStatus(platform, "/v1/orgs")]).toEqual([
      418, 200,
    ]);
    await faults.set([
      { fault: "error", status: 418, operation: "listOrganizationsForAuthenticatedUser" },
    ]);
    expect([await readStatus(platform), await readStatus(platform, "/v1/orgs")]).toEqual([
      200, 418,
    ]);
    await faults.clear();
    expect(await readStatus(platform, "/v1/orgs")).toBe(200);
    await expect(
      faults.set([{ fault: "error", status: 418, operation: "nosuch" }]),
    ).rejects.toThrow(ApiError);
  });

  slowTest("injects the same faults for the same seed", async () => {
    const run = async (seed?: number) => {
      await platform.faults.set([{ fault: "error", status: 418, probability: 0.5 }], seed);
      const statuses: number[] = [];
      for (let count = 0; count < 16; count++) statuses.push(await readStatus(platform));
      return statuses;
    };
    const [first, again, other] = [await run(), await run(1), await run(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test("has tokens of users with any role", async () => {
    const roles = ["read", "guest"] as const;
    const tokens = await Promise.all(roles.map((role) => platform.tokenFor(role)));
    const statuses = tokens.map((token) =>
      readStatus({ ...platform, token }, `/v1/orgs/${platform.organization}/members`),
    );
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  test("starts over after a reset, with the same token and time", async () => {
    const { organization, token } = platform;
    await createSpace(platform, "Guide");
    await platform.faults.set([{ fault: "error", status: 418 }]);
    await platform.clock.advance("8d");
    await platform.reset();
    expect(await platform.requests()).toEqual([]);
    expect(platform.organization).not.toBe(organization);
    expect(await listTitles(platform)).toEqual([]);
    expect([platform.token, await readStatus(platform)]).toEqual([token, 200]);
    const passed = platform.clock.now().getTime() - start;
    expect(passed >= 0 && passed < hour).toBe(true);
  });
});

slowTest("a port is freed when the platform is closed, as often as that is asked", async () => {
  const first = await startPlatform();
  const port = Number(new URL(first.baseUrl).port);
  await expect(startPlatform({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await Promise.all([first.close(), first.close()]);
  await expect(readStatus(first)).rejects.toThrow("fetch failed");
  const second = await startPlatform({ port });
  expect([second.baseUrl, await readStatus(second)]).toEqual([first.baseUrl, 200]);
  await second[Symbol.asyncDispose]();
  await expect(readStatus(second)).rejects.toThrow("fetch failed");
});

describe("a repeatable platform", () => {
  slowTest("has the same ids, and a time that does not advance by itself", async () => {
    const run = async (repeatable: number, clock?: string) => {
      const platform = await startPlatform({ repeatable, clock });
      try {
        const { id } = await createSpace(platform, "Guide");
        return [platform.clock.now().toISOString(), platform.organization, id];
      } finally {
        await platform.close();
      }
    };
    const first = await run(1);
    expect(first[0]).toBe("2026-01-01T00:00:00.000Z");
    expect(await run(1)).toEqual(first);
    const [time, ...ids] = await run(2, "2026-05-01T00:00:00Z");
    expect(time).toBe("2026-05-01T00:00:00.000Z");
    expect(ids).not.toEqual(first.slice(1));
  });
});

test("an invalid start time is refused", async () => {
  await expect(startPlatform({ clock: "soon" })).rejects.toThrow(
    new UsageError("The clock must be a time such as 2026-01-31T09:30:00Z, not soon."),
  );
});
