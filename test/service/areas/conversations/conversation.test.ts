import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import * as conversation from "../../../../src/contract/conversation.ts";
import * as clusters from "../../../../src/contract/conversation-cluster.ts";
import * as issues from "../../../../src/contract/conversation-issue.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { useSlowClock } from "../../../support/machine/slow-clock.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { generated, getPurity } from "./topics.ts";

async function start() {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const ingest = async (conversations: Parameters<typeof send>[0]) => send(conversations);
  async function send(conversations: (typeof conversation.ingest.input.conversations)["type"]) {
    if (conversations === undefined) return;
    await workspace.ok(admin, conversation.ingest, { organizationId, conversations });
    await workspace.service.jobs.finish();
  }
  return { workspace, organizationId, admin, ingest };
}

const message = (body: string, role: "user" | "assistant" | "team-member" = "user") => ({
  type: "message" as const,
  role,
  body,
});

const pdf = {
  id: "mail/1 ö",
  subject: "PDF export fails",
  metadata: {
    url: "https://help.example.com/1",
    attributes: { source: "email", plan: "pro" },
    createdAt: "2026-02-20T10:00:00+02:00",
  },
  parts: [
    message("Exporting our guide as PDF fails with an error."),
    message("Sorry to hear that.", "team-member"),
    message("Also, how do we invite our new colleagues from Berlin to the team?"),
  ],
};

test("a conversation is stored completely, and its issues are found", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  await ingest(pdf);
  const named = { organizationId, conversationId: pdf.id };
  const detail = await workspace.ok(admin, conversation.get, named);
  expect(detail).toMatchObject({
    conversation: {
      id: pdf.id,
      source: "email",
      subject: "PDF export fails",
      createdAt: "2026-02-20T08:00:00.000Z",
      processedAt: workspace.now.toISOString(),
    },
    parts: pdf.parts,
    metadata: pdf.metadata,
  });
  const found = await workspace.ok(admin, issues.list, { organizationId });
  expect(found.items.map(({ issue }) => issue.title).sort()).toEqual([
    "Also, how do we invite our new colleagues from Berlin to the team?",
    "PDF export fails",
  ]);
  const [first] = found.items;
  const one = await workspace.ok(admin, issues.get, {
    organizationId,
    issueId: first?.issue.id ?? "",
  });
  expect(one).toEqual(first);
});

slowTest(
  "the same conversation again changes nothing, and a changed one replaces its issues",
  async () => {
    const { workspace, organizationId, admin, ingest } = await start();
    await ingest(pdf);
    const before = await workspace.ok(admin, issues.list, { organizationId });
    await ingest([pdf, pdf]);
    expect(await workspace.ok(admin, issues.list, { organizationId })).toEqual(before);
    await ingest({
      ...pdf,
      subject: "Domain certificate pending",
      parts: [message("It waits for days.")],
    });
    const after = await workspace.ok(admin, issues.list, { organizationId });
    expect(after.items.map(({ issue }) => issue.title)).toEqual(["Domain certificate pending"]);
    const { items } = await workspace.ok(admin, clusters.list, { organizationId });
    expect(items.map(({ stats }) => stats.issues)).toEqual([1]);
  },
);

test("a conversation without a time keeps the time of its first ingestion", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  const read = async () => {
    const named = { organizationId, conversationId: "c1" };
    const detail = await workspace.ok(admin, conversation.get, named);
    return detail.conversation.createdAt;
  };
  const first = workspace.now.toISOString();
  await ingest({ id: "c1", parts: [message("Exporting fails.")] });
  expect(await read()).toBe(first);
  workspace.passDays(30);
  await ingest({ id: "c1", parts: [message("Exporting fails again.")] });
  expect(await read()).toBe(first);
  const metadata = { createdAt: "2026-01-05T10:00:00+01:00" };
  await ingest({ id: "c1", metadata, parts: [message("Exporting fails again.")] });
  expect(await read()).toBe("2026-01-05T09:00:00.000Z");
  await ingest({ id: "c1", parts: [message("Exporting works.")] });
  expect(await read()).toBe("2026-01-05T09:00:00.000Z");
});

test("similar issues form a cluster with correct counts, sources and 13 weeks", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  const old = (id: string, weeks: number, body: string) => ({
    id,
    metadata: {
      createdAt: new Date(workspace.now.getTime() - weeks * 7 * 86_400_000).toISOString(),
      attributes: { source: "email" },
    },
    parts: [message(body)],
  });
  await ingest([
    old("a", 0, "The PDF export of our guide fails."),
    old("b", 1, "PDF export fails for the handbook."),
    old("c", 1, "Our export to PDF fails again."),
    old("d", 30, "Export as PDF fails."),
    { id: "e", parts: [message("How do we invite colleagues from another company?")] },
  ]);
  const { items } = await workspace.ok(admin, clusters.list, { organizationId, orderBy: "issues" });
  const [largest, other] = items;
  expect(items).toHaveLength(2);
  expect(largest?.stats).toMatchObject({ issues: 4, conversations: 4, tasksTotal: 0 });
  expect(largest?.weeklyPulse).toEqual([...Array(11).fill(0), 2, 1]);
  expect(largest?.sources).toEqual({ email: 4 });
  expect(largest?.label.split(", ")).toEqual(expect.arrayContaining(["pdf", "export"]));
  expect(Object.keys(other?.sources ?? {})).toEqual([`integration:api:${admin}`]);
  const ofCluster = await workspace.ok(admin, issues.list, {
    organizationId,
    cluster: largest?.id ?? "",
  });
  expect(ofCluster.items).toHaveLength(4);
});

