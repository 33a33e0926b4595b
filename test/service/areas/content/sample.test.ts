import { expect, test } from "vitest";
import * as file from "../../../../src/contract/file.ts";
import * as instructions from "../../../../src/contract/org-instructions.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as page from "../../../../src/contract/page.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const { organization_id: organizationId, user_id: owner } = await workspace.db
    .selectFrom("members")
    .select(["organization_id", "user_id"])
    .executeTakeFirstOrThrow();
  await workspace.service.admin.seed();
  const { items } = await workspace.ok(owner, space.list, { organizationId });
  return { workspace, organizationId, owner, spaces: items };
}

test("every space of the sample has pages with realistic content: links, files, a few problems", async () => {
  const { workspace, owner, spaces } = await start();
  let [broken, links, files] = [0, 0, 0];
  for (const { id: spaceId } of spaces) {
    const { pages } = await workspace.ok(owner, page.list, { spaceId });
    expect(pages.length).toBeGreaterThan(0);
    const { stats } = await workspace.ok(owner, space.links, { spaceId });
    links += stats.total;
    broken += stats.broken.total;
    files += (await workspace.ok(owner, file.list, { spaceId })).items.length;
  }
  expect(links).toBeGreaterThan(50);
  expect(broken).toBeGreaterThan(3);
  expect(broken).toBeLessThan(links / 4);
  expect(files).toBeGreaterThanOrEqual(3);
});

test("the sample can be searched, and has agent instructions", async () => {
  const { workspace, owner, organizationId } = await start();
  const asked = { organizationId, query: "silence alert" };
  const { items } = await workspace.ok(owner, organization.search, asked);
  expect(items[0]).toMatchObject({ title: "User guide" });
  const told = await workspace.ok(owner, instructions.get, { organizationId });
  expect(told.instructions.nodes.length).toBeGreaterThan(1);
});
