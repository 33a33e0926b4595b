import { describe, expect, test } from "vitest";
import * as organization from "../../../../../src/contract/organization.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as schema from "../../../../../src/contract/site-adaptive-schema.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { filterStructure } from "../../../../../src/service/areas/sites/visitors/published.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { addSitesFixture, outline, type SitesFixture } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function publish(fixture: SitesFixture, id: string) {
  await fixture.workspace.ok(fixture.admin, site.publish, fixture.of(id));
}

const claims = (value: object) => ({ claims: JSON.stringify(value) });

test("an unpublished site has no published content", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  expect(await workspace.refused(admin, site.published, fixture.of(id))).toEqual({
    status: 404,
    message: expect.stringMatching(/is not published\.$/),
  });
});

test("published content is the site with its structure", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide", "Anleitung");
  await publish(fixture, id);
  const published = await fixture.published(id);
  expect(published).toMatchObject({
    object: "published-content-site",
    customizations: { site: { title: "Docs" }, siteSpaces: {} },
    scripts: [],
  });
  expect(published.site).toEqual(await fixture.get(id));
  expect(published.structure).toEqual(await fixture.structure(id));
});

slowTest(
  "a visitor sees content without a condition, or with one that their claims meet",
  async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site();
    await fixture.section(id, "Guide");
    const beta = await fixture.section(id, "Beta");
    const partners = await fixture.section(id, "Partners");
    const group = await fixture.group(id, "Outer");
    await fixture.group(id, "Inner", [beta.id, partners.id], group.id);
    const v2 = await fixture.add(id, await fixture.space("v2"));
    const only = (siteSectionId: string, condition: string) =>
      workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, condition });
    await only(beta.id, "visitor.claims.unsigned.beta == true");
    await only(partners.id, "visitor.claims.isPartner");
    const condition = "!visitor.claims.isPartner";
    await workspace.ok(admin, siteSpace.update, {
      ...fixture.of(id),
      siteSpaceId: v2.id,
      condition,
    });
    await publish(fixture, id);
    const readSite = async (asked: object = {}) =>
      outline((await fixture.published(id, asked)).structure);
    expect(await readSite()).toBe("Guide*(Guide*, v2)");
    await fixture.change(id, { adaptiveContent: { enabled: true } });
    expect(await readSite()).toBe("Guide*(Guide*, v2)");
    expect(await readSite(claims({ unsigned: { beta: true } }))).toBe(
      "Guide*(Guide*, v2), Outer[Inner[Beta(Beta*)]]",
    );
    expect(await readSite(claims({ isPartner: true, unsigned: { beta: true } }))).toBe(
      "Guide*(Guide*), Outer[Inner[Beta(Beta*), Partners(Partners*)]]",
    );
    expect(outline(await fixture.structure(id))).toContain("Partners(Partners*)");
  },
);

test("a default hidden from a visitor is replaced by the first visible one", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const first = await fixture.section(id, "First");
  await fixture.section(id, "Second");
  const hide = { ...fixture.of(id), siteSectionId: first.id, condition: "visitor.claims.staff" };
  await workspace.ok(admin, section.update, hide);
  await publish(fixture, id);
  expect(outline((await fixture.published(id)).structure)).toBe("Second*(Second*)");
});

test("a visitor without access gets an empty structure of the same type", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const { id: siteSectionId } = await fixture.section(id, "Secret");
  const hide = { ...fixture.of(id), siteSectionId, condition: "visitor.claims.staff" };
  await workspace.ok(admin, section.update, hide);
  await publish(fixture, id);
  expect((await fixture.published(id)).structure).toEqual({ type: "sections", structure: [] });
});

slowTest(
  "claims are read while adaptive content is enabled, and must match the visitor schema",
  async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site("Guide");
    await publish(fixture, id);
    const refusal = async (text: string) =>
      workspace.refused(admin, site.published, { ...fixture.of(id), claims: text });
    const said = (words: string) => ({ status: 400, message: expect.stringContaining(words) });
    expect(await refusal("{}")).toEqual(said("adaptive content"));
    await fixture.change(id, { adaptiveContent: { enabled: true } });
    for (const text of ["", "[]", "null", "true", "{", '"a"']) {
      expect(await refusal(text)).toEqual(said("JSON object"));
    }
    await fixture.published(id, claims({ anything: 1 }));
    await workspace.ok(admin, schema.put, {
      ...fixture.of(id),
      jsonSchema: {
        type: "object",
        properties: { staff: { type: "boolean" } },
        additionalProperties: false,
      },
    });
    await fixture.published(id, claims({ staff: true }));
    expect(await refusal('{"staff": "yes"}')).toEqual(said("/staff must be boolean"));
    expect(await refusal('{"anything": 1}')).toEqual(said("anything"));
  },
);