slowTest("clusters of 1,200 generated conversations match their topics", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  const made = generated(1200);
  for (let at = 0; at < made.length; at += 400) {
    await ingest(made.slice(at, at + 400).map((one) => one.conversation));
  }
  const rows = await workspace.db
    .selectFrom("conversation_issues")
    .select(["conversation_id", "cluster_id"])
    .execute();
  const topicOf = new Map(made.map((one) => [one.conversation.id, one.topic]));
  const assigned = rows.map(({ cluster_id, conversation_id }) => ({
    cluster: cluster_id,
    topic: topicOf.get(conversation_id) ?? -1,
  }));
  expect(getPurity(assigned)).toBeGreaterThan(0.9);
  expect(new Set(assigned.map(({ cluster }) => cluster)).size).toBeLessThan(60);
  const { items } = await workspace.ok(admin, clusters.list, { organizationId, limit: 1000 });
  expect(items.reduce((sum, { stats }) => sum + stats.issues, 0)).toBe(rows.length);
});

slowTest("the next page of a list has the filters of the first", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  await ingest(generated(30).map((one) => one.conversation));
  const refuse = async (
    list: typeof conversation.list | typeof issues.list | typeof clusters.list,
    filters: object,
  ) => {
    const first = { organizationId, limit: 1 };
    const { next } = await workspace.ok(admin, list, first);
    const page = next?.page ?? "";
    expect((await workspace.ok(admin, list, { ...first, page })).items).toHaveLength(1);
    return (await workspace.refused(admin, list, { ...first, ...filters, page })).status;
  };
  for (const filters of [{ cluster: "c" }, { conversation: "c" }]) {
    expect([filters, await refuse(issues.list, filters)]).toEqual([filters, 400]);
  }
  for (const filters of [{ status: "pending" }, { order: "asc" }, { orderBy: "issues" }]) {
    expect([filters, await refuse(clusters.list, filters)]).toEqual([filters, 400]);
  }
  expect(await refuse(conversation.list, { source: "email" })).toBe(400);
});

slowTest(
  "a cluster by id equals the one in the list, for readers of its organization",
  async () => {
    const { workspace, organizationId, admin, ingest } = await start();
    await ingest(generated(30).map((one) => one.conversation));
    const { items } = await workspace.ok(admin, clusters.list, { organizationId });
    const [first] = items;
    const asked = { organizationId, clusterId: first?.id ?? "" };
    expect(first).toBeDefined();
    expect(await workspace.ok(admin, clusters.get, asked)).toEqual(first);
    const emptied = items.at(-1)?.id ?? "";
    await workspace.db
      .updateTable("conversation_clusters")
      .set({ issues: 0 })
      .where("id", "=", emptied)
      .execute();
    const empty = { organizationId, clusterId: emptied };
    expect((await workspace.refused(admin, clusters.get, empty)).status).toBe(404);
    const left = await workspace.ok(admin, clusters.list, { organizationId });
    expect(left.items.map(({ id }) => id)).toEqual(items.slice(0, -1).map(({ id }) => id));
    const unknown = { organizationId, clusterId: "nosuch" };
    expect((await workspace.refused(admin, clusters.get, unknown)).status).toBe(404);
    const stranger = await workspace.member(await workspace.organization(), "admin");
    expect((await workspace.refused(stranger, clusters.get, asked)).status).toBe(404);
  },
);

slowTest("clusters are listed in every order, page by page", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  await ingest(generated(120).map((one) => one.conversation));
  for (const order of ["asc", "desc"] as const) {
    for (const orderBy of ["updatedAt", "issues", "conversations", "tasksTotal"] as const) {
      const asked = { organizationId, order, orderBy };
      const whole = await workspace.ok(admin, clusters.list, { ...asked, limit: 1000 });
      const paged: string[] = [];
      let page: string | undefined;
      do {
        const answer = await workspace.ok(admin, clusters.list, {
          ...asked,
          limit: 5,
          ...(page !== undefined && { page }),
        });
        paged.push(...answer.items.map(({ id }) => id));
        page = answer.next?.page;
      } while (page !== undefined);
      expect(paged).toEqual(whole.items.map(({ id }) => id));
      expect(new Set(paged).size).toBe(paged.length);
    }
  }
});

