import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as schema from "../../../../src/contract/site-adaptive-schema.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { openStage, outline, type Stage } from "./stage.ts";

async function publish(stage: Stage, id: string) {
  await stage.workspace.ok(stage.admin, site.publish, stage.of(id));
}

const claims = (value: object) => ({ claims: JSON.stringify(value) });

test("A site that is not published has no published content, and says how it gets some", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Guide");
  expect(await workspace.refused(admin, site.published, stage.of(id))).toEqual({
    status: 404,
    message: expect.stringContaining("/publish"),
  });
});

test("Published content is the site with its structure", async () => {
  const stage = await openStage();
  const id = await stage.site("Guide", "Anleitung");
  await publish(stage, id);
  const published = await stage.published(id);
  expect(published).toMatchObject({
    object: "published-content-site",
    customizations: { site: { title: "Docs" }, siteSpaces: {} },
    scripts: [],
  });
  expect(published.site).toEqual(await stage.get(id));
  expect(published.structure).toEqual(await stage.structure(id));
});

test("A visitor sees what has no condition, or one that his claims meet", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  await stage.section(id, "Guide");
  const beta = await stage.section(id, "Beta");
  const partners = await stage.section(id, "Partners");
  const group = await stage.group(id, "Outer");
  await stage.group(id, "Inner", [beta.id, partners.id], group.id);
  const v2 = await stage.add(id, await stage.space("v2"));
  const only = (siteSectionId: string, condition: string) =>
    workspace.ok(admin, section.update, { ...stage.of(id), siteSectionId, condition });
  await only(beta.id, "visitor.claims.unsigned.beta == true");
  await only(partners.id, "visitor.claims.isPartner");
  const condition = "!visitor.claims.isPartner";
  await workspace.ok(admin, siteSpace.update, { ...stage.of(id), siteSpaceId: v2.id, condition });
  await publish(stage, id);
  const seen = async (asked: object = {}) => outline((await stage.published(id, asked)).structure);
  expect(await seen()).toBe("Guide*(Guide*, v2)");
  await stage.change(id, { adaptiveContent: { enabled: true } });
  expect(await seen()).toBe("Guide*(Guide*, v2)");
  expect(await seen(claims({ unsigned: { beta: true } }))).toBe(
    "Guide*(Guide*, v2), Outer[Inner[Beta(Beta*)]]",
  );
  expect(await seen(claims({ isPartner: true, unsigned: { beta: true } }))).toBe(
    "Guide*(Guide*), Outer[Inner[Beta(Beta*), Partners(Partners*)]]",
  );
  expect(outline(await stage.structure(id))).toContain("Partners(Partners*)");
});

test("Where the default is hidden from a visitor, the first that he sees stands in", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const first = await stage.section(id, "First");
  await stage.section(id, "Second");
  const hide = { ...stage.of(id), siteSectionId: first.id, condition: "visitor.claims.staff" };
  await workspace.ok(admin, section.update, hide);
  await publish(stage, id);
  expect(outline((await stage.published(id)).structure)).toBe("Second*(Second*)");
});

test("A visitor who may see nothing gets an empty structure of the same kind", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const { id: siteSectionId } = await stage.section(id, "Secret");
  const hide = { ...stage.of(id), siteSectionId, condition: "visitor.claims.staff" };
  await workspace.ok(admin, section.update, hide);
  await publish(stage, id);
  expect((await stage.published(id)).structure).toEqual({ type: "sections", structure: [] });
});

test("Claims are read while adaptive content is on, and keep to the schema of the visitors", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Guide");
  await publish(stage, id);
  const refusal = async (text: string) =>
    workspace.refused(admin, site.published, { ...stage.of(id), claims: text });
  const said = (words: string) => ({ status: 400, message: expect.stringContaining(words) });
  expect(await refusal("{}")).toEqual(said("adaptive content"));
  await stage.change(id, { adaptiveContent: { enabled: true } });
  for (const text of ["", "[]", "null", "true", "{", '"a"']) {
    expect(await refusal(text)).toEqual(said("JSON object"));
  }
  await stage.published(id, claims({ anything: 1 }));
  await workspace.ok(admin, schema.put, {
    ...stage.of(id),
    jsonSchema: {
      type: "object",
      properties: { staff: { type: "boolean" } },
      additionalProperties: false,
    },
  });
  await stage.published(id, claims({ staff: true }));
  expect(await refusal('{"staff": "yes"}')).toEqual(said("/staff must be boolean"));
  expect(await refusal('{"anything": 1}')).toEqual(said("anything"));
});

