import { expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as contract from "../../../../../src/contract/site-customization.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture } from "../fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide", "Anleitung");
  const of = fixture.of(siteId);
  const [guide = "", german = ""] = (await fixture.siteSpaces(siteId)).map(({ id }) => id);
  const get = () => workspace.ok(admin, contract.get, of);
  const put = (settings: object) => workspace.ask(admin, contract.put, { ...of, settings });
  const ofSpace = { ...of, siteSpaceId: german };
  const inSpace = () => workspace.ok(admin, contract.getForSpace, ofSpace);
  const override = (overrides: object) =>
    workspace.ask(admin, contract.override, { ...ofSpace, overrides });
  return {
    fixture,
    workspace,
    admin,
    siteId,
    of,
    guide,
    german,
    ofSpace,
    get,
    put,
    inSpace,
    override,
  };
}

const red = { light: "#ff0000", dark: "#aa0000" };
const blue = { light: "#00f", dark: "#00a" };

test("a new site has every setting with its default", async () => {
  const { get } = await start();
  const settings = await get();
  expect(settings).toMatchObject({
    styling: { theme: "clean", primaryColor: { light: expect.any(String) }, font: "Inter" },
    themes: { default: "system", toggeable: true },
    header: { links: [] },
    footer: { groups: [] },
    ai: { mode: "none" },
  });
  expect(settings).not.toHaveProperty("updatedAt");
});

test("a put replaces all settings, and omitted ones get their default", async () => {
  const { get, put } = await start();
  const link = { title: "Blog", links: [], to: { kind: "url", url: "https://example.com" } };
  const first = { title: "Lumen", styling: { primaryColor: red }, header: { links: [link] } };
  expect((await put(first)).body).toMatchObject({
    ...first,
    styling: { primaryColor: red, corners: "rounded" },
    updatedAt: "2026-03-02T08:00:00.000Z",
  });
  const { body } = await put({ footer: { copyright: "© Lumen" } });
  expect(body).toEqual(await get());
  expect(body).toMatchObject({
    footer: { groups: [], copyright: "© Lumen" },
    header: { links: [] },
  });
  expect(body).not.toHaveProperty("title");
});

slowTest("returned settings can be sent back unchanged", async () => {
  const { get, put } = await start();
  await put({
    favicon: { emoji: "🦊" },
    announcement: { enabled: true, message: "Hi", style: "info" },
  });
  const { updatedAt: _, ...settings } = await get();
  expect((await put(settings)).status).toBe(200);
  expect(await get()).toMatchObject(settings);
});

test("earlier clients set and read single page actions, and the list takes precedence", async () => {
  const { put } = await start();
  const earlier = { pageActions: { markdown: true, mcp: false }, git: { showEditLink: true } };
  expect((await put(earlier)).body).toMatchObject({
    pageActions: { items: ["markdown", "git"], externalAI: false, markdown: true, mcp: false },
    git: { showEditLink: true },
    pdf: { enabled: false },
  });
  const both = { ...earlier, pageActions: { ...earlier.pageActions, items: ["pdf"] } };
  expect((await put(both)).body).toMatchObject({
    pageActions: { items: ["pdf"], externalAI: false, markdown: false, mcp: false },
    git: { showEditLink: false },
    pdf: { enabled: true },
  });
});

