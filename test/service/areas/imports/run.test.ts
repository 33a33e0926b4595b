import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/content-import.ts";
import * as space from "../../../../src/contract/space.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { serve } from "../../../support/network/loopback.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("an import that runs again after an interruption lists no pages of the first attempt", async () => {
  const site = await serve((_, response) => void response.writeHead(404).end());
  const workspace = await openWorkspace({ allowPrivate: ["127.0.0.1"] });
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const { id: importRunId } = await workspace.ok(admin, contract.start, {
    organizationId,
    source: { type: "website", url: site.url },
    target: { space: spaceId },
  });
  const pages = [{ id: createId(), type: "page", status: "complete" }];
  await workspace.db
    .updateTable("imports")
    .set({ status: "in-progress", pages: JSON.stringify(pages) })
    .execute();
  await workspace.service.jobs.finish();
  const run = await workspace.ok(admin, contract.get, { organizationId, importRunId });
  expect(run).toMatchObject({ status: "failed", pages: [] });
});
