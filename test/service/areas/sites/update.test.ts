import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture, openSitesFixture, outline } from "./fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("an update keeps omitted fields", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide");
  const made = await fixture.get(id);
  expect(await fixture.change(id, {})).toEqual(made);
  const changes = {
    title: "New title",
    basename: "new",
    adaptiveContent: { enabled: true },
    agentsContext: "included",
  } as const;
  expect(await fixture.change(id, changes)).toEqual({ ...made, ...changes });
  expect(await fixture.change(id, { visibility: "visitor-auth" })).toEqual({
    ...made,
    ...changes,
    visibility: "visitor-auth",
  });
});

slowTest("a basename is a path segment, and unique in the organization", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const [one, other] = [await fixture.site(), await fixture.site()];
  const set = (basename: string) => ({ ...fixture.of(one), basename });
  for (const bad of ["a/b", "..", " ", "a b", "-a", "a.", "?", "%2e"]) {
    expect(await workspace.refused(admin, site.update, set(bad))).toMatchObject({
      status: 400,
      message: expect.stringContaining("basename"),
    });
  }
  for (const good of ["a", "v1.2", "a-b_c", "Docs", "日本語", "a".repeat(100)]) {
    expect((await workspace.ok(admin, site.update, set(good))).basename).toBe(good);
  }
  const { basename = "" } = await fixture.get(other);
  expect(await workspace.refused(admin, site.update, set(basename))).toMatchObject({ status: 409 });
  await fixture.change(other, { basename });
  const elsewhere = await workspace.organization();
  await workspace.enroll(elsewhere, admin, "admin");
  const there = await workspace.ok(admin, site.create, { organizationId: elsewhere });
  const free = { organizationId: elsewhere, siteId: there.id, basename };
  expect((await workspace.ok(admin, site.update, free)).basename).toBe(basename);
  expect(org).not.toBe(elsewhere);
});

test("a proxy is a host with a path, belongs to one site, and is removed by null", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const [one, other] = [await fixture.site("Guide"), await fixture.site()];
  const set = (siteId: string, proxy: string) => ({ ...fixture.of(siteId), proxy });
  for (const bad of [
    "example.com",
    "https://example.com/docs",
    "example/docs",
    "example.com/a b",
  ]) {
    expect(await workspace.refused(admin, site.update, set(one, bad))).toMatchObject({
      status: 400,
    });
  }
  const proxied = await fixture.change(one, { proxy: "Example.com/Docs/v1" });
  expect(proxied.proxy).toEqual({
    origin: "example.com/Docs/v1",
    target: `http://127.0.0.1:4000/_site/${one}`,
  });
  expect(
    await workspace.refused(admin, site.update, set(other, "example.COM/Docs/v1")),
  ).toMatchObject({
    status: 409,
    message: expect.stringContaining("proxy"),
  });
  await fixture.change(other, { proxy: "example.com/docs/v1" });
  await workspace.ok(admin, site.publish, fixture.of(one));
  expect((await fixture.get(one)).urls.published).toBe("https://example.com/Docs/v1");
  expect(await fixture.change(one, { proxy: null })).not.toHaveProperty("proxy");
  await fixture.change(other, { proxy: "example.com/Docs/v1" });
});

test("the default section and site space are changed together or separately", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const [one, other] = [await fixture.section(id, "One"), await fixture.section(id, "Other")];
  const second = await fixture.add(id, await fixture.space("Second"), other.id);
  expect(outline(await fixture.structure(id))).toBe("One*(One*), Other(Other*, Second)");
  const wrong = { ...fixture.of(id), defaultSiteSpace: second.id };
  expect(await workspace.refused(admin, site.update, wrong)).toMatchObject({
    status: 400,
    message: expect.stringContaining("defaultSiteSpace"),
  });
  await fixture.change(id, { defaultSiteSection: other.id, defaultSiteSpace: second.id });
  expect(outline(await fixture.structure(id))).toBe("One(One*), Other*(Other, Second*)");
  await fixture.change(id, { defaultSiteSection: one.id });
  expect(outline(await fixture.structure(id))).toBe("One*(One*), Other(Other, Second*)");
  for (const bad of ["nothing", second.id]) {
    const input = { ...fixture.of(id), defaultSiteSection: bad };
    expect(await workspace.refused(admin, site.update, input)).toMatchObject({ status: 400 });
  }
});