test("readers read, creators ingest, and users outside the organization see nothing", async () => {
  const { workspace, organizationId, ingest } = await start();
  await ingest(pdf);
  const reader = await workspace.member(organizationId, "read");
  expect((await workspace.ok(reader, conversation.list, { organizationId })).items).toHaveLength(1);
  const taken = { organizationId, conversations: pdf };
  expect((await workspace.refused(reader, conversation.ingest, taken)).status).toBe(403);
  const guest = await workspace.member(organizationId, null);
  expect((await workspace.refused(guest, conversation.list, { organizationId })).status).toBe(403);
  const stranger = await workspace.person();
  expect((await workspace.refused(stranger, clusters.list, { organizationId })).status).toBe(404);
});

test("an incomplete conversation is refused with the field, and none of the others is stored", async () => {
  const { workspace, organizationId, admin } = await start();
  const wrong = [
    { id: "good", parts: [] },
    { id: "", parts: [] },
  ];
  const { status } = await workspace.refused(admin, conversation.ingest, {
    organizationId,
    conversations: wrong,
  });
  expect(status).toBe(400);
  expect((await workspace.ok(admin, conversation.list, { organizationId })).items).toEqual([]);
});

slowTest(
  "a conversation of many different words is processed, and so are those after it",
  async () => {
    const { workspace, organizationId, admin, ingest } = await start();
    const words = Array.from({ length: 150_000 }, (_, index) => `word${index.toString(36)}x`);
    await ingest({ ...pdf, id: "long", parts: [message(words.join(" "))] });
    await ingest({ ...pdf, id: "next" });
    for (const conversationId of ["long", "next"]) {
      const { conversation: kept } = await workspace.ok(admin, conversation.get, {
        organizationId,
        conversationId,
      });
      expect([conversationId, kept.processedAt]).toEqual([
        conversationId,
        workspace.now.toISOString(),
      ]);
    }
  },
);

slowTest("a large request is stored completely, and again only where it has changed", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  const text = "How do I export the guide? ".repeat(1500);
  const conversations = Array.from({ length: 30 }, (_, at) => ({
    id: `large-${at}`,
    parts: [message(`${at}: ${text}`)],
  }));
  await ingest(conversations);
  const read = async () =>
    (await workspace.ok(admin, conversation.list, { organizationId, limit: 100 })).items;
  const before = await read();
  expect(before.map(({ id }) => id).sort()).toEqual(conversations.map(({ id }) => id).sort());
  workspace.passDays(1);
  const changed = conversations.map((one, at) =>
    at % 10 === 9 ? { ...one, parts: [message(text)] } : one,
  );
  await ingest(changed);
  const after = await read();
  const processed = after.filter(({ processedAt }) => processedAt === workspace.now.toISOString());
  expect(processed.map(({ id }) => id).sort()).toEqual(["large-19", "large-29", "large-9"]);
  const detail = { organizationId, conversationId: "large-29" };
  const { parts } = await workspace.ok(admin, conversation.get, detail);
  expect(parts).toEqual([message(text)]);
});

slowTest("a large request of a member who is removed meanwhile stores no more", async () => {
  const { workspace, organizationId } = await start();
  useSlowClock();
  const writer = await workspace.member(organizationId, "admin");
  const conversations = Array.from({ length: 40 }, (_, at) => ({
    id: `c-${at}`,
    parts: [message("a ".repeat(100_000))],
  }));
  const request = workspace.ask(writer, conversation.ingest, { organizationId, conversations });
  const count = async () =>
    (await workspace.db.selectFrom("conversations").select("id").execute()).length;
  while ((await count()) === 0) await setImmediate();
  await workspace.db.deleteFrom("members").where("user_id", "=", writer).execute();
  expect((await request).status).toBe(404);
  expect(await count()).toBeLessThan(40);
});

test("issues show the conversation of their organization, also if another has one with its id", async () => {
  const { workspace, organizationId, admin, ingest } = await start();
  await ingest(pdf);
  const other = await workspace.organization("Other");
  const stranger = await workspace.member(other, "admin");
  const conversations = { ...pdf, subject: "Something else" };
  await workspace.ok(stranger, conversation.ingest, { organizationId: other, conversations });
  await workspace.service.jobs.finish();
  for (const [caller, id, subject] of [
    [admin, organizationId, pdf.subject],
    [stranger, other, conversations.subject],
  ] as const) {
    const { items } = await workspace.ok(caller, issues.list, { organizationId: id });
    expect(items.length).toBeGreaterThan(0);
    for (const { issue, conversation: shown } of items) {
      expect(shown.subject).toBe(subject);
      const one = { organizationId: id, issueId: issue.id };
      expect((await workspace.ok(caller, issues.get, one)).conversation.subject).toBe(subject);
    }
  }
});
