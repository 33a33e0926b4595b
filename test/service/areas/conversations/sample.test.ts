import { expect, test } from "vitest";
import { seedConversations } from "../../../../src/service/areas/conversations/sample.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has conversations of the last weeks, with and without a subject and an answer", async () => {
  const { db, now, ...workspace } = await openSampled();
  const rows = await db.selectFrom("conversations").selectAll().orderBy("id").execute();
  expect(rows).toHaveLength(9);
  expect(workspace.jobs).toEqual([
    { kind: "sort-issues", payload: { organizationId: workspace.organization } },
  ]);
  const hour = 60 * 60 * 1000;
  const plain = rows.map(({ id, subject, source, parts, metadata, created_at, processed_at }) => ({
    ...{ id, subject, source, processed_at, metadata: JSON.parse(metadata) },
    roles: JSON.parse(parts).map(({ type, role }: Record<string, string>) => `${type} ${role}`),
    hours: (now.getTime() - Date.parse(created_at)) / hour,
  }));
  const getTime = (hours: number) => new Date(now.getTime() - hours * hour).toISOString();
  const chat = `integration:api:${workspace.owner}`;
  expect([plain[0], plain[1], plain[5]]).toEqual([
    {
      ...{ id: "sample-1", subject: "PDF export leaves out images", source: "email", hours: 4 },
      metadata: { createdAt: getTime(4), attributes: { source: "email" } },
      ...{ roles: ["message user", "message team-member"], processed_at: null },
    },
    {
      ...{ id: "sample-2", subject: null, source: chat, hours: 30, processed_at: null },
      metadata: { createdAt: getTime(30), attributes: { source: "chat" } },
      roles: ["message user", "message team-member"],
    },
    {
      ...{ id: "sample-6", subject: null, source: chat, hours: 200, processed_at: null },
      metadata: { createdAt: getTime(200), attributes: { source: "chat" } },
      roles: ["message user", "message user", "message team-member"],
    },
  ]);
  expect(plain[2]?.roles).toEqual(["message user"]);
});

async function openSampled() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organization = await workspace.organization();
  const owner = await workspace.member(organization, "admin");
  const jobs: JobRequest[] = [];
  let count = 0;
  await seedConversations({
    ...{ db, now, owner, organization, secondOrganization: "", people: new Map() },
    newId: () => `N${count++}`,
    enqueue: async (job) => void jobs.push(job),
  });
  return { db, now, organization, owner, jobs };
}
