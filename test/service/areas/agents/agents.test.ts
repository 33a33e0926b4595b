/** Agents on a platform without one: nothing exists, and everything says so. */
import { describe, expect, test } from "vitest";
import * as conversation from "../../../../src/contract/agent-conversation.ts";
import * as task from "../../../../src/contract/agent-task.ts";
import * as ingested from "../../../../src/contract/conversation.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crConversation from "../../../../src/contract/cr-conversation.ts";
import { openSitesFixture } from "../sites/fixture.ts";

describe("without an agent", () => {
  test("there are no conversations and tasks, and deleting one changes nothing", async () => {
    const { workspace, admin, org, ...at } = await start();
    const of = { organizationId: org };
    const conversationId = "first";
    expect(await workspace.ok(admin, conversation.list, of)).toEqual({ items: [], count: 0 });
    expect(await workspace.ok(admin, crConversation.list, at)).toEqual({ items: [], count: 0 });
    expect(await workspace.ok(admin, task.list, of)).toEqual({ items: [], count: 0 });
    const title = "New";
    const asked = [
      await workspace.ask(admin, conversation.update, { ...of, conversationId, title }),
      await workspace.ask(admin, crConversation.update, { ...at, conversationId, title }),
      await workspace.ask(admin, task.get, { ...of, agentTaskId: "T1" }),
      await workspace.ask(admin, task.update, { ...of, agentTaskId: "T1", status: "started" }),
      await workspace.ask(admin, conversation.provision, { ...of, conversationId }),
      await workspace.ask(admin, conversation.remove, { ...of, conversationId }),
      await workspace.ask(admin, crConversation.remove, { ...at, conversationId }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 501, 204, 204]);
  });

  test("the state counts ingested conversations", async () => {
    const { workspace, admin, org: organizationId } = await start();
    const parts = [{ type: "message", role: "user", body: "The export fails. Why?" } as const];
    const conversations = { id: "one", subject: "Export", parts };
    await workspace.ok(admin, ingested.ingest, { organizationId, conversations });
    const { email, stats } = await workspace.ok(admin, task.state, { organizationId });
    expect({ email, conversations: stats.conversations, tasks: stats.backlogTasks }).toEqual({
      email: "",
      conversations: 1,
      tasks: 0,
    });
    const guest = await workspace.member(organizationId, null);
    expect((await workspace.ask(guest, task.state, { organizationId })).status).toBe(403);
  });
});

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const spaceId = await fixture.space("Guide");
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  return { workspace, org, admin, spaceId, changeRequestId };
}
