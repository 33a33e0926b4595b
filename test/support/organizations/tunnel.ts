/** An installed integration for tests of tunnels, in an organization with a space. */
import * as integration from "../../../src/contract/integration.ts";
import * as event from "../../../src/contract/integration-event.ts";
import * as space from "../../../src/contract/space.ts";
import { recordEvent } from "../../../src/service/areas/integration-events/record.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import type { ReceivedRequest } from "../network/loopback.ts";
import { openIntegrations } from "./integrations.ts";

export const integrationName = "link-checker";

export async function openTunnelled(options: ServiceOptions = { allowPrivate: ["127.0.0.1"] }) {
  const setup = await openIntegrations(options);
  const { workspace, org, admin, publish } = setup;
  await publish({ visibility: "public" });
  const installed = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const { db, jobs } = workspace.service;
  const change = (revisionId: string, at = spaceId) =>
    db.transaction().execute((transaction) =>
      recordEvent(
        {
          db: transaction,
          now: workspace.now,
          newId: createId,
          enqueue: (job) => jobs.enqueue(transaction, job),
        },
        { type: "space_content_updated", spaceId: at, revisionId },
      ),
    );
  const tunnel = (tunnelUrl: string, all = false) =>
    workspace.ok(admin, integration.dev, { integrationName, tunnelUrl, all });
  const pass = (milliseconds: number) => {
    workspace.time.now = new Date(workspace.now.getTime() + milliseconds);
    jobs.reload();
  };
  /** Statuses by event, oldest first. */
  const statuses = async () => {
    const { items } = await workspace.ok(admin, event.list, { integrationName });
    return items
      .map(({ payload, status }) => `${payload.revisionId ?? payload.type} ${status}`)
      .toReversed();
  };
  const lines = async (revisionId: string) => {
    const { items } = await workspace.ok(admin, event.list, { integrationName });
    const eventId = items.find(({ payload }) => payload.revisionId === revisionId)?.id ?? "";
    const { trace } = await workspace.ok(admin, event.get, { integrationName, eventId });
    return trace?.logs ?? [];
  };
  return { ...setup, installed, spaceId, change, tunnel, pass, statuses, lines, jobs };
}

/** The revisions in the events of a tunnel. */
export function listRevisions(seen: readonly ReceivedRequest[]): unknown[] {
  return seen.map((request) => getPart(request, "event").revisionId);
}

/** A part of the form that a tunnel received, as parsed by the published runtime. */
export function getPart({ headers, body }: ReceivedRequest, name: "event" | "environment") {
  const [, boundary = ""] = /boundary=(.+)$/.exec(String(headers["content-type"])) ?? [];
  const parts = body.split(`--${boundary}\r\n`);
  const part = parts.find((one) => one.includes(`name="${name}"`)) ?? "";
  return JSON.parse(part.slice(part.indexOf("\r\n\r\n")).split(`\r\n--${boundary}--`)[0] ?? "");
}