test("A share key opens the addresses of a site that is visible by a share link", async () => {
  const stage = await openStage();
  const { workspace, org, admin } = stage;
  const id = await stage.site("Guide", "Anleitung");
  const [guide] = await stage.siteSpaces(id);
  const spaceId = guide?.space.id ?? "";
  await publish(stage, id);
  const shared = await stage.change(id, { visibility: "share-link" });
  const shareKey = new URL(shared.urls.published ?? "").searchParams.get("shareKey") ?? "";
  expect(shareKey).toMatch(/^\w{20}$/);
  const reader = await workspace.member(org, "read");
  const site1 = await workspace.ok(reader, site.get, stage.of(id));
  expect(site1.urls).not.toHaveProperty("published");
  const addresses = async (key?: string) => {
    const asked = key === undefined ? {} : { shareKey: key };
    const listed = await workspace.ok(reader, siteSpace.list, { ...stage.of(id), ...asked });
    const shown = await workspace.ok(reader, site.structure, { ...stage.of(id), ...asked });
    const single = await workspace.ok(reader, space.get, { spaceId, ...asked });
    return [
      ...listed.items.map((item) => item.urls.published),
      shown.structure[1]?.urls?.published,
      single.urls.published,
    ];
  };
  expect(await addresses()).toEqual([undefined, undefined, undefined, undefined]);
  expect(await addresses("wrong")).toEqual([undefined, undefined, undefined, undefined]);
  const home = shared.urls.published;
  const other = `${home}#/anleitung`;
  expect(await addresses(shareKey)).toEqual([home, other, other, home]);
  const input = { ...stage.of(id), shareKey: "wrong" };
  expect(await workspace.refused(reader, site.published, input)).toMatchObject({ status: 404 });
  await workspace.ok(reader, site.published, { ...input, shareKey });
  await stage.change(id, { visibility: "public" });
  expect(await workspace.refused(admin, site.published, { ...input, shareKey })).toMatchObject({
    status: 404,
  });
  const again = await stage.change(id, { visibility: "share-link" });
  expect(again.urls.published).not.toBe(shared.urls.published);
});

test("Published addresses follow the paths, and the default of each level has none of its own", async () => {
  const stage = await openStage();
  const id = await stage.site();
  const guide = await stage.section(id, "Guide");
  const api = await stage.section(id, "API");
  await stage.add(id, await stage.space("Français"), guide.id);
  await stage.add(id, await stage.space("v2"), api.id);
  await publish(stage, id);
  const home = (await stage.get(id)).urls.published;
  const paths = (await stage.siteSpaces(id)).map((item) => item.urls.published);
  const tails = ["", "#/guide/fran%C3%A7ais", "#/api", "#/api/v2"];
  expect(paths).toEqual(tails.map((tail) => home + tail));
  const sections = (await stage.sections(id)).map((item) => item.urls.published);
  expect(sections).toEqual([home, `${home}#/api`]);
  await stage.change(id, { proxy: "example.com/docs", defaultSiteSection: api.id });
  const proxied = (await stage.siteSpaces(id)).map((item) => item.urls.published);
  expect(proxied).toEqual([
    "https://example.com/docs/guide",
    "https://example.com/docs/guide/fran%C3%A7ais",
    "https://example.com/docs",
    "https://example.com/docs/api/v2",
  ]);
});

test("A published address answers what it promises", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Guide");
  await publish(stage, id);
  const { urls } = await stage.get(id);
  const published = await workspace.ok(admin, site.published, stage.of(id));
  expect(urls.published).toBe(`${urls.location}/published`);
  expect(published.site.urls.published).toBe(urls.published);
});

test("What members cannot open themselves is on the published site all the same", async () => {
  const stage = await openStage();
  const { workspace, org, admin } = stage;
  const id = await stage.site("Guide", "Runbooks");
  const [, runbooks] = await stage.siteSpaces(id);
  const hide = { spaceId: runbooks?.space.id ?? "", defaultLevel: null };
  await workspace.ok(admin, space.update, hide);
  await publish(stage, id);
  const reader = await workspace.member(org, "read");
  expect(outline(await stage.structure(id, reader))).toBe("Guide*");
  const published = await workspace.ok(reader, site.published, stage.of(id));
  expect(outline(published.structure)).toBe("Guide*, Runbooks");
});
