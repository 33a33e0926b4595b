import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has integrations, one of them installed, with delivered and failed events", async () => {
  const workspace = await openWorkspace();
  await workspace.service.admin.seed();
  await workspace.service.jobs.finish();
  const { owner } = await workspace.service.admin.beginning();
  const { items } = await workspace.ok(owner, integration.list, {});
  expect(items.map(({ name, version }) => [name, version])).toEqual([
    ["link-watch", 2],
    ["whiteboard", 1],
  ]);
  const asked = { integrationName: "link-watch" };
  const installed = await workspace.ok(owner, integration.installations, asked);
  expect(installed.items).toMatchObject([{ configuration: { channel: "#docs" } }]);
  const spaces = await workspace.ok(owner, integration.spaces, { ...asked, extended: true });
  expect(spaces.items.length).toBe(installed.items[0]?.spaces);
  const events = await workspace.ok(owner, event.list, asked);
  expect(new Set(events.items.map(({ status }) => status))).toEqual(new Set(["success", "failed"]));
  for (const { id, createdAt } of events.items) {
    const { trace } = await workspace.ok(owner, event.get, { ...asked, eventId: id });
    expect(trace?.logs[0]?.message).toMatch(/^Recorded; (waiting to be sent|not sent)/);
    for (const { timestamp } of trace?.logs ?? []) {
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(Date.parse(createdAt));
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(workspace.now.getTime());
    }
  }
});

test("events of the sample workspace are sent to its installations", async () => {
  const workspace = await openWorkspace();
  await workspace.service.admin.seed();
  await workspace.service.jobs.finish();
  const { owner, organization } = await workspace.service.admin.beginning();
  const integrationName = "whiteboard";
  await workspace.ok(owner, integration.install, { integrationName, organization });
  const { items } = await workspace.ok(owner, event.list, { integrationName });
  expect(items).toHaveLength(1);
});
