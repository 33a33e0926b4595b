/** Backups of a small organization whose platform the tests choose. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import {
  openSmallOrganization,
  org,
  space,
  toId,
} from "../../support/organizations/small-organization.ts";

describe("a backup", () => {
  test("has the spaces that are not deleted, and its manifest", async () => {
    const spaces = [
      space(1),
      space(2, { deletedAt: null }),
      space(3, { deletedAt: "2026-01-01T00:00:00Z" }),
    ];
    const { create, manifest, folder, url } = await openSmallOrganization({ spaces });
    const { code, record, stderr } = await create();
    expect(code).toBe(0);
    expect(record).toMatchObject({
      folder,
      spaces: 2,
      pages: 0,
      files: 0,
      comments: 0,
      fetchedPages: 0,
      fetchedFiles: 0,
      gone: [],
      withoutMarkdown: [],
      unread: [],
      manifest: join(folder, "manifest.json"),
    });
    expect(stderr).toContain(
      `Backed up 2 spaces (0 pages, 0 files) to ${folder}. Fetched 0 pages and 0 files.`,
    );
    const written = manifest();
    expect(written).toMatchObject({
      platform: expect.stringContaining(url),
      organization: { id: org, title: "Acme" },
      unread: [],
    });
    expect(written).not.toHaveProperty("only");
    expect(written.spaces).toMatchObject([
      { key: "guide-1", id: toId(1), title: "Guide 1" },
      { key: "guide-2", id: toId(2), title: "Guide 2" },
    ]);
    expect(record.bytes).toBe(
      written.files.reduce((sum: number, { size }: { size: number }) => sum + size, 0),
    );
    const organization = JSON.parse(readFileSync(join(folder, "organization.json"), "utf8"));
    expect(organization).toMatchObject({ organization: { title: "Acme" }, collections: [] });
  });

  slowTest("of one space has no other one and no files of the organization", async () => {
    const { create, manifest, folder } = await openSmallOrganization();
    const { code, record } = await create(["--space", toId(2)]);
    expect([code, record.spaces]).toEqual([0, 1]);
    expect(manifest()).toMatchObject({ only: [toId(2)], spaces: [{ id: toId(2) }] });
    expect(existsSync(join(folder, "organization"))).toBe(false);
    // Another space would be lost, or would be a copy of a moment that is not the backup's.
    const other = await create(["--space", toId(1)]);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(
      `also contains the space \\"Guide 2\\", which would be lost. Omit --space, or specify another folder.`,
    );
    const both = await create(["--space", toId(1), "--space", toId(2)]);
    expect([both.code, both.record.spaces]).toEqual([0, 2]);
    const all = await create();
    expect(all.code).toBe(0);
    expect(manifest()).not.toHaveProperty("only");
    expect(existsSync(join(folder, "organization"))).toBe(true);
  });

  test("of a space that does not exist is an error", async () => {
    const { create, folder } = await openSmallOrganization();
    const { code, stderr } = await create(["--space", toId(1), "--space", toId(7)]);
    expect(code).toBe(5);
    expect(stderr).toContain(`No space ${toId(7)} found in the organization ${org}.`);
    expect(existsSync(join(folder, "manifest.json"))).toBe(false);
    const deleted = { spaces: [space(1), space(7, { deletedAt: "2026-01-01T00:00:00Z" })] };
    expect((await create(["--space", toId(7)], deleted)).code).toBe(5);
  });

  slowTest("keeps the copy of a space that cannot be read, and says so", async () => {
    const { create, manifest, keys } = await openSmallOrganization();
    expect((await create()).code).toBe(0);
    const before = manifest().spaces;
    const spaces = [space(1, { revision: "R1b" }), space(2, { revision: "R2b" }), space(3)];
    const refused = { "/revisions/R1b": 403, "/revisions/R3": 403 };
    const part = await create([], { spaces, refused });
    expect(part.code).toBe(9);
    expect(part.record.unread).toEqual([
      { list: 'the space "Guide 1"', reason: expect.stringContaining("is refused.") },
      { list: 'the space "Guide 3"', reason: expect.stringContaining("is refused.") },
    ]);
    expect(keys()).toEqual(["guide-1", "guide-2"]);
    const [one, two] = manifest().spaces;
    expect(one).toEqual(before[0]);
    expect(two).toMatchObject({ revision: "R2b" });
    expect(manifest().unread).toEqual(part.record.unread);
  });

  test("ends if the token is no longer valid, and the earlier backup stays", async () => {
    const { create, manifest } = await openSmallOrganization();
    await create();
    const before = manifest();
    const spaces = [space(1, { revision: "R1b" }), space(2)];
    const failed = await create([], { spaces, refused: { "/revisions/R1b": 401 } });
    expect(failed.code).toBe(4);
    expect(manifest()).toEqual(before);
  });

  test("in which no space can be read is the error of the first one", async () => {
    const { create, folder } = await openSmallOrganization({
      refused: { "/revisions/R1": 403, "/revisions/R2": 404 },
    });
    const failed = await create();
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain("/revisions/R1 is refused.");
    expect(existsSync(join(folder, "manifest.json"))).toBe(false);
  });

  test("whose spaces cannot be listed is the error of the list", async () => {
    const { create } = await openSmallOrganization({ refused: { [`/orgs/${org}/spaces`]: 403 } });
    const failed = await create();
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain(`/orgs/${org}/spaces is refused.`);
  });

  slowTest("keeps the spaces that were deleted from the platform since", async () => {
    const { create, manifest, folder } = await openSmallOrganization();
    await create();
    const { code, record, stderr } = await create([], { spaces: [space(2)] });
    expect(code).toBe(0);
    expect(record.gone).toEqual([
      { key: "guide-1", title: "Guide 1", goneSince: expect.any(String) },
    ]);
    expect(record.spaces).toBe(2);
    expect(stderr).toContain("Kept 1 space that was deleted from the platform.");
    const since = record.gone[0].goneSince;
    expect(existsSync(join(folder, "spaces/guide-1/space.json"))).toBe(true);
    const again = await create();
    expect(again.record.gone).toEqual([{ key: "guide-1", title: "Guide 1", goneSince: since }]);
    // A new space with the same title gets another folder.
    await create([], { spaces: [space(2), space(3, { title: "Guide 1" })] });
    const names = manifest().spaces.map(({ id, key }: { id: string; key: string }) => [id, key]);
    expect(new Map(names).size).toBe(3);
    expect(new Set(names.map(([, key]: readonly string[]) => key)).size).toBe(3);
    expect(names).toContainEqual([toId(1), "guide-1"]);
  });

  slowTest("of another organization or platform is refused", async () => {
    const { create, manifest, folder, url } = await openSmallOrganization();
    await create();
    const before = manifest();
    const other = await create([], {}, { TOME_ORG: "O2000000000000000000" });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(
      `${folder} is a backup of another organization, Acme (${org}). Specify another folder.`,
    );
    const base = { TOME_BASE_URL: url.replace("127.0.0.1", "localhost") };
    const elsewhere = await create([], {}, base);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toContain("is a backup of another platform, ");
    expect(elsewhere.stderr).toContain(
      "Specify another folder, or use --other-platform if only the URL of the platform has changed.",
    );
    expect(manifest()).toEqual(before);
    const moved = await create(["--other-platform"], {}, base);
    expect(moved.code).toBe(0);
    expect(manifest().platform).toContain("localhost");
    const lock = JSON.parse(readFileSync(join(folder, "organization/tome.lock.json"), "utf8"));
    expect(lock).toMatchObject({ platform: manifest().platform, organization: org });
  });

  slowTest("keeps the collections that cannot be read", async () => {
    const { create, folder } = await openSmallOrganization();
    await create();
    const name = join(folder, "organization.json");
    const before = readFileSync(name, "utf8");
    const refused = { [`/orgs/${org}/collections`]: 403 };
    const part = await create([], { refused, title: "Other" });
    expect(part.code).toBe(9);
    expect(part.record.unread.map(({ list }: { list: string }) => list)).toContain(
      "the collections",
    );
    expect(readFileSync(name, "utf8")).toBe(before);
  });
});
