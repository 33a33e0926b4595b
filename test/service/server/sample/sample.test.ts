import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import { listPathNames } from "../../../../src/contract/endpoint.ts";
import * as organization from "../../../../src/contract/organization.ts";
import { roles } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import { listEndpoints } from "../../../../src/service/core/route-module.ts";
import { routeModules } from "../../../../src/service/server/areas.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One sample for all tests: those that change it restore it. */
const workspace = await openWorkspace();
const { organization_id: org, user_id: owner } = await workspace.db
  .selectFrom("members")
  .select(["organization_id", "user_id"])
  .executeTakeFirstOrThrow();
const seed = () => workspace.service.admin.seed();
await seed();

test("the sample has content in every list, for its owner", async () => {
  const organizationId = org;
  const books = await workspace.ok(owner, space.list, { organizationId });
  expect(books.items.length).toBeGreaterThanOrEqual(12);
  expect(new Set(books.items.map((book) => book.language)).size).toBeGreaterThan(2);
  expect(books.items.some((book) => book.editMode === "locked")).toBe(true);
  for (const book of books.items) {
    expect(Date.parse(book.createdAt)).toBeLessThanOrEqual(Date.parse(book.updatedAt));
    expect(Date.parse(book.updatedAt)).toBeLessThanOrEqual(workspace.now.getTime());
  }
  const groups = await workspace.ok(owner, collection.list, { organizationId });
  expect(groups.items.some((group) => group.parent !== undefined)).toBe(true);
  expect(groups.items.some((group) => group.defaultLevel === null)).toBe(true);
  const mine = await workspace.ok(owner, organization.list, {});
  expect(mine.items.map((item) => [item.title, item.permissions.admin])).toEqual([
    ["Open Source Docs", true],
    ["My organization", true],
  ]);
});

/** The sample sends no requests to other servers, has no fonts of other makers, and no agents. */
const withoutSample = [
  "listOrganizationWebhooks",
  "listCustomFonts",
  "listAgentTasks",
  "listOrganizationAgentConversations",
];

slowTest("every list of the organization has content", async () => {
  await workspace.service.jobs.finish();
  const lists = (await listEndpoints(routeModules))
    .filter((endpoint) => endpoint.list && listPathNames(endpoint).join() === "organizationId")
    .filter(({ operation }) => !withoutSample.includes(operation))
    // A search requires words.
    .filter((endpoint) =>
      Object.values(endpoint.input).every((field) => field.optional || field.kind === "id"),
    );
  expect(lists.length).toBeGreaterThan(10);
  for (const endpoint of lists) {
    const answer = await workspace.ok(owner, endpoint, { organizationId: org });
    expect(answer, endpoint.route).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    });
  }
});

test("the sample has a member of every role and a guest", async () => {
  const rows = await workspace.db
    .selectFrom("members")
    .select("role")
    .where("organization_id", "=", org)
    .execute();
  expect(new Set(rows.map((row) => row.role))).toEqual(new Set([...roles, null]));
});

test("the deleted space of the sample can be restored, and its purge is pending", async () => {
  const job = await workspace.db
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "=", "purge-space")
    .executeTakeFirst();
  expect(Date.parse(job?.run_at ?? "")).toBeGreaterThan(workspace.now.getTime());
  const { spaceId } = JSON.parse(job?.payload ?? "{}");
  const restored = await workspace.ok(owner, space.restore, { spaceId });
  expect(restored).not.toHaveProperty("deletedAt");
  await workspace.ok(owner, space.remove, { spaceId });
});

test("content of the sample is transferred to its second organization and back, except on sites", async () => {
  const { items } = await workspace.ok(owner, organization.list, {});
  const second = items.find((item) => item.id !== org)?.id ?? "";
  const groups = await workspace.ok(owner, collection.list, { organizationId: org });
  const statuses = new Set<number>();
  for (const { id, parent } of groups.items) {
    if (parent !== undefined) continue;
    const there = { collectionId: id, organization: second };
    const { status } = await workspace.ask(owner, collection.transfer, there);
    statuses.add(status);
    if (status === 412) continue;
    await workspace.ok(owner, collection.transfer, { ...there, organization: org });
  }
  expect(statuses).toEqual(new Set([200, 412]));
  const again = await workspace.ok(owner, collection.list, { organizationId: org });
  const ids = (list: typeof groups) => list.items.map((group) => group.id).toSorted();
  expect(ids(again)).toEqual(ids(groups));
});

test("loading the sample a second time is refused and changes nothing", async () => {
  const count = () => workspace.db.selectFrom("spaces").select("id").execute();
  const before = await count();
  await expect(seed()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Reset the local data"),
  });
  expect(await count()).toEqual(before);
});
