import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/content-import.ts";
import * as space from "../../../../src/contract/space.ts";
import { seedImports } from "../../../../src/service/areas/imports/sample.ts";
import type { SampleContext } from "../../../../src/service/core/area.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has a completed import of the space with the title Getting started", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const owner = await workspace.member(organizationId, "admin");
  const other = await workspace.organization();
  await workspace.enroll(other, owner, "admin");
  for (const organization of [other, organizationId]) {
    await workspace.ok(owner, space.create, {
      ...{ organizationId: organization, title: "Getting started" },
    });
  }
  const { items } = await workspace.ok(owner, space.list, { organizationId });
  const made = items[0]?.id ?? "";
  workspace.passDays(1);
  const sample = { db, newId: createId, owner, organization: organizationId };
  await seedImports(createPartial<SampleContext>(sample));
  const imports = await workspace.ok(owner, contract.list, { organizationId });
  const [run] = imports.items;
  const { createdAt } = await workspace.ok(owner, space.get, { spaceId: made });
  expect(imports.items).toEqual([
    {
      ...{ object: "import-run", id: run?.id, status: "completed", pages: [] },
      source: { type: "website", url: "https://docs.example.com/start" },
      target: { space: made },
      ...{ createdBy: owner, createdAt, updatedAt: createdAt },
      ...{ startedAt: createdAt, completedAt: createdAt, urls: run?.urls },
    },
  ]);
});