slowTest("invalid settings are refused, and change nothing", async () => {
  const { get, put } = await start();
  const before = await get();
  const item = { title: "x", links: [], to: null };
  for (const wrong of [
    { styling: { primaryColor: { light: "red", dark: "red" } } },
    { styling: { theme: "glitter" } },
    { header: { logo: { light: "javascript:alert(1)", dark: "https://example.com/a.png" } } },
    { header: { links: Array.from({ length: 51 }, () => item) } },
    { header: { links: [{ ...item, condition: "visitor.claims ==" }] } },
    { title: "x" },
    { favicon: { icon: "https://example.com/a.png" } },
    { color: "red" },
  ]) {
    expect(await put(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
  }
  expect(await get()).toEqual(before);
});

slowTest(
  "a site space overrides settings of the site, and each override can be removed",
  async () => {
    const { workspace, admin, put, inSpace, override, ofSpace } = await start();
    await put({ styling: { primaryColor: red, corners: "straight" }, title: "Lumen" });
    expect(
      (await override({ styling: { primaryColor: blue, sidebar: { list: "pill" } } })).body,
    ).toEqual(await inSpace());
    expect(await inSpace()).toMatchObject({
      title: "Lumen",
      styling: {
        primaryColor: blue,
        corners: "straight",
        sidebar: { background: "default", list: "pill" },
      },
    });
    await override({ title: "Lumen auf Deutsch" });
    await override({ styling: { primaryColor: null } });
    expect(await inSpace()).toMatchObject({
      title: "Lumen auf Deutsch",
      styling: { primaryColor: red, sidebar: { list: "pill" } },
    });
    expect((await workspace.ask(admin, contract.removeFromSpace, ofSpace)).status).toBe(205);
    expect((await workspace.ask(admin, contract.removeFromSpace, ofSpace)).status).toBe(204);
    expect(await inSpace()).toMatchObject({
      title: "Lumen",
      styling: { sidebar: { list: "default" } },
    });
  },
);

slowTest(
  "a published site has its settings, without the instructions for the assistant",
  async () => {
    const { fixture, workspace, admin, siteId, of, german, put, get, override } = await start();
    const reader = await workspace.member(fixture.org, "read");
    await put({ styling: { primaryColor: red }, ai: { mode: "none", instructions: "Be brief." } });
    await override({ styling: { primaryColor: blue } });
    expect(await get()).toMatchObject({ ai: { instructions: "Be brief." } });
    expect((await workspace.ok(reader, contract.get, of)).ai).toEqual({ mode: "none" });
    await workspace.ok(admin, site.publish, of);
    const { customizations } = await fixture.published(siteId);
    expect(customizations.site).toMatchObject({ title: "Docs", styling: { primaryColor: red } });
    const siteSpaces = (await fixture.siteSpaces(siteId)).map(({ id }) => id);
    expect(Object.keys(customizations.siteSpaces).sort()).toEqual(siteSpaces.sort());
    for (const id of siteSpaces.filter((one) => one !== german)) {
      expect(customizations.siteSpaces[id]).toEqual(customizations.site);
    }
    expect(customizations.siteSpaces[german]).toMatchObject({ styling: { primaryColor: blue } });
    expect(JSON.stringify(customizations)).not.toContain("brief");
  },
);

slowTest(
  "settings are deleted with their resource, and readable without the edit permission",
  async () => {
    const { fixture, workspace, admin, of, ofSpace, put, override } = await start();
    const creator = await workspace.member(fixture.org, "create");
    await put({ title: "Lumen" });
    await override({ title: "Lumen auf Deutsch" });
    for (const [endpoint, input] of [
      [contract.put, { ...of, settings: {} }],
      [contract.override, { ...ofSpace, overrides: {} }],
      [contract.removeFromSpace, ofSpace],
    ] as const) {
      const { status } = await workspace.ask(creator, endpoint, input as never);
      expect(status, endpoint.operation).toBe(403);
    }
    const rows = () => workspace.db.selectFrom("site_customizations").selectAll().execute();
    expect(await rows()).toHaveLength(2);
    await workspace.ok(admin, siteSpace.remove, ofSpace);
    expect(await rows()).toHaveLength(1);
    await workspace.ask(admin, site.remove, of);
    expect(await rows()).toEqual([]);
    const gone = { ...ofSpace };
    expect((await workspace.refused(admin, contract.getForSpace, gone)).status).toBe(404);
  },
);

slowTest("only visible spaces of the site have settings of their own", async () => {
  const { fixture, workspace, admin, of, guide, ofSpace } = await start();
  const creator = await workspace.member(fixture.org, "create");
  const [, second] = await fixture.siteSpaces(of.siteId);
  const spaceId = second?.space.id ?? "";
  const elsewhere = { ...fixture.of(await fixture.site("Other")), siteSpaceId: guide };
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const isRefused = async (caller: string, input: typeof ofSpace) => {
    const { siteSpaceId } = input;
    const message = `Site space ${siteSpaceId} does not exist, or you do not have access to it.`;
    const overrides = { ...input, overrides: { title: "New" } };
    expect(await workspace.refused(caller, contract.getForSpace, input)).toEqual({
      status: 404,
      message,
    });
    expect((await workspace.refused(caller, contract.override, overrides)).status).toBe(404);
  };
  await isRefused(creator, ofSpace);
  await isRefused(admin, { ...of, siteSpaceId: "nothing" });
  await isRefused(admin, elsewhere);
  expect((await workspace.ok(admin, contract.getForSpace, ofSpace)).styling.theme).toBe("clean");
  await workspace.ask(admin, space.remove, { spaceId });
  await isRefused(admin, ofSpace);
  expect((await workspace.ask(creator, contract.removeFromSpace, elsewhere)).status).toBe(204);
  expect(await workspace.db.selectFrom("site_customizations").selectAll().execute()).toEqual([]);
});

slowTest("settings have at most 256 KiB, and the time of the last change of both", async () => {
  const { workspace, get, put, inSpace, override } = await start();
  const fill = (length: number) => {
    const empty = { footer: { groups: [], copyright: "" } };
    const copyright = "x".repeat(length - JSON.stringify(empty).length);
    return { footer: { groups: [], copyright } };
  };
  const { status, message } = await put(fill(256 * 1024 + 1));
  expect([status, message]).toEqual([400, expect.stringMatching(/copyright|256 KiB/)]);
  expect(await get()).not.toHaveProperty("updatedAt");
  await override({ title: "Anleitung" });
  const first = workspace.now.toISOString();
  expect([(await inSpace()).updatedAt, (await get()).updatedAt]).toEqual([first, undefined]);
  workspace.passDays(1);
  await put({ title: "Docs" });
  const second = workspace.now.toISOString();
  expect([(await inSpace()).updatedAt, (await get()).updatedAt]).toEqual([second, second]);
  workspace.passDays(1);
  await override({ title: "Handbuch" });
  expect([(await inSpace()).updatedAt, (await get()).updatedAt]).toEqual([
    workspace.now.toISOString(),
    second,
  ]);
});
