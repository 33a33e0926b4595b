import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSitesFixture } from "./fixture.ts";

slowTest(
  "a basename is taken from the title, numbered to twenty, and random after that",
  async () => {
    const { workspace, org, admin } = await openSitesFixture();
    const create = async (title: string) =>
      (await workspace.ok(admin, site.create, { organizationId: org, title })).basename;
    const names: (string | undefined)[] = [];
    for (let at = 0; at < 21; at++) names.push(await create("User Guide"));
    expect(names.slice(0, 20)).toEqual([
      "user-guide",
      ...Array.from({ length: 19 }, (_, at) => `user-guide-${at + 2}`),
    ]);
    expect(names[20]).toMatch(/^user-guide-[a-z\d]{5}$/);
    expect(await create("🚀🚀")).toBe("site");
  },
);

test("a site for share links has one from the beginning, and others have none", async () => {
  const { workspace, org, admin } = await openSitesFixture();
  for (const [visibility, count] of [
    ["share-link", 1],
    ["unlisted", 0],
    [undefined, 0],
  ] as const) {
    const input = { organizationId: org, title: "Docs", ...(visibility && { visibility }) };
    const made = await workspace.ok(admin, site.create, input);
    const list = { organizationId: org, siteId: made.id };
    expect((await workspace.ok(admin, shareLink.list, list)).items).toHaveLength(count);
  }
});

test("a site without a title has that of its first space, if it is long enough", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const create = async (...titles: string[]) => {
    const spaces: string[] = [];
    for (const title of titles) spaces.push(await fixture.space(title));
    return (await workspace.ok(admin, site.create, { organizationId: org, spaces })).title;
  };
  expect(await create()).toBe("Untitled");
  expect(await create("Guide", "Other")).toBe("Guide");
  expect(await create("A", "Other")).toBe("Untitled");
  expect(await create("🚀")).toBe("Untitled");
});

test("a blank title is refused, and nothing is created", async () => {
  const { workspace, org, admin } = await openSitesFixture();
  const input = { organizationId: org, title: "  " };
  expect(await workspace.refused(admin, site.create, input)).toMatchObject({
    status: 400,
    message: expect.stringContaining("title"),
  });
  expect((await workspace.ok(admin, site.list, { organizationId: org })).items).toEqual([]);
});
