/** The list of the Git installations of a site's spaces. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: GitRows;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

beforeEach(async () => {
  rows = await createGitRows(platform);
});

const earlier = "2026-03-01T08:00:00.000Z";
const now = "2026-03-02T08:00:00.000Z";

describe("the installations of a site", () => {
  /** A site with the current space. */
  async function openSite() {
    const { organizationId, workspace, admin } = platform;
    const { id: siteId } = await workspace.ok(admin, site.create, {
      organizationId,
      title: "Help",
    });
    const add = (spaceId = rows.spaceId) =>
      workspace.ok(admin, siteSpace.create, { organizationId, siteId, spaceId });
    await add();
    const list = async (caller = platform.admin) => {
      const input = { organizationId, siteId };
      const { items } = await platform.workspace.ok(caller, installation.listOnSite, input);
      return items.map(({ id }) => id);
    };
    return { siteId, add, list };
  }

  test("are those of its spaces, the oldest first", async () => {
    const { add, list } = await openSite();
    expect(await list()).toEqual([]);
    const { id: second } = await rows.connect(undefined, { id: "I-site-2", created_at: earlier });
    const others: string[] = [];
    for (const [id, created_at] of [
      ["I-site-3", now],
      ["I-site-1", earlier],
    ] as const) {
      rows = await createGitRows(platform);
      await add();
      await rows.connect(undefined, { id, created_at });
      others.push(id);
    }
    // Another site, and no site.
    await openSite();
    rows = await createGitRows(platform);
    await rows.connect();
    const [third, first] = others;
    expect(await list()).toEqual([first, second, third]);
  });

  test("are listed once for a space with several variants, without removed connections", async () => {
    const { siteId, add, list } = await openSite();
    const { id } = await rows.connect();
    const variant = await rows.db
      .selectFrom("site_spaces")
      .selectAll()
      .where("site_id", "=", siteId)
      .executeTakeFirstOrThrow();
    await rows.db
      .insertInto("site_spaces")
      .values({ ...variant, id: `${variant.id}2`, path: "v2" })
      .execute();
    rows = await createGitRows(platform);
    await add();
    await rows.connect(undefined, { removed_at: earlier });
    expect(await list()).toEqual([id]);
  });

  test("are only those of spaces whose settings the caller may see", async () => {
    const { add, list } = await openSite();
    const { workspace, organizationId } = platform;
    const { id } = await rows.connect();
    rows = await createGitRows(platform);
    await add();
    await rows.connect();
    await workspace.ok(platform.admin, space.remove, { spaceId: rows.spaceId });
    const creator = await workspace.member(organizationId, "create");
    const reader = await workspace.member(organizationId, "read");
    expect([await list(), await list(creator), await list(reader)]).toEqual([[id], [id], []]);
  });

  test("are not listed for other organizations", async () => {
    const { siteId } = await openSite();
    const { organizationId, workspace } = platform;
    const input = { organizationId, siteId };
    const stranger = await workspace.person();
    expect((await workspace.ask(stranger, installation.listOnSite, input)).status).toBe(404);
  });
});
