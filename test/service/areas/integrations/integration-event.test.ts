import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import * as space from "../../../../src/contract/space.ts";
import { serve } from "../../../support/network/loopback.ts";
import {
  integrationName,
  listRevisions,
  openTunnelled,
} from "../../../support/organizations/tunnel.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";

test("a tunnel gets events of other organizations only if it requests all", async () => {
  const { workspace, admin, change, tunnel, statuses, jobs } = await openTunnelled();
  const elsewhere = await workspace.organization("Elsewhere");
  const other = await workspace.member(elsewhere, "admin");
  await workspace.ok(other, integration.install, { integrationName, organization: elsewhere });
  const { id } = await workspace.ok(other, space.create, { organizationId: elsewhere });
  const { url, seen } = await serve((_seen, response) => void response.end());
  for (const [revision, all] of [
    ["R1", false],
    ["R2", true],
  ] as const) {
    await tunnel(url, all);
    await change(revision, id);
    await jobs.finish();
  }
  expect(listRevisions(seen)).toEqual(["R2"]);
  // The publisher sees events sent to the tunnel; no other user sees their delivery.
  expect(await statuses()).toEqual(["installation_setup success", "R2 success"]);
  const { items } = await workspace.ok(other, event.list, { integrationName });
  expect(items.map(({ payload }) => payload.revisionId)).toEqual(["R2", "R1", undefined]);
  for (const [caller, traced] of [
    [other, false],
    [admin, true],
  ] as const) {
    const asked = { integrationName, eventId: items[0]?.id ?? "" };
    expect("trace" in (await workspace.ok(caller, event.get, asked))).toBe(traced);
  }
  const unsent = { integrationName, eventId: items[1]?.id ?? "" };
  expect(await workspace.refused(admin, event.get, unsent)).toMatchObject({ status: 404 });
});

test("events are listed for admins, and not for other members and outsiders", async () => {
  const { workspace, org, admin, statuses } = await openTunnelled();
  expect(await statuses()).toHaveLength(1);
  const { items } = await workspace.ok(admin, event.list, { integrationName });
  for (const caller of [await workspace.member(org, "create"), await workspace.person()]) {
    const seen = await workspace.ok(caller, event.list, { integrationName });
    expect(seen.items).toEqual([]);
    const asked = { integrationName, eventId: items[0]?.id ?? "" };
    expect(await workspace.refused(caller, event.get, asked)).toMatchObject({ status: 404 });
  }
});

test("events are listed newest first, page by page, with the reason of a failure", async () => {
  const { workspace, admin, change } = await openTunnelled();
  const { db } = workspace;
  for (const revision of ["R1", "R2", "R3"]) await change(revision);
  const rows = await db.selectFrom("integration_events").select("id").orderBy("number").execute();
  const [setup = "", waiting = "", failed = "", own = ""] = rows.map(({ id }) => id);
  const update = (id: string, values: object) =>
    db.updateTable("integration_events").set(values).where("id", "=", id).execute();
  await update(setup, { delivery: "taken" });
  await update(waiting, { delivery: "waiting" });
  await update(failed, { delivery: "failed", reason: "The integration rejected it." });
  await update(own, { delivery: "expired", installation_id: "" });
  type Item = { id: string; status: string; failure?: string; installationId?: string };
  const items = await readAllPages<Item>(workspace, admin, event.list, { integrationName });
  const installationId = items[1]?.installationId;
  expect(installationId).toBeDefined();
  const common = { integrationId: integrationName, createdAt: workspace.now.toISOString() };
  expect(items.map(({ id, ...item }) => [id, { ...item, payload: undefined }])).toEqual([
    [own, { ...common, status: "failed", payload: undefined }],
    [
      failed,
      {
        ...{ ...common, installationId, status: "failed", payload: undefined },
        failure: "The integration rejected it.",
      },
    ],
    [waiting, { ...common, installationId, status: "failed", payload: undefined }],
    [setup, { ...common, installationId, status: "success", payload: undefined }],
  ]);
});
