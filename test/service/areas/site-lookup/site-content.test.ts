import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as contract from "../../../../src/contract/site-content.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

/** A site with a section in two languages and another section. */
async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin, org } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const names: Record<string, string> = {};
  const create = async (title: string, language?: "fr" | "en") => {
    const id = await fixture.space(title);
    if (language) await workspace.ok(admin, space.update, { spaceId: id, language });
    await publishPages(workspace, id, [{ title, slug: "home", markdown: "Gears.\n" }]);
    names[id] = title;
    return id;
  };
  const [en, fr, api, apiFr] = [
    await create("en", "en"),
    await create("fr", "fr"),
    await create("api", "en"),
    await create("api-fr", "fr"),
  ];
  const guides = await fixture.section(siteId, "Guides", en);
  const reference = await fixture.section(siteId, "API", api);
  await fixture.add(siteId, fr, guides.id);
  await fixture.add(siteId, apiFr, reference.id);
  const siteSpaces = await fixture.siteSpaces(siteId);
  const getId = (spaceId: string) => siteSpaces.find((one) => one.space.id === spaceId)?.id ?? "";
  const parts = { en: getId(en), fr: getId(fr), api: getId(api), apiFr: getId(apiFr) };
  const search = async (input: object, caller = admin) => {
    const { status, message, body } = await workspace.ask(caller, contract.search, {
      ...{ ...of, query: "gears" },
      ...input,
    });
    if (status >= 400) return [status, message];
    const { items } = body as { readonly items: readonly { readonly id: string }[] };
    return items.map(({ id }) => names[id]).toSorted();
  };
  const hide = (spaceId: string) =>
    workspace.db
      .updateTable("spaces")
      .set({ default_level: null, resolved_level: "none" })
      .where("id", "=", spaceId)
      .execute();
  const started = { fixture, workspace, admin, org, of, siteId, parts, search, hide };
  return { ...started, create, fr, api, siteSpaces };
}

