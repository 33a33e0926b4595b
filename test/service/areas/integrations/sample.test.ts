import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** For both tests, which use different integrations. */
const workspace = await openWorkspace();
await workspace.service.admin.seed();
await workspace.service.jobs.finish();

test("the sample has integrations, one of them installed, with delivered and failed events", async () => {
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
  const day = 24 * 60 * 60 * 1000;
  const ofSample = events.items.filter(
    ({ createdAt }) => workspace.now.getTime() - Date.parse(createdAt) >= day,
  );
  const described = await Promise.all(
    ofSample.map(async ({ id, createdAt, status, failure, payload }) => {
      const { trace } = await workspace.ok(owner, event.get, { ...asked, eventId: id });
      const lines = (trace?.logs ?? []).map(({ level, message, timestamp }) => {
        const seconds = (Date.parse(timestamp) - Date.parse(createdAt)) / 1000;
        return `${seconds} ${level} ${message}`;
      });
      const age = (workspace.now.getTime() - Date.parse(createdAt)) / day;
      return [age, payload.type, status, failure, ...lines];
    }),
  );
  const recorded = "0 debug Recorded; waiting to be sent to the tunnel.";
  expect(described).toEqual([
    [
      ...[1, "space_content_updated", "success", undefined, recorded],
      "1 info Attempt 1: the tunnel responded with 200 in 41 ms.",
    ],
    [
      ...[4, "space_content_updated", "failed", "The integration rejected it.", recorded],
      "1 warn Attempt 1: the tunnel responded with 422 in 19 ms: page 3 has no title",
      "1 error Failed; it is not sent again.",
    ],
    [
      ...[9, "space_content_updated", "success", undefined, recorded],
      "1 warn Attempt 1: the tunnel responded with 503 in 12 ms: restarting",
      "2 info Attempt 2: the tunnel responded with 200 in 84 ms.",
    ],
    [
      ...[62, "installation_setup", "success", undefined, recorded],
      "1 info Attempt 1: the tunnel responded with 200 in 38 ms.",
    ],
  ]);
});

test("events of the sample workspace are sent to its installations", async () => {
  const { owner, organization } = await workspace.service.admin.beginning();
  const integrationName = "whiteboard";
  await workspace.ok(owner, integration.install, { integrationName, organization });
  const { items } = await workspace.ok(owner, event.list, { integrationName });
  expect(items).toHaveLength(1);
});