slowTest("a share key gives access to the URLs of a site with share links", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide", "Anleitung");
  const [guide] = await fixture.siteSpaces(id);
  const spaceId = guide?.space.id ?? "";
  await publish(fixture, id);
  const changed = await fixture.change(id, { visibility: "share-link" });
  const shareKey = new URL(changed.urls.published ?? "").pathname.slice(1);
  expect(shareKey).toMatch(/^\w{20}$/);
  const reader = await workspace.member(org, "read");
  const site1 = await workspace.ok(reader, site.get, fixture.of(id));
  expect(site1.urls).not.toHaveProperty("published");
  const addresses = async (key?: string) => {
    const asked = key === undefined ? {} : { shareKey: key };
    const listed = await workspace.ok(reader, siteSpace.list, { ...fixture.of(id), ...asked });
    const shown = await workspace.ok(reader, site.structure, { ...fixture.of(id), ...asked });
    const single = await workspace.ok(reader, space.get, { spaceId, ...asked });
    return [
      ...listed.items.map((item) => item.urls.published),
      shown.structure[1]?.urls?.published,
      single.urls.published,
    ];
  };
  expect(await addresses()).toEqual([undefined, undefined, undefined, undefined]);
  expect(await addresses("wrong")).toEqual([undefined, undefined, undefined, undefined]);
  const home = changed.urls.published;
  const other = `${home}/anleitung`;
  expect(await addresses(shareKey)).toEqual([home, other, other, home]);
  const input = { ...fixture.of(id), shareKey: "wrong" };
  expect(await workspace.refused(reader, site.published, input)).toMatchObject({ status: 404 });
  await workspace.ok(reader, site.published, { ...input, shareKey });
  await fixture.change(id, { visibility: "public" });
  // A site that is not for share links ignores any key.
  for (const key of [shareKey, "wrong"]) {
    await workspace.ok(admin, site.published, { ...input, shareKey: key });
  }
  const again = await fixture.change(id, { visibility: "share-link" });
  expect(again.urls.published).toBe(changed.urls.published);
});

slowTest(
  "published URLs follow the paths, and the default of each level has no segment",
  async () => {
    const fixture = await addSitesFixture(shared);
    const id = await fixture.site();
    const guide = await fixture.section(id, "Guide");
    const api = await fixture.section(id, "API");
    await fixture.add(id, await fixture.space("Français"), guide.id);
    await fixture.add(id, await fixture.space("v2"), api.id);
    await publish(fixture, id);
    const home = (await fixture.get(id)).urls.published;
    const paths = (await fixture.siteSpaces(id)).map((item) => item.urls.published);
    const tails = ["", "/guide/fran%C3%A7ais", "/api", "/api/v2"];
    expect(paths).toEqual(tails.map((tail) => home + tail));
    const sections = (await fixture.sections(id)).map((item) => item.urls.published);
    expect(sections).toEqual([home, `${home}/api`]);
    await fixture.change(id, { proxy: "example.com/docs", defaultSiteSection: api.id });
    const proxied = (await fixture.siteSpaces(id)).map((item) => item.urls.published);
    expect(proxied).toEqual([
      "https://example.com/docs/guide",
      "https://example.com/docs/guide/fran%C3%A7ais",
      "https://example.com/docs",
      "https://example.com/docs/api/v2",
    ]);
  },
);

test("a published site has its own hostname on this machine, by its names or its id", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin, org } = fixture;
  const id = await fixture.site("Guide");
  await publish(fixture, id);
  const address = async () => (await fixture.get(id)).urls.published;
  const byId = await address();
  expect(byId).toMatch(/^http:\/\/[a-z0-9]{20}-[0-9a-f]{1,5}\.site\.localhost:4000$/);
  await workspace.ok(admin, organization.update, { organizationId: org, hostname: "acme" });
  expect(await address()).toBe("http://docs.acme.site.localhost:4000");
  await fixture.change(id, { basename: "Überblick" });
  expect(await address()).toBe(byId);
  await fixture.change(id, { basename: "xn--a" });
  expect(await address()).toBe(byId);
  const published = await workspace.ok(admin, site.published, fixture.of(id));
  expect(published.site.urls.published).toBe(byId);
});

test("content that members cannot open is still on the published site", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide", "Runbooks");
  const [, runbooks] = await fixture.siteSpaces(id);
  const hide = { spaceId: runbooks?.space.id ?? "", defaultLevel: null };
  await workspace.ok(admin, space.update, hide);
  await publish(fixture, id);
  const reader = await workspace.member(org, "read");
  expect(outline(await fixture.structure(id, reader))).toBe("Guide*");
  const published = await workspace.ok(reader, site.published, fixture.of(id));
  expect(outline(published.structure)).toBe("Guide*, Runbooks");
});

describe("the parts that a visitor sees", () => {
  const condition = "visitor.claims.beta == true";
  const structure = createStructure({
    groups: { outer: {}, inner: { parent_id: "outer" }, void: {}, draft: { draft: 1 } },
    sections: {
      open: {},
      beta: { condition, group_id: "inner" },
      empty: { group_id: "void" },
      hidden: { group_id: "draft" },
    },
    links: { status: {}, staff: { condition, group_id: "void" } },
    siteSpaces: {
      root: {},
      one: { section_id: "open" },
      two: { section_id: "open", condition },
      three: { section_id: "beta" },
      four: { section_id: "hidden" },
      five: { section_id: "open", draft: 1 },
      gone: { section_id: "empty", deleted_at: "2026-03-01" },
    },
  });
  type Options = Parameters<typeof filterStructure>;
  const list = async (claims: Options[1], options: Options[2]) => {
    const shown = await filterStructure(structure, claims, options);
    const { groups, sections, links, siteSpaces } = shown;
    return [groups, sections, links, siteSpaces].map((parts) => [...parts.keys()].join(" "));
  };

  test.each([
    [{}, {}, ["", "open", "status", "root one"]],
    [{ beta: false }, {}, ["", "open", "status", "root one"]],
    [{ beta: true }, {}, ["outer inner void", "beta open", "staff status", "root three one two"]],
    [{}, { drafts: true }, ["draft", "hidden open", "status", "root four five one"]],
    [
      { beta: true },
      { isShown: ({ id }: { id: string }) => id === "three" },
      ["outer inner void", "beta", "staff status", "three"],
    ],
  ])("with the claims %j and %j are %j", async (claims, options, expected) => {
    const shown = await list(claims, options);
    const sort = (parts: readonly string[]) => parts.map((part) => part.split(" ").toSorted());
    expect(sort(shown)).toEqual(sort(expected));
  });
});
