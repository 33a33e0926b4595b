import { expect, onTestFinished, test } from "vitest";
import * as conversation from "../../../../src/contract/conversation.ts";
import * as clusters from "../../../../src/contract/conversation-cluster.ts";
import * as issues from "../../../../src/contract/conversation-issue.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const topics = ["The PDF export of our guide fails.", "The PDF export fails again."];

/** Two organizations that receive the same two conversations about one topic. */
async function start() {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const open = async () => {
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const ingest = async (...conversations: object[]) => {
      const input = { organizationId, conversations: conversations as never };
      await workspace.ok(admin, conversation.ingest, input);
      await workspace.service.jobs.finish();
    };
    const read = async (filters: object = {}) => {
      const input = { organizationId, ...filters };
      const [all, found, groups] = [
        await workspace.ok(admin, conversation.list, input),
        await workspace.ok(admin, issues.list, input),
        await workspace.ok(admin, clusters.list, { organizationId }),
      ];
      return {
        conversations: all.items,
        issues: found.items.map(({ issue }) => issue),
        clusters: groups.items,
      };
    };
    await ingest(build("one", topics[0], "email"), build("two", topics[1], "chat"));
    return { organizationId, admin, ingest, read };
  };
  return { workspace, own: await open(), other: await open() };
}

function build(id: string, body = "", source = "email"): object {
  return {
    id,
    metadata: { url: `https://help.example.com/${id}`, attributes: { source } },
    parts: [{ type: "message", role: "user", body }],
  };
}

test("a changed conversation leaves others, and those of other organizations, unchanged", async () => {
  const { workspace, own, other } = await start();
  const before = await own.read();
  expect(
    before.clusters.map(({ stats, sources }) => [stats.issues, stats.conversations, sources]),
  ).toEqual([[2, 2, { email: 1, [`integration:api:${own.admin}`]: 1 }]]);
  workspace.passDays(7);
  const untouched = await other.read();
  await own.ingest(build("one", "How do we invite our new colleagues from Berlin?"));
  const after = await own.read();
  const find = <T extends { readonly id: string }>(items: readonly T[], id: string) =>
    items.find((one) => one.id === id);
  expect(find(after.conversations, "two")).toEqual(find(before.conversations, "two"));
  expect(find(after.conversations, "one")).toEqual({
    ...find(before.conversations, "one"),
    processedAt: workspace.now.toISOString(),
  });
  expect(after.issues.filter((one) => one.conversation === "two")).toEqual(
    before.issues.filter((one) => one.conversation === "two"),
  );
  expect(after.issues.map(({ title }) => title).toSorted()).toEqual([
    "How do we invite our new colleagues from Berlin?",
    "The PDF export fails again.",
  ]);
  const counts = after.clusters.map(({ stats, sources, weeklyPulse }) => [
    ...[stats.issues, stats.conversations, sources],
    weeklyPulse.slice(-2),
  ]);
  expect(counts).toHaveLength(2);
  // The conversation keeps the time of its first ingestion, a week ago.
  expect(counts).toEqual(
    expect.arrayContaining([
      [1, 1, { email: 1 }, [1, 0]],
      [1, 1, { [`integration:api:${own.admin}`]: 1 }, [1, 0]],
    ]),
  );
  expect(await other.read()).toEqual(untouched);
});

