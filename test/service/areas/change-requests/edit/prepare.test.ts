import { expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import {
  preparations,
  preparePlan,
} from "../../../../../src/service/areas/change-requests/edit/prepare.ts";
import { findPublishedUrls } from "../../../../../src/service/areas/sites/urls/space-url.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { readChangeRequest } from "../../../../../src/service/core/rows/change-request-rows.ts";
import { openOutside } from "../../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const changes: ContentChange[] = [
  { operation: "insert_page", title: "A", document: { markdown: "Text.\n" } },
];

test("the plan of an edit is computed once, unless the change request changes before it is stored", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId, subject: "A" });
  const { db, now, service } = workspace;
  const call = {
    ...{ db, now, newId: createId, caller: admin, base: "http://127.0.0.1:4000" },
    findPublishedUrls,
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    enqueue: (job: Parameters<typeof service.jobs.enqueue>[1]) => service.jobs.enqueue(db, job),
  };
  await preparations.edit({ spaceId, changeRequestId, changes }, call);
  const row = await readChangeRequest(db, spaceId, changeRequestId);
  const plan = await preparePlan(call, row, changes);
  expect(plan.tree.pages.map(({ title }) => title)).toEqual(["A"]);
  expect(await preparePlan(call, row, changes)).toBe(plan);
  const others: ContentChange[] = [{ operation: "insert_page", title: "B", document: {} }];
  await workspace.ok(admin, cr.edit, { spaceId, changeRequestId, changes: others });
  const changed = await readChangeRequest(db, spaceId, changeRequestId);
  const again = await preparePlan(call, changed, changes);
  expect(again.tree.pages.map(({ title }) => title)).toEqual(["B", "A"]);
});
