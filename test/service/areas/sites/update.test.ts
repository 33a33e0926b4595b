import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { openSitesFixture, outline } from "./fixture.ts";

test("an update keeps omitted fields", async () => {
  const fixture = await openSitesFixture();
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

test("a basename is a path segment, and unique in the organization", async () => {
  const fixture = await openSitesFixture();
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
  const fixture = await openSitesFixture();
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
  const fixture = await openSitesFixture();
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
  const fixture = await openSitesFixture();
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