test("on a site without sections the default site space is at its root", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("One", "Other");
  const [, other] = await fixture.siteSpaces(id);
  await fixture.change(id, { defaultSiteSpace: other?.id ?? "" });
  expect(outline(await fixture.structure(id))).toBe("One, Other*");
  expect((await fixture.siteSpaces(id, true)).map((item) => item.title)).toEqual(["Other"]);
  expect((await fixture.siteSpaces(id, false)).map((item) => item.title)).toEqual(["One"]);
  const wrong = { ...fixture.of(id), defaultSiteSpace: "nothing" };
  expect(await workspace.refused(admin, site.update, wrong)).toMatchObject({ status: 400 });
});

describe("a change of a site", () => {
  slowTest("concerns no other site, and only what it names", async () => {
    const fixture = await addSitesFixture(shared);
    const [one, other] = [await fixture.site("Guide"), await fixture.site("Other")];
    const untouched = await fixture.get(other);
    let expected: object = await fixture.get(one);
    for (const changes of [
      { title: "New" },
      { basename: "new" },
      { adaptiveContent: { enabled: true } },
      { adaptiveContent: { enabled: false } },
      { agentsContext: "included" },
      { defaultLevel: "comment" },
      { visibility: "visitor-auth" },
    ] as const) {
      expected = { ...expected, ...changes };
      expect(await fixture.change(one, changes)).toEqual(expected);
    }
    expect(await fixture.get(other)).toEqual(untouched);
  });

  test("to share links creates a link once", async () => {
    const fixture = await openSitesFixture();
    const { workspace } = fixture;
    const id = await fixture.site("Guide");
    const links = async () =>
      (await workspace.db.selectFrom("site_share_links").select("id").execute()).length;
    for (const [visibility, expected] of [
      ["public", 0],
      ["share-link", 1],
      ["share-link", 1],
      ["public", 1],
      ["share-link", 1],
    ] as const) {
      await fixture.change(id, { visibility });
      expect(await links()).toBe(expected);
    }
  });

  slowTest(
    "to a hostname or proxy of another site, or of an unverified domain, is refused",
    async () => {
      const fixture = await openSitesFixture();
      const { workspace, admin } = fixture;
      const [one, other] = [await fixture.site("Guide"), await fixture.site("Other")];
      await fixture.change(other, { hostname: "docs.example.com" });
      await fixture.change(other, { proxy: "Docs.Example.com/Help" });
      const ask = async (changes: object) => {
        const input = { ...fixture.of(one), ...changes };
        const { status, message } = await workspace.ask(admin, site.update, input);
        return [status, message];
      };
      expect(await ask({ hostname: "docs.example.com" })).toEqual([
        409,
        "hostname docs.example.com is already used by another site. Remove it from that site first.",
      ]);
      expect(await ask({ proxy: "DOCS.example.com/Help" })).toEqual([
        409,
        "proxy docs.example.com/Help is already used by another site. Choose another path.",
      ]);
      expect((await ask({ hostname: "docs.example.org" }))[0]).toBe(412);
      expect((await ask({ proxy: "docs.example.org/help" }))[0]).toBe(412);
      const { hostname, proxy } = await fixture.get(one);
      expect([hostname, proxy]).toEqual([undefined, undefined]);
      // Paths are case-sensitive, and a site keeps its own location.
      expect((await ask({ proxy: "docs.example.com/help" }))[0]).toBe(200);
      expect((await ask({ proxy: "docs.example.com/help" }))[0]).toBe(200);
      const { db } = workspace;
      const set = { hostname: "one.example.com", hostname_status: "dns_passed" as const };
      await workspace.vouch(fixture.org, "one.example.com");
      await db.updateTable("sites").set(set).where("id", "=", one).execute();
      const status = async () =>
        (
          await db
            .selectFrom("sites")
            .select("hostname_status")
            .where("id", "=", one)
            .executeTakeFirstOrThrow()
        ).hostname_status;
      // The result of a lookup belongs to the hostname.
      await ask({ hostname: "one.example.com" });
      expect(await status()).toBe("dns_passed");
      await workspace.vouch(fixture.org, "two.example.com");
      expect((await ask({ hostname: "two.example.com" }))[0]).toBe(200);
      expect(await status()).toBeNull();
    },
  );

  slowTest("to a default of another level is refused by name", async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site("Guide");
    const [root] = await fixture.siteSpaces(id);
    const api = await fixture.section(id, "API");
    const [first, second] = (await fixture.siteSpaces(id)).map((one) => one.id);
    const [guide] = await fixture.sections(id);
    const ask = async (changes: object) => {
      const input = { ...fixture.of(id), ...changes };
      const { status, message } = await workspace.ask(admin, site.update, input);
      return [status, message];
    };
    expect(root?.id).toBe(first);
    expect(await ask({ defaultSiteSpace: second })).toEqual([
      400,
      `defaultSiteSpace ${second} is not a site space of the default section ${guide?.id}. Choose another one, or set the default of its section.`,
    ]);
    expect(await ask({ defaultSiteSection: "unknown" })).toEqual([
      400,
      "defaultSiteSection unknown is not a section of this site that contains a space. Choose another section.",
    ]);
    expect(await ask({ defaultSiteSection: api.id, defaultSiteSpace: second })).toEqual([200, ""]);
    const plain = await fixture.site("Plain");
    const other = { ...fixture.of(plain), defaultSiteSpace: first ?? "" };
    expect(await workspace.refused(admin, site.update, other)).toEqual({
      status: 400,
      message: `defaultSiteSpace ${first} is not a site space of this site. Choose another one, or set the default of its section.`,
    });
  });
});

