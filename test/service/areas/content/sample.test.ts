import { expect, test } from "vitest";
import * as file from "../../../../src/contract/file.ts";
import * as instructions from "../../../../src/contract/org-instructions.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as page from "../../../../src/contract/page.ts";
import * as space from "../../../../src/contract/space.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { slowTest } from "../../../support/generators/amount.ts";
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

/** For all tests, which change nothing. */
const { workspace, organizationId, owner, spaces } = await start();

slowTest(
  "every space of the sample has pages with realistic content: links, files, a few problems",
  async () => {
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
  },
);

slowTest("the sample can be searched, and has agent instructions", async () => {
  const asked = { organizationId, query: "silence alert" };
  const { items } = await workspace.ok(owner, organization.search, asked);
  expect(items[0]).toMatchObject({ title: "User guide" });
  const told = await workspace.ok(owner, instructions.get, { organizationId });
  expect(told.instructions.nodes.length).toBeGreaterThan(1);
});

test("every space of the sample begins empty, and has all pages an hour later", async () => {
  const { db } = workspace;
  for (const { id, createdAt, revision } of spaces) {
    const later = new Date(Date.parse(createdAt) + 60 * 60 * 1000).toISOString();
    const rows = await db
      .selectFrom("revisions")
      .select(["id", "created_at", "created_by", "type", "parents"])
      .where("space_id", "=", id)
      .orderBy("created_at")
      .execute();
    // Change requests have revisions of their own.
    const chain: (typeof rows)[number][] = [];
    for (let next: string | undefined = revision; next !== undefined; ) {
      const row = rows.find((one) => one.id === next);
      if (!row) throw new Error(`The revision ${next} is missing.`);
      chain.unshift(row);
      const [parent]: (string | undefined)[] = JSON.parse(row.parents);
      next = parent;
    }
    const [, empty, complete] = chain;
    expect(empty).toMatchObject({ created_at: createdAt, created_by: owner, type: "edits" });
    expect(complete).toMatchObject({ created_at: later, created_by: owner, type: "edits" });
    expect((await readTree(db, empty?.id ?? "")).pages).toEqual([]);
    expect((await readTree(db, complete?.id ?? "")).pages.length).toBeGreaterThan(0);
  }
});

slowTest(
  "links between spaces of the sample are references to pages and anchors that exist",
  async () => {
    const ids = new Set(spaces.map(({ id }) => id));
    const statuses = new Map<string, number>();
    for (const { id: spaceId } of spaces) {
      const { items } = await workspace.ok(owner, space.links, { spaceId, limit: 1000 });
      for (const { status, targetReference: to } of items) {
        if (to?.kind !== "page" && to?.kind !== "space") continue;
        if (to.space.id === spaceId) continue;
        expect(ids).toContain(to.space.id);
        const name = `${status} ${to.kind === "page" && to.internalLocation ? "anchor" : to.kind}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
      }
      const { pages } = await workspace.ok(owner, page.list, { spaceId });
      for (const one of pages) {
        if (one.type !== "document") continue;
        const read = await workspace.ok(owner, page.get, { spaceId, pageId: one.id });
        expect("markdown" in read && read.markdown).not.toMatch(/\{\{[^\s{}]/);
      }
    }
    expect([...statuses.keys()].toSorted()).toEqual(["ok anchor", "ok page", "ok space"]);
  },
);