describe("a search in a site", () => {
  slowTest("covers the site spaces of its scope", async () => {
    const { parts, search } = await start();
    const { en, fr, api } = parts;
    for (const [scope, expected] of [
      [{ mode: "all" }, ["api", "api-fr", "en", "fr"]],
      [{ mode: "specific", siteSpaceIds: [fr, api] }, ["api", "fr"]],
      [{ mode: "specific", siteSpaceIds: ["unknown"] }, []],
      [{ mode: "default" }, ["api", "en"]],
      [{ mode: "default", currentSiteSpace: en }, ["api", "en"]],
      // Sections are searched in the language of the current space.
      [{ mode: "default", currentSiteSpace: fr }, ["api-fr", "fr"]],
      [{ mode: "default", currentSiteSpace: fr, restrictTo: "currentSiteSpace" }, ["fr"]],
      [{ mode: "default", currentSiteSpace: fr, restrictTo: "otherSiteSpaces" }, ["api-fr"]],
      [
        { mode: "default", currentSiteSpace: "unknown" },
        [404, "Site space unknown not found. Check the id."],
      ],
    ] as const) {
      expect([scope, await search({ scope })]).toEqual([scope, expected]);
    }
  });

  test("covers the default of a section without the language of the current space", async () => {
    const { fixture, workspace, admin, of, siteId, parts, search, create } = await start();
    const faq = await create("faq");
    const faqEn = await create("faq-en", "en");
    const { id: siteSectionId } = await fixture.section(siteId, "FAQ", faq);
    const { id: defaultSiteSpace } = await fixture.add(siteId, faqEn, siteSectionId);
    const scope = { mode: "default", currentSiteSpace: parts.fr };
    expect(await search({ scope })).toEqual(["api-fr", "faq", "fr"]);
    await workspace.ok(admin, section.update, { ...of, siteSectionId, defaultSiteSpace });
    expect(await search({ scope })).toEqual(["api-fr", "faq-en", "fr"]);
    expect(await search({ scope: { mode: "default" } })).toEqual(["api", "en", "faq-en"]);
  });

  slowTest("is paged", async () => {
    const { workspace, admin, of } = await start();
    const ids: string[] = [];
    let page: string | undefined;
    do {
      const input = { ...of, query: "gears", limit: 3, ...(page !== undefined && { page }) };
      const result = await workspace.ok(admin, contract.search, input);
      expect(result.items.length).toBeLessThanOrEqual(3);
      ids.push(...result.items.map(({ id }) => id));
      page = result.next?.page;
    } while (page !== undefined);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  slowTest("accepts the fields of older clients", async () => {
    const { parts, search } = await start();
    const { en, fr, apiFr } = parts;
    for (const [input, expected] of [
      [{}, ["api", "api-fr", "en", "fr"]],
      [{ mode: "all", siteSpaceId: fr }, ["api", "api-fr", "en", "fr"]],
      [{ siteSpaceId: fr }, ["api-fr", "fr"]],
      [{ mode: "current", siteSpaceId: en }, ["api", "en"]],
      [{ mode: "current" }, [400, "mode current requires siteSpaceId."]],
      [{ siteSpaceIds: [apiFr] }, ["api-fr"]],
      [{ mode: "specific", siteSpaceIds: [apiFr, en] }, ["api-fr", "en"]],
      [{ mode: "specific" }, [400, "mode specific requires siteSpaceIds."]],
      [{ mode: "specific", siteSpaceId: fr }, [400, "mode specific requires siteSpaceIds."]],
    ] as const) {
      expect([input, await search(input)]).toEqual([input, expected]);
    }
  });

  slowTest("omits spaces that the caller may not read, or that are deleted", async () => {
    const { parts, search, hide, workspace, org, fr, api, admin } = await start();
    const reader = await workspace.member(org, "read");
    await hide(fr);
    expect(await search({}, reader)).toEqual(["api", "api-fr", "en"]);
    expect(await search({}, admin)).toEqual(["api", "api-fr", "en", "fr"]);
    const current = { scope: { mode: "default", currentSiteSpace: parts.fr } };
    expect((await search(current, reader))[0]).toBe(404);
    await workspace.db
      .updateTable("spaces")
      .set({ deleted_at: workspace.now.toISOString() })
      .where("id", "=", api)
      .execute();
    expect(await search({}, admin)).toEqual(["api-fr", "en", "fr"]);
    const stranger = await workspace.person();
    expect((await search({}, stranger))[0]).toBe(404);
  });
});

describe("the preview of a site", () => {
  slowTest("begins at the site, a site space or a URL of the site", async () => {
    const { workspace, admin, of, siteId, parts, fixture } = await start();
    await workspace.ok(admin, site.publish, of);
    const { urls } = await fixture.get(siteId);
    const preview = async (input: object) => {
      const { status, body, message } = await workspace.ask(admin, contract.preview, {
        ...{ ...of, ...input },
      });
      if (status >= 400) return [status, message];
      const url = new URL((body as { readonly url: string }).url);
      expect(url.searchParams.get("token")).toMatch(/.+\..+\..+/);
      return url.origin + url.pathname;
    };
    const home = `http://127.0.0.1:4000/_site/${siteId}`;
    for (const [input, expected] of [
      [{}, home],
      [{ siteSpace: parts.en }, home],
      [{ siteSpace: parts.fr }, `${home}/guides/fr`],
      [{ siteSpace: parts.api }, `${home}/api`],
      [{ target: `${urls.published}/api/home?q=1#x` }, `${home}/api/home`],
      [{ target: `${home}/guides` }, `${home}/guides`],
      [{ siteSpace: parts.fr, target: `${urls.published}/api` }, `${home}/api`],
      [{ claims: '{"plan":"pro"}' }, home],
      [{ claims: "(plan:pro)" }, home],
      [
        { target: "https://example.com/api" },
        [400, `target https://example.com/api is not a URL of site ${siteId}.`],
      ],
      [{ claims: "[1]" }, [400, "claims must be a JSON or Rison object."]],
      [{ claims: "{" }, [400, "claims must be a JSON or Rison object."]],
    ] as const) {
      expect([input, await preview(input)]).toEqual([input, expected]);
    }
    expect((await preview({ siteSpace: "unknown" }))[0]).toBe(404);
  });

  slowTest("refuses claims that do not match the visitor schema", async () => {
    const { workspace, admin, of, siteId } = await start();
    const schema = { type: "object", properties: { plan: { type: "string" } } };
    await workspace.db
      .updateTable("sites")
      .set({ visitor_schema: JSON.stringify(schema) })
      .where("id", "=", siteId)
      .execute();
    const ask = (claims: string) => workspace.ask(admin, contract.preview, { ...of, claims });
    expect((await ask('{"plan":"pro"}')).status).toBe(200);
    const refused = await ask('{"plan":7}');
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringMatching(/^claims do not match the visitor schema of the site: .+\.$/),
    ]);
  });
});