test("a field that the caller may not change, and an invalid value, are refused by name", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site();
  const [full, empty] = [await fixture.section(id, "Full"), await fixture.section(id, "Empty")];
  const of = fixture.of(id);
  const author = await workspace.member(org, "create");
  const spaceId = empty.siteSpaces[0]?.space.id ?? "";
  await workspace.ask(admin, space.remove, { spaceId });
  const before = await fixture.get(id);
  for (const [caller, changes, status, message] of [
    [author, { title: "New" }, 403, expect.stringContaining("title")],
    [admin, { title: "  " }, 400, expect.stringContaining("title")],
    [
      admin,
      { defaultSiteSection: empty.id },
      400,
      `defaultSiteSection ${empty.id} is not a section of this site that contains a space. Choose another section.`,
    ],
    [
      admin,
      { defaultSiteSpace: "nothing" },
      400,
      `defaultSiteSpace nothing is not a site space of the default section ${full.id}. Choose another one, or set the default of its section.`,
    ],
    [
      admin,
      { styleguide: "nothing" },
      400,
      "styleguide nothing is not a space of this organization that you can access. Check the id.",
    ],
  ] as const) {
    const input = { ...of, ...changes };
    expect(await workspace.refused(caller, site.update, input)).toEqual({ status, message });
  }
  expect(await fixture.get(id)).toEqual(before);
});

test("the style guide of a site is set, kept and removed", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site();
  const spaceId = await fixture.space("Rules");
  const read = async (changes: object) => (await fixture.change(id, changes)).styleguide;
  expect(await read({ styleguide: spaceId })).toEqual({ kind: "space", space: spaceId });
  expect(await read({ title: "New" })).toEqual({ kind: "space", space: spaceId });
  expect(await read({ styleguide: null })).toBeUndefined();
});
