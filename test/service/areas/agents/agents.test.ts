/** Agents on a platform without one: nothing exists, and everything says so. */
import { beforeAll, describe, expect, test } from "vitest";
import * as conversation from "../../../../src/contract/agent-conversation.ts";
import * as task from "../../../../src/contract/agent-task.ts";
import * as ingested from "../../../../src/contract/conversation.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crConversation from "../../../../src/contract/cr-conversation.ts";
import type { Endpoint } from "../../../../src/contract/endpoint.ts";
import { openSitesFixture } from "../sites/fixture.ts";

async function open() {
  const fixture = await openSitesFixture();
  const { workspace, org: organizationId, admin } = fixture;
  const spaceId = await fixture.space("Guide");
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  const otherOrganization = await workspace.organization("Other");
  const users = {
    admin,
    reader: await workspace.member(organizationId, "read"),
    guest: await workspace.member(organizationId, null),
    stranger: await workspace.member(otherOrganization, "admin"),
  };
  return { workspace, organizationId, otherOrganization, spaceId, changeRequestId, users };
}

let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
});

type Input = Readonly<Record<string, string>>;

function send(user: string, endpoint: Endpoint, input: Input) {
  const { workspace, organizationId, spaceId, changeRequestId } = opened;
  const parents = endpoint.input.spaceId ? { spaceId, changeRequestId } : { organizationId };
  return workspace.ask(user, endpoint, { ...parents, ...input });
}

const unknownConversation = "Conversation C1 does not exist, or you do not have access to it.";
const unknownTask = "Agent task T1 does not exist, or you do not have access to it.";
const noAgent =
  "The local platform has no agent to talk to. To ask the language model about the content, run tome org ask.";

describe("without an agent", () => {
  const [title, conversationId, agentTaskId] = ["New", "C1", "T1"];

  test.each<[string, Endpoint, Input, number[], string]>([
    ["listing conversations", conversation.list, {}, [200, 200, 200, 404], ""],
    [
      "preparing a conversation",
      conversation.provision,
      { conversationId },
      [501, 501, 501, 404],
      noAgent,
    ],
    [
      "renaming a conversation",
      conversation.update,
      { conversationId, title },
      [404, 404, 404, 404],
      unknownConversation,
    ],
    ["deleting a conversation", conversation.remove, { conversationId }, [204, 204, 204, 404], ""],
    [
      "listing conversations of a change request",
      crConversation.list,
      {},
      [200, 200, 404, 404],
      "",
    ],
    [
      "renaming a conversation of a change request",
      crConversation.update,
      { conversationId, title },
      [404, 403, 404, 404],
      unknownConversation,
    ],
    [
      "deleting a conversation of a change request",
      crConversation.remove,
      { conversationId },
      [204, 403, 404, 404],
      "",
    ],
    ["listing tasks", task.list, {}, [200, 200, 403, 404], ""],
    ["reading a task", task.get, { agentTaskId }, [404, 404, 403, 404], unknownTask],
    [
      "changing a task",
      task.update,
      { agentTaskId, status: "started" },
      [404, 403, 403, 404],
      unknownTask,
    ],
    ["reading the state", task.state, {}, [200, 200, 403, 404], ""],
  ])("%s is answered by role", async (_, endpoint, input, expected, message) => {
    const [answer, ...others] = await Promise.all(
      Object.values(opened.users).map((user) => send(user, endpoint, input)),
    );
    const statuses = [answer, ...others].map((one) => one?.status);
    expect([statuses, answer?.message]).toEqual([expected, message]);
    // A stranger does not learn that the organization exists.
    expect(others.at(-1)?.message).not.toBe(message);
    if (endpoint.list) {
      expect(answer?.body).toEqual({ items: [], count: 0 });
      const { message: refusal } = await send(opened.users.admin, endpoint, { page: "x" });
      expect(refusal).toMatch(/^page is not a token of this list\./);
    }
  });

  test("the state counts the conversations, issues and clusters of the organization", async () => {
    const { workspace, organizationId, otherOrganization, users } = opened;
    const ingest = async (user: string, organization: string, id: string, source: string) => {
      const parts = [{ type: "message", role: "user", body: "Does the PDF export fail?" } as const];
      const conversations = { id, parts, metadata: { attributes: { source } } };
      const input = { organizationId: organization, conversations };
      await workspace.ok(user, ingested.ingest, input);
      await workspace.service.jobs.finish();
    };
    const readState = () => workspace.ok(users.reader, task.state, { organizationId });
    const empty = {
      email: "",
      settings: {},
      stats: {
        backlogTasks: 0,
        startedTasks: 0,
        completedTasks: 0,
        canceledTasks: 0,
        conversations: 0,
        issues: 0,
        issuesClusters: 0,
        sources: {},
      },
    };
    await ingest(users.stranger, otherOrganization, "one", "chat");
    expect(await readState()).toEqual(empty);
    await ingest(users.admin, organizationId, "one", "email");
    await ingest(users.admin, organizationId, "two", "email");
    await ingest(users.admin, organizationId, "three", "chat");
    const stats = {
      ...empty.stats,
      conversations: 3,
      issues: 3,
      issuesClusters: 1,
      sources: { email: 2, [`integration:api:${users.admin}`]: 1 },
    };
    expect(await readState()).toEqual({ ...empty, stats });
  });

  test("the state omits clusters without issues", async () => {
    const { workspace, organizationId, users } = opened;
    const { stats } = await workspace.ok(users.admin, task.state, { organizationId });
    for (const [issues, issuesClusters] of [
      [1, 1],
      [0, 0],
    ] as const) {
      await workspace.db
        .updateTable("conversation_clusters")
        .set({ issues })
        .where("organization_id", "=", organizationId)
        .execute();
      const after = await workspace.ok(users.admin, task.state, { organizationId });
      expect(after.stats).toEqual({ ...stats, issuesClusters });
    }
  });
});