test("lists are filtered by source, conversation and cluster", async () => {
  const { workspace, own } = await start();
  await own.ingest(build("three", "How do we invite our new colleagues from Berlin?", "chat"));
  const { organizationId, admin } = own;
  const list = async (source: string) => {
    const input = { organizationId, source } as never;
    return (await workspace.ok(admin, conversation.list, input)).items.map(({ id }) => id);
  };
  expect(await list("email")).toEqual(["one"]);
  expect((await list(`integration:api:${admin}`)).toSorted()).toEqual(["three", "two"]);
  expect(await list("nosuch")).toEqual([]);
  const { clusters: groups } = await own.read();
  const small = groups.find(({ stats }) => stats.issues === 1)?.id ?? "";
  const large = groups.find(({ stats }) => stats.issues === 2)?.id ?? "";
  for (const [filter, expected] of [
    [{ conversation: "two" }, ["two"]],
    [{ cluster: small }, ["three"]],
    [{ cluster: large }, ["one", "two"]],
    [{ cluster: large, conversation: "one" }, ["one"]],
    [{ cluster: small, conversation: "one" }, []],
  ] as const) {
    const { items } = await workspace.ok(admin, issues.list, { organizationId, ...filter });
    expect(items.map(({ issue }) => issue.conversation).toSorted()).toEqual(expected);
    expect(items.every((one) => one.issue.conversation === one.conversation.id)).toBe(true);
  }
});

slowTest("1,001 conversations are refused, and 1,000 are accepted", async () => {
  const { workspace, own } = await start();
  const { organizationId, admin } = own;
  const conversations = Array.from({ length: 1001 }, (_, at) => ({ id: `c${at}`, parts: [] }));
  expect(
    await workspace.refused(admin, conversation.ingest, { organizationId, conversations }),
  ).toEqual({
    status: 400,
    message:
      "The body has 1001 conversations, which exceeds the limit of 1000. Split it into several requests.",
  });
  const accepted = { organizationId, conversations: conversations.slice(1) };
  expect((await workspace.ask(admin, conversation.ingest, accepted)).status).toBe(204);
});

test("two issues of a conversation in one cluster count as one conversation", async () => {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const ingest = async (id: string, ...bodies: string[]) => {
    const parts = bodies.map((body) => ({ type: "message", role: "user", body }) as const);
    const conversations = [{ id, parts }];
    await workspace.ok(admin, conversation.ingest, { organizationId, conversations });
    await workspace.service.jobs.finish();
    const { items } = await workspace.ok(admin, clusters.list, { organizationId });
    return items.map(({ stats }) => [stats.issues, stats.conversations]);
  };
  expect(await ingest("a", "Does the PDF export invite new colleagues from Berlin?")).toEqual([
    [1, 1],
  ]);
  const questions = ["Does the PDF export work?", "How do we invite new colleagues from Berlin?"];
  expect(await ingest("b", ...questions)).toEqual([[3, 2]]);
  expect(await ingest("b", "Does the PDF export work?")).toEqual([[2, 2]]);
});

test("conversations are listed page by page, the newest first", async () => {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const add = (id: string, day: string) => ({
    ...{ id, parts: [], metadata: { createdAt: `2026-01-${day}T00:00:00Z` } },
  });
  const conversations = [add("b", "02"), add("a", "02"), add("d", "01"), add("c", "03")];
  await workspace.ok(admin, conversation.ingest, { organizationId, conversations });
  const ids: string[] = [];
  let page = "";
  do {
    const input = { organizationId, limit: 1, ...(page !== "" && { page }) };
    const answer = await workspace.ok(admin, conversation.list, input);
    ids.push(...answer.items.map(({ id }) => id));
    page = answer.next?.page ?? "";
  } while (page !== "");
  expect(ids).toEqual(["c", "b", "a", "d"]);
  // A conversation without messages has no issues.
  await workspace.service.jobs.finish();
  for (const contract of [issues, clusters]) {
    const { items } = await workspace.ok(admin, contract.list as typeof issues.list, {
      organizationId,
    });
    expect(items).toEqual([]);
  }
});

