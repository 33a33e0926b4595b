/** Jobs of integrations, which need the scope of their operation when they run. */
import { beforeAll, describe, expect, test } from "vitest";
import * as contentImport from "../../../src/contract/content-import.ts";
import * as changeRequest from "../../../src/contract/cr.ts";
import * as site from "../../../src/contract/site.ts";
import * as space from "../../../src/contract/space.ts";
import * as webhook from "../../../src/contract/webhook.ts";
import { ApiError } from "../../../src/errors.ts";
import { scheduledMergePermission } from "../../../src/service/areas/change-requests/scheduled-merge.ts";
import { importPermission } from "../../../src/service/areas/imports/permission.ts";
import { checkPermission } from "../../../src/service/areas/styleguides/check-space.ts";
import { webhookPermission } from "../../../src/service/areas/webhooks/send-webhook.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { JobPermission } from "../../../src/service/jobs/job.ts";
import { openWorkspace, type Workspace } from "../../support/platforms/workspace.ts";

interface Prepared {
  readonly payload: object;
  /** The operation and the input for which the scope is required. */
  readonly scope: readonly [operation: string, input: object];
}

let workspace: Workspace;
let organizationId: string;
let admin: string;
let spaceId: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
  spaceId = (await workspace.ok(admin, space.create, { organizationId })).id;
  return () => workspace.service.close();
});

async function prepareMerge(): Promise<Prepared> {
  const { id: changeRequestId } = await workspace.ok(admin, changeRequest.create, { spaceId });
  const at = new Date(workspace.now.getTime() + 24 * 60 * 60 * 1000).toISOString();
  await workspace.ok(admin, changeRequest.scheduleMerge, { spaceId, changeRequestId, at });
  const { merge_schedule: schedule } = await workspace.db
    .selectFrom("change_requests")
    .select("merge_schedule")
    .where("id", "=", changeRequestId)
    .executeTakeFirstOrThrow();
  const input = { spaceId, changeRequestId };
  return { payload: { changeRequestId, schedule }, scope: ["mergeChangeRequest", input] };
}

async function prepareImport(): Promise<Prepared> {
  const { id: importId } = await workspace.ok(admin, contentImport.start, {
    organizationId,
    source: { type: "website", url: "https://docs.acme.example/" },
    target: { space: spaceId },
  });
  return { payload: { importId }, scope: ["startImportRun", { organizationId, spaceId }] };
}

async function prepareCheck(): Promise<Prepared> {
  const { id: changeRequestId } = await workspace.ok(admin, changeRequest.create, { spaceId });
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const created_at = workspace.now.toISOString();
  await workspace.db
    .insertInto("styleguide_runs")
    .values({
      ...{ id: "R1", site_id: siteId, styleguide_id: spaceId, spaces: JSON.stringify([spaceId]) },
      ...{ created_by: admin, created_at },
    })
    .execute();
  await workspace.db
    .insertInto("styleguide_checks")
    .values({
      ...{ change_request_id: changeRequestId, space_id: spaceId, site_id: siteId },
      ...{ run_id: "R1", current_run_id: "R1", requested_by: admin, status: "running" },
      ...{ changed_pages: null, checked_at: null, failure: null },
    })
    .execute();
  const payload = {
    organizationId,
    siteId,
    changeRequestId,
    runId: "R1",
    changed: 0,
    unchecked: 0,
  };
  return { payload, scope: ["createSiteStyleguideRun", { organizationId, siteId }] };
}

async function prepareDelivery(): Promise<Prepared> {
  const url = "https://hooks.acme.example/";
  const { id } = await workspace.ok(admin, webhook.create, { organizationId, url });
  const deliveryId = createId();
  await workspace.db
    .insertInto("webhook_deliveries")
    .values({
      ...{ id: deliveryId, webhook_id: id, event: "webhook.test", payload: "{}" },
      ...{ state: "waiting", attempts: 0, response_status: null, error: null },
      ...{ created_at: workspace.now.toISOString(), attempted_at: null, next_attempt_at: null },
    })
    .execute();
  return { payload: { deliveryId }, scope: ["updateOrganizationWebhook", { organizationId }] };
}

describe.each<[string, JobPermission, () => Promise<Prepared>]>([
  ["a scheduled merge", scheduledMergePermission, prepareMerge],
  ["the import of a website", importPermission, prepareImport],
  ["a style guide check", checkPermission, prepareCheck],
  ["the delivery of a webhook", webhookPermission, prepareDelivery],
])("%s", (_, permission, prepare) => {
  test("runs with the scope and the role of its requester only", async () => {
    const { payload, scope } = await prepare();
    const { db, now } = workspace;
    const required: unknown[] = [];
    const authorize = (caller: string, hasScope: boolean) =>
      permission.authorize(payload, {
        ...{ db, now, caller, boundTo: undefined, organization: organizationId },
        async requireScope(...one) {
          required.push(one);
          if (!hasScope) throw new ApiError(403, "The integration lacks the scope.");
        },
      });
    await authorize(admin, true);
    expect(required).toEqual([scope]);
    await expect(authorize(admin, false)).rejects.toThrow("The integration lacks the scope.");
    const reader = await workspace.member(organizationId, "read");
    await expect(authorize(reader, true)).rejects.toMatchObject({ status: 403 });
    const disabled = await workspace.member(organizationId, "admin", true);
    await expect(authorize(disabled, true)).rejects.toMatchObject({ status: 404 });
  });
});
