import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { openStage, outline } from "./stage.ts";

test("A change keeps the fields that are absent", async () => {
  const stage = await openStage();
  const id = await stage.site("Guide");
  const made = await stage.get(id);
  expect(await stage.change(id, {})).toEqual(made);
  const changes = {
    title: "New title",
    basename: "new",
    adaptiveContent: { enabled: true },
    agentsContext: "included",
  } as const;
  expect(await stage.change(id, changes)).toEqual({ ...made, ...changes });
  expect(await stage.change(id, { visibility: "visitor-auth" })).toEqual({
    ...made,
    ...changes,
    visibility: "visitor-auth",
  });
});

test("A basename is part of an address, and of one site of the organization", async () => {
  const stage = await openStage();
  const { workspace, org, admin } = stage;
  const [one, other] = [await stage.site(), await stage.site()];
  const set = (basename: string) => ({ ...stage.of(one), basename });
  for (const bad of ["a/b", "..", " ", "a b", "-a", "a.", "?", "%2e"]) {
    expect(await workspace.refused(admin, site.update, set(bad))).toMatchObject({
      status: 400,
      message: expect.stringContaining("basename"),
    });
  }
  for (const good of ["a", "v1.2", "a-b_c", "Docs", "日本語", "a".repeat(100)]) {
    expect((await workspace.ok(admin, site.update, set(good))).basename).toBe(good);
  }
  const { basename = "" } = await stage.get(other);
  expect(await workspace.refused(admin, site.update, set(basename))).toMatchObject({ status: 409 });
  await stage.change(other, { basename });
  const elsewhere = await workspace.organization();
  await workspace.enrol(elsewhere, admin, "admin");
  const there = await workspace.ok(admin, site.create, { organizationId: elsewhere });
  const free = { organizationId: elsewhere, siteId: there.id, basename };
  expect((await workspace.ok(admin, site.update, free)).basename).toBe(basename);
  expect(org).not.toBe(elsewhere);
});

test("A proxy is a host with a path, shows one site only, and is removed by null", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const [one, other] = [await stage.site("Guide"), await stage.site()];
  const set = (siteId: string, proxy: string) => ({ ...stage.of(siteId), proxy });
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
  const proxied = await stage.change(one, { proxy: "Example.com/Docs/v1" });
  expect(proxied.proxy).toEqual({
    origin: "example.com/Docs/v1",
    target: expect.stringContaining(`/sites/${one}/published`),
  });
  expect(
    await workspace.refused(admin, site.update, set(other, "example.COM/Docs/v1")),
  ).toMatchObject({
    status: 409,
    message: expect.stringContaining("proxy"),
  });
  await stage.change(other, { proxy: "example.com/docs/v1" });
  await workspace.ok(admin, site.publish, stage.of(one));
  expect((await stage.get(one)).urls.published).toBe("https://example.com/Docs/v1");
  expect(await stage.change(one, { proxy: null })).not.toHaveProperty("proxy");
  await stage.change(other, { proxy: "example.com/Docs/v1" });
});

test("The default section and site space are changed together or one by one", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const [one, other] = [await stage.section(id, "One"), await stage.section(id, "Other")];
  const second = await stage.add(id, await stage.space("Second"), other.id);
  expect(outline(await stage.structure(id))).toBe("One*(One*), Other(Other*, Second)");
  const wrong = { ...stage.of(id), defaultSiteSpace: second.id };
  expect(await workspace.refused(admin, site.update, wrong)).toMatchObject({
    status: 400,
    message: expect.stringContaining("defaultSiteSpace"),
  });
  await stage.change(id, { defaultSiteSection: other.id, defaultSiteSpace: second.id });
  expect(outline(await stage.structure(id))).toBe("One(One*), Other*(Other, Second*)");
  await stage.change(id, { defaultSiteSection: one.id });
  expect(outline(await stage.structure(id))).toBe("One*(One*), Other(Other, Second*)");
  for (const bad of ["nothing", second.id]) {
    const input = { ...stage.of(id), defaultSiteSection: bad };
    expect(await workspace.refused(admin, site.update, input)).toMatchObject({ status: 400 });
  }
});

test("On a site without sections the default site space is one of its root", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("One", "Other");
  const [, other] = await stage.siteSpaces(id);
  await stage.change(id, { defaultSiteSpace: other?.id ?? "" });
  expect(outline(await stage.structure(id))).toBe("One, Other*");
  expect((await stage.siteSpaces(id, true)).map((item) => item.title)).toEqual(["Other"]);
  expect((await stage.siteSpaces(id, false)).map((item) => item.title)).toEqual(["One"]);
  const wrong = { ...stage.of(id), defaultSiteSpace: "nothing" };
  expect(await workspace.refused(admin, site.update, wrong)).toMatchObject({ status: 400 });
});
