import { beforeAll, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { findInSpaces } from "../../../../../src/service/areas/content/search/find-in-spaces.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

let workspace: Workspace;
/** By name and by path. */
const spaceIds: Record<string, string> = {};
const pageIds: Record<string, string> = {};

beforeAll(async () => {
  workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const create = async (name: string, pages: readonly { title: string; markdown: string }[]) => {
    const { id } = await workspace.ok(admin, space.create, { organizationId });
    spaceIds[name] = id;
    Object.assign(pageIds, await publishPages(workspace, id, pages));
  };
  const part = (name: string) => `## ${name}\n\nThe wrench of ${name.toLowerCase()}.\n\n`;
  await create("guide", [
    {
      title: "Wrench",
      markdown: `A wrench.\n\n${["One", "Two", "Three", "Four"].map(part).join("")}`,
    },
    { title: "Long", markdown: `${"word ".repeat(400)} screwdriver\n` },
  ]);
  await create("other", [{ title: "Other", markdown: "Another wrench, once.\n" }]);
  await create("hidden", [{ title: "Hidden", markdown: "A hidden wrench.\n" }]);
  await create("deleted", [{ title: "Deleted", markdown: "A deleted wrench.\n" }]);
  await workspace.ok(admin, space.remove, { spaceId: spaceIds.deleted ?? "" });
});

async function find(query: string, spaces: readonly string[], most = 10) {
  return findInSpaces(
    { db: workspace.db, caller: "site", claims: {} },
    { spaceIds: spaces.map((name) => spaceIds[name] ?? ""), query, most },
  );
}

describe("a search in spaces", () => {
  test("finds pages of these spaces that are not deleted, the best first", async () => {
    const { pages, query } = await find("wrench", ["guide", "other", "deleted"]);
    expect(pages.map(({ space: id, page }) => [id, page])).toEqual([
      [spaceIds.guide, pageIds.wrench],
      [spaceIds.other, pageIds.other],
    ]);
    expect(query).toBe("wrench");
  });

  test.each([
    [1, 1],
    [2, 2],
    [10, 3],
  ])("shows at most %i pages", async (most, length) => {
    expect((await find("wrench", ["guide", "other", "hidden"], most)).pages).toHaveLength(length);
  });

  test("shows the three best sections of a page, each with at most 1000 characters", async () => {
    const [first] = (await find("wrench", ["guide"])).pages;
    expect(first?.sections).toHaveLength(3);
    for (const { body, anchor, heading } of first?.sections ?? []) {
      expect(body).toContain("wrench");
      expect(anchor).toBe(heading.toLowerCase());
    }
    const [long] = (await find("screwdriver", ["guide"])).pages;
    expect(long?.sections.map(({ body }) => body.length)).toEqual([1000]);
  });

  test.each([
    ["another wrench", ["other"], "another wrench"],
    ["another wrecnh", ["other"], "another wrench"],
    ["another wrehcn", ["other"], "another wrehcn"],
    ["another hammer", ["other"], "another hammer"],
    ["one screwdriver", ["wrench", "long"], "one screwdriver"],
    ["hammer", [], "hammer"],
  ])("for %j prefers pages with all words, also of corrected ones", async (query, paths, last) => {
    const { pages, query: corrected } = await find(query, ["guide", "other"]);
    expect(corrected).toBe(last);
    expect(pages.map(({ page }) => page).toSorted()).toEqual(
      paths.map((path) => pageIds[path]).toSorted(),
    );
  });

  test("in no space finds nothing", async () => {
    expect(await find("wrench", [])).toEqual({ pages: [], query: "wrench" });
  });
});
