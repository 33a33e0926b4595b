import { expect, test } from "vitest";
import * as page from "../../../../../src/contract/page.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

/**
 * A space whose first page links to its second one, and to a URL, from the given number of
 * paragraphs.
 */
async function start(paragraphs: number) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const text = "[guide](guide.md) and [there](https://example.com/)\n\n".repeat(paragraphs);
  const ids = await publishPages(workspace, spaceId, [
    { title: "Much", markdown: text },
    { title: "Guide", markdown: "Text.\n" },
  ]);
  return { workspace, admin, spaceId, guide: ids.guide ?? "" };
}

/** The maximum length of a response in characters: a megabyte plus one item. */
const longestAnswer = 1.3 * 1024 * 1024;

slowTest(
  "a link in a thousand locations is listed with all of them, in responses of limited size",
  async () => {
    const { workspace, admin, spaceId } = await start(1000);
    const nodes = new Map<string, Set<unknown>>();
    let pages = 0;
    for (let next: string | undefined; ; ) {
      const asked = { spaceId, limit: 1000, ...(next !== undefined && { page: next }) };
      const answer = await workspace.ok(admin, space.links, asked);
      pages++;
      expect(JSON.stringify(answer).length).toBeLessThan(longestAnswer);
      expect(answer.stats).toEqual({ total: 2, broken: { total: 0 } });
      for (const { targetReference, locationReferences } of answer.items) {
        const known = nodes.get(targetReference?.kind ?? "") ?? new Set();
        nodes.set(targetReference?.kind ?? "", known);
        for (const at of locationReferences) {
          known.add(at.kind === "page" && JSON.stringify(at.internalLocation));
        }
      }
      next = answer.next?.page;
      if (next === undefined) break;
    }
    expect(pages).toBeGreaterThan(1);
    expect([...nodes].map(([kind, { size }]) => [kind, size])).toEqual([
      ["page", 1000],
      ["url", 1000],
    ]);
  },
);

test("a link in a few locations is one item", async () => {
  const { workspace, admin, spaceId } = await start(20);
  const { items, next } = await workspace.ok(admin, space.links, { spaceId });
  expect(items.map(({ locationReferences }) => locationReferences.length)).toEqual([20, 20]);
  expect(next).toBeUndefined();
});

slowTest("each page of the list continues after the previous one", async () => {
  const { workspace, admin, spaceId } = await start(150);
  const counts: number[] = [];
  for (let next: string | undefined; ; ) {
    const asked = { spaceId, limit: 1, ...(next !== undefined && { page: next }) };
    const answer = await workspace.ok(admin, space.links, asked);
    counts.push(...answer.items.map(({ locationReferences }) => locationReferences.length));
    next = answer.next?.page;
    if (next === undefined) break;
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(counts.length).toBeGreaterThan(2);
});

slowTest("a page linked from a thousand locations lists each once", async () => {
  const { workspace, admin, spaceId, guide } = await start(1000);
  const nodes: string[] = [];
  for (let next: string | undefined; ; ) {
    const asked = {
      spaceId,
      pageId: guide,
      limit: 1000,
      ...(next !== undefined && { page: next }),
    };
    const answer = await workspace.ok(admin, page.backlinks, asked);
    expect(JSON.stringify(answer).length).toBeLessThan(longestAnswer);
    for (const at of answer.items) {
      nodes.push(at.kind === "page" ? JSON.stringify(at.internalLocation) : "");
    }
    next = answer.next?.page;
    if (next === undefined) break;
  }
  expect(nodes).toHaveLength(1000);
  expect(new Set(nodes).size).toBe(1000);
});