slowTest("a conversation has its source's URL, and only its own organization has it", async () => {
  const { workspace, own, other } = await start();
  const { organizationId, admin } = own;
  const input = { organizationId, conversationId: "one" };
  const { conversation: read } = await workspace.ok(admin, conversation.get, input);
  expect(read.urls).toEqual({
    location: expect.stringMatching(new RegExp(`/v1/orgs/${organizationId}/conversations/one$`)),
    source: "https://help.example.com/one",
  });
  for (const [user, status] of [
    [other.admin, 404],
    [await workspace.member(organizationId, null), 403],
    [await workspace.member(organizationId, "read"), 200],
  ] as const) {
    for (const [contract, values] of [
      [conversation.get, input],
      [conversation.list, { organizationId }],
      [issues.list, { organizationId }],
      [issues.get, { organizationId, issueId: "unknown" }],
      [clusters.list, { organizationId }],
      [clusters.get, { organizationId, clusterId: "unknown" }],
    ] as const) {
      const isMissing = "issueId" in values || "clusterId" in values;
      const answer = await workspace.ask(
        user,
        contract as typeof conversation.get,
        values as never,
      );
      expect([contract.operation, answer.status]).toEqual([
        contract.operation,
        status === 200 && isMissing ? 404 : status,
      ]);
    }
  }
  const { issues: found, clusters: groups } = await other.read();
  for (const [contract, values, message] of [
    [conversation.get, { conversationId: "nosuch" }, "Conversation nosuch"],
    [issues.get, { issueId: found[0]?.id }, `Issue ${found[0]?.id}`],
    [clusters.get, { clusterId: groups[0]?.id }, `Cluster ${groups[0]?.id}`],
  ] as const) {
    const missing = { organizationId, ...values } as never;
    expect(await workspace.refused(admin, contract as typeof conversation.get, missing)).toEqual({
      status: 404,
      message: `${message} does not exist, or you do not have access to it.`,
    });
  }
});

test("the same conversations are not analyzed again", async () => {
  const { workspace, own } = await start();
  const countJobs = async () =>
    (
      await workspace.db
        .selectFrom("jobs")
        .select("id")
        .where("kind", "=", "sort-issues")
        .where("state", "=", "waiting")
        .execute()
    ).length;
  const { organizationId, admin } = own;
  const send = async (...conversations: object[]) => {
    const input = { organizationId, conversations: conversations as never };
    await workspace.ok(admin, conversation.ingest, input);
    return countJobs();
  };
  expect(await send(build("one", topics[0], "email"), build("two", topics[1], "chat"))).toBe(0);
  // Of two conversations with the same id, the last one applies.
  expect(await send(build("one", "Other words"), build("one", topics[0], "email"))).toBe(0);
  expect(await send(build("one", topics[0]), build("one", "Other words"))).toBe(1);
});

test("issues are listed page by page, and the next page has the filters of the first", async () => {
  const { workspace, own } = await start();
  const { organizationId, admin } = own;
  await own.ingest(build("three", "How do we invite our new colleagues from Berlin?", "chat"));
  const { items } = await workspace.ok(admin, issues.list, { organizationId });
  const sorted = items.toSorted(
    ({ issue: one }, { issue: other }) =>
      other.createdAt.localeCompare(one.createdAt) || (one.id < other.id ? 1 : -1),
  );
  expect(items).toEqual(sorted);
  const ids: string[] = [];
  let page = "";
  do {
    const input = { organizationId, limit: 1, ...(page !== "" && { page }) };
    const answer = await workspace.ok(admin, issues.list, input);
    ids.push(...answer.items.map(({ issue }) => issue.id));
    page = answer.next?.page ?? "";
  } while (page !== "");
  expect(ids).toEqual(items.map(({ issue }) => issue.id));
  for (const [endpoint, ...filters] of [
    [conversation.list, { source: "email" }],
    [issues.list, { cluster: "c" }, { conversation: "one" }],
    [clusters.list, { status: "pending" }, { order: "asc" }, { orderBy: "issues" }],
  ] as const) {
    const ask = (filter: object) =>
      workspace.ask(admin, endpoint as typeof issues.list, {
        ...{ organizationId, limit: 1 },
        ...filter,
      });
    const first = (await ask({})).body as { readonly next: { readonly page: string } };
    const next = { page: first.next.page };
    expect((await ask(next)).status).toBe(200);
    for (const filter of filters) {
      expect([filter, (await ask({ ...filter, ...next })).status]).toEqual([filter, 400]);
    }
  }
});
